// Opens the database of the service, embedded or on a PostgreSQL server, with every migration applied.
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { DatabaseOptions, OpenedDatabase, Send } from './connection.ts';
import { DatabaseOpenError } from './database-errors.ts';
import { directoryFault, serverFault } from './opening-fault.ts';
import { openPostgres } from './postgres/postgres.ts';
import { type Db, withRecords } from './records/extension.ts';
import { tracedStatement } from './request-scope.ts';

export interface Database extends Omit<OpenedDatabase, 'factory' | 'transactionOptions'> {
  db: Db;
}

/**
 * @throws {DatabaseOpenError} The database is in use, unreachable, or a migration fails. The message is for the
 * operator; it has the host or the directory, never the password.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options;
  try {
    if (databaseUrl) return databaseFrom(await openPostgres(databaseUrl, options));
    // A node on a PostgreSQL server doesn't load PGlite.
    const { openEmbedded } = await import('./embedded/embedded.ts');
    return databaseFrom(await openEmbedded(dataDir, options));
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    const fault = databaseUrl ? serverFault(new URL(databaseUrl).host, error) : directoryFault(dataDir, error);
    throw new DatabaseOpenError(fault, { cause: error });
  }
}

export function databaseFrom({ factory, transactionOptions, ...opened }: OpenedDatabase): Database {
  const client = new PrismaClient({ adapter: tracedFactory(factory), transactionOptions, errorFormat: 'minimal' });
  const tracedSend =
    (send: Send): Send =>
    (sql, values) =>
      tracedStatement(sql, () => send(sql, values));
  const { read, append, write } = opened.statements;
  const statements = { read: tracedSend(read), append: tracedSend(append), write: tracedSend(write) };
  return {
    ...opened,
    statements,
    db: withRecords(client, statements),
    async close() {
      await client.$disconnect();
      await opened.close();
    },
  };
}

/** The same factory; each statement is a span of the request that sends it, and none of a transaction is sent after its end. */
function tracedFactory(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  const connect = async () => {
    const adapter = traced(await factory.connect());
    const { startTransaction } = adapter;
    return Object.assign(adapter, {
      startTransaction: async (...args) => refusingAfterEnd(traced(await startTransaction.apply(adapter, args))),
    } satisfies Partial<SqlDriverAdapter>);
  };
  // The factories keep their state behind the methods of their prototype.
  return Object.assign(Object.create(factory), { connect });
}

function traced<Sender extends SqlQueryable>(sender: Sender): Sender {
  const { queryRaw, executeRaw } = sender;
  return Object.assign(sender, {
    queryRaw: (query) => tracedStatement(query.sql, () => queryRaw.call(sender, query)),
    executeRaw: (query) => tracedStatement(query.sql, () => executeRaw.call(sender, query)),
  } satisfies Partial<SqlQueryable>);
}

/**
 * Refuses statements of a transaction after its end. Prisma may send one after a timeout has caused a rollback, such as the
 * second insert of a nested create; the statement would run outside any transaction.
 */
function refusingAfterEnd(transaction: Transaction): Transaction {
  let hasEnded = false;
  const { queryRaw, executeRaw, commit, rollback } = transaction;
  const beforeEnd = <Result>(send: (query: SqlQuery) => Promise<Result>) =>
    async function refuseOrSend(query: SqlQuery): Promise<Result> {
      if (hasEnded) throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'it has ended' });
      hasEnded = ['COMMIT', 'ROLLBACK'].includes(query.sql);
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
