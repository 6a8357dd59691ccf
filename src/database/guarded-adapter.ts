// A driver adapter that traces each statement as a span of its request, and sends nothing after the end of a request or
// a transaction.
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { DeadlineError, timeLeft, tracedStatement } from '../request-scope.ts';

type Send = <Result>(
  query: SqlQuery,
  sendQuery: (query: SqlQuery) => Promise<Result>,
) => Promise<Result>;

/** Wraps a factory; `onError` is called for every error of a statement. */
export function guarded(
  factory: SqlDriverAdapterFactory,
  onError: (error: unknown) => void = () => {},
): SqlDriverAdapterFactory {
  const send: Send = async (query, sendQuery) => {
    // A request without time left starts no statement.
    if (timeLeft(1) === 0) throw new DeadlineError();
    const sent = { ...query };
    try {
      return await tracedStatement(query.sql, sendQuery(sent));
    } catch (error) {
      onError(error);
      throw error;
    } finally {
      // Prisma's adapters keep their last hundred queries for debugging; values may have a megabyte each.
      sent.args = [];
    }
  };
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
  const queryRaw = sender.queryRaw.bind(sender);
  const executeRaw = sender.executeRaw.bind(sender);
  return Object.assign(sender, {
    queryRaw: (query) => send(query, queryRaw),
    executeRaw: (query) => send(query, executeRaw),
  } satisfies Partial<SqlQueryable>);
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
  const { executeRaw } = transaction;

  const sendBeforeEnd: Send = async (query, sendQuery) => {
    if (hasEnded)
      throw new DriverAdapterError({
        kind: 'TransactionAlreadyClosed',
        cause: 'it has ended',
      });
    hasEnded = END.includes(query.sql);
    if (query.sql === 'ROLLBACK') return sendQuery(query);
    try {
      if (query.sql === 'COMMIT' && failure) throw failure;
      return await send(query, sendQuery);
    } catch (error) {
      failure ??= error;
      if (query.sql === 'COMMIT')
        await executeRaw.call(transaction, { ...query, sql: 'ROLLBACK' }).catch(() => {});
      throw error;
    }
  };

  return sendingBy(sendBeforeEnd, transaction);
}
