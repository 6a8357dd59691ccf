// Opens the database of the service, embedded or on a PostgreSQL server, with every migration applied.
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Connection, ConnectionCounts, Session, WarningLog } from './connection.ts';
import { DatabaseOpenError, reasonOf } from './database-errors.ts';
import { refuseAfterEnd } from './ended-transactions.ts';
import { openPostgres } from './postgres/postgres.ts';
import { adapterStatements, type Statements } from './statements.ts';

export interface Database extends Pick<Connection, 'pool'> {
  db: PrismaClient;
  /** Undefined on an embedded database. */
  connections: (() => ConnectionCounts) | undefined;
  /** SQL outside Prisma. */
  statements: Statements;
  /** An embedded database has no other use until the session is closed. */
  openSession(): Promise<Session>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server; when undefined, the database is embedded and its files are in dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The number of processes that share the connections of the node; 1 when absent. */
  workers?: number;
  /** Whether another process of the node has applied the migrations; then the server may be down. */
  isMigrated?: boolean;
  logger?: WarningLog;
}

/**
 * @throws {DatabaseOpenError} The database is in use, unreachable, or a migration fails. The message is for the
 * operator; it has the host or the directory, never the password.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, logger } = options;
  try {
    if (databaseUrl) return databaseFrom(await openPostgres(databaseUrl, options));
    // A node on a PostgreSQL server doesn't load PGlite.
    const { openEmbedded } = await import('./embedded/embedded.ts');
    return databaseFrom(await openEmbedded(dataDir, logger));
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    const where = databaseUrl ? `at ${new URL(databaseUrl).host}` : `in ${dataDir}`;
    throw new DatabaseOpenError(`The database ${where} can't be opened: ${reasonOf(error)}`, { cause: error });
  }
}

export function databaseFrom(connection: Connection): Database {
  const { factory, pool, connections, statements, transactionOptions, close } = connection;
  const db = new PrismaClient({ adapter: refuseAfterEnd(factory), transactionOptions, errorFormat: 'minimal' });
  return {
    db,
    pool,
    connections,
    statements: statements ?? adapterStatements(() => factory.connect()),
    openSession: connection.openSession ?? (async () => ({ adapter: await factory.connect(), async close() {} })),
    async close() {
      await db.$disconnect();
      await close();
    },
  };
}
