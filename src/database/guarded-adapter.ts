// A driver adapter that traces each statement as a span of its request, and sends nothing after the end of a
// transaction.
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { DeadlineError, timeLeft, tracedStatement } from '../request-scope.ts';

type Send = <Result>(query: SqlQuery, send: () => Promise<Result>) => Promise<Result>;

type OnError = (error: unknown) => void;

/** Wraps a factory; `onError` is called for every error of a statement. */
export function guarded(
  factory: SqlDriverAdapterFactory,
  onError: OnError = () => {},
): SqlDriverAdapterFactory {
  const send: Send = (query, sendQuery) =>
    tracedStatement(query.sql, () => reporting(onError, inTime(sendQuery)));
  const connect = async () => {
    const adapter = sendingBy(send, await factory.connect());
    const { startTransaction } = adapter;
    return Object.assign(adapter, {
      startTransaction: async (level) =>
        guardedTransaction(send, await startTransaction.call(adapter, level)),
    } satisfies Partial<SqlDriverAdapter>);
  };
  return { provider: factory.provider, adapterName: factory.adapterName, connect };
}

function sendingBy<Sender extends SqlQueryable>(send: Send, sender: Sender): Sender {
  const { queryRaw, executeRaw } = sender;
  return Object.assign(sender, {
    queryRaw: (query) =>
      send(query, () => withValues(query, (sent) => queryRaw.call(sender, sent))),
    executeRaw: (query) =>
      send(query, () => withValues(query, (sent) => executeRaw.call(sender, sent))),
  } satisfies Partial<SqlQueryable>);
}

/**
 * Prisma's adapters keep their last hundred queries for debugging, here without values, which may have a megabyte each.
 */
async function withValues<Result>(
  query: SqlQuery,
  sendQuery: (sent: SqlQuery) => Promise<Result>,
): Promise<Result> {
  const sent = { ...query };
  try {
    return await sendQuery(sent);
  } finally {
    sent.args = [];
  }
}

/** A request without time left starts no statement. */
async function inTime<Result>(send: () => Promise<Result>): Promise<Result> {
  if (timeLeft(1) === 0) throw new DeadlineError();
  return send();
}

async function reporting<Result>(onError: OnError, sent: Promise<Result>): Promise<Result> {
  try {
    return await sent;
  } catch (error) {
    onError(error);
    throw error;
  }
}

const END = ['COMMIT', 'ROLLBACK'];

/**
 * A transaction that sends no statement after its end. After a timeout caused a rollback, Prisma may send one more,
 * such as the second insert of a nested create, which would run outside of any transaction. A transaction with a failed
 * statement is never committed: PostgreSQL responds to that COMMIT with ROLLBACK, which the driver reports as success.
 */
function guardedTransaction(send: Send, transaction: Transaction): Transaction {
  let hasEnded = false;
  let failure: unknown;
  const { queryRaw, executeRaw, commit, rollback } = transaction;

  async function sendBeforeEnd<Result>(
    query: SqlQuery,
    sendQuery: () => Promise<Result>,
  ): Promise<Result> {
    if (hasEnded)
      throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'it has ended' });
    hasEnded = END.includes(query.sql);
    if (query.sql === 'ROLLBACK') return sendQuery();
    try {
      if (query.sql === 'COMMIT' && failure) throw failure;
      return await send(query, sendQuery);
    } catch (error) {
      failure ??= error;
      if (query.sql === 'COMMIT') await executeRaw.call(transaction, { ...query, sql: 'ROLLBACK' });
      throw error;
    }
  }

  const ending = (end: () => Promise<void>) => () => {
    hasEnded = true;
    return end.call(transaction);
  };
  return Object.assign(transaction, {
    queryRaw: (query) =>
      sendBeforeEnd(query, () => withValues(query, (sent) => queryRaw.call(transaction, sent))),
    executeRaw: (query) =>
      sendBeforeEnd(query, () => withValues(query, (sent) => executeRaw.call(transaction, sent))),
    commit: ending(commit),
    rollback: ending(rollback),
  } satisfies Partial<Transaction>);
}
