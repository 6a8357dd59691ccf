// Opens the database of the service, embedded or on a PostgreSQL server, with every migration applied.
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Connection, DatabaseOptions } from './connection.ts';
import { DatabaseOpenError } from './database-errors.ts';
import { refuseAfterEnd } from './ended-transactions.ts';
import { directoryFault, serverFault } from './opening-fault.ts';
import { openPostgres } from './postgres/postgres.ts';
import { type Db, withRecords } from './records/extension.ts';
import { tracedStatement } from './request-scope.ts';
import type { Statements } from './statements.ts';

export interface Database extends Omit<Connection, 'factory' | 'transactionOptions'> {
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

export function databaseFrom({ factory, transactionOptions, ...connection }: Connection): Database {
  const client = new PrismaClient({ adapter: refuseAfterEnd(factory), transactionOptions, errorFormat: 'minimal' });
  const statements = traced(connection.statements);
  return {
    ...connection,
    statements,
    db: withRecords(client, statements),
    async close() {
      await client.$disconnect();
      await connection.close();
    },
  };
}

/** The same statements; each is a span of the request that sends it. */
const traced = ({ read, append, write }: Statements): Statements => ({
  read: (sql, values) => tracedStatement(sql, () => read(sql, values)),
  append: (sql, values) => tracedStatement(sql, () => append(sql, values)),
  write: (sql, values) => tracedStatement(sql, () => write(sql, values)),
});
