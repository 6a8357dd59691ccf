// Refuses statements of a transaction after its end. Prisma may send one after a timeout has caused a rollback, such as
// the second insert of a nested create; the statement would run outside any transaction.
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { tracedStatement } from './request-scope.ts';

const ENDINGS = ['COMMIT', 'ROLLBACK'];

export function refuseAfterEnd(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  const connect = async (): Promise<SqlDriverAdapter> => {
    const adapter = traced(await factory.connect());
    const { startTransaction } = adapter;
    return Object.assign(adapter, {
      startTransaction: async (...args) => refusing(traced(await startTransaction.apply(adapter, args))),
    } satisfies Partial<SqlDriverAdapter>);
  };
  // The factories keep their state behind the methods of their prototype.
  return Object.assign(Object.create(factory), { connect });
}

function refusing(transaction: Transaction): Transaction {
  let hasEnded = false;
  const { queryRaw, executeRaw, commit, rollback } = transaction;
  const beforeEnd = <Result>(send: (query: SqlQuery) => Promise<Result>) =>
    async function refuseOrSend(query: SqlQuery): Promise<Result> {
      if (hasEnded) throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'it has ended' });
      hasEnded = ENDINGS.includes(query.sql);
      return send.call(transaction, query);
    };
  const end = (how: () => Promise<void>) => () => {
    hasEnded = true;
    return how.call(transaction);
  };
  return Object.assign(transaction, {
    queryRaw: beforeEnd(queryRaw),
    executeRaw: beforeEnd(executeRaw),
    commit: end(commit),
    rollback: end(rollback),
  });
}

/** The same adapter or transaction; each statement is a span of the request that sends it. */
function traced<Sender extends SqlQueryable>(sender: Sender): Sender {
  const { queryRaw, executeRaw } = sender;
  return Object.assign(sender, {
    queryRaw: (query) => tracedStatement(query.sql, () => queryRaw.call(sender, query)),
    executeRaw: (query) => tracedStatement(query.sql, () => executeRaw.call(sender, query)),
  } satisfies Partial<SqlQueryable>);
}
