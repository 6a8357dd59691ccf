// Opens the database of the service, embedded or on a PostgreSQL server, with every migration applied.
import type pg from 'pg';
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Connection, ConnectionCounts, Session, WarningLog } from './connection.ts';
import { DatabaseOpenError, reasonOf } from './database-errors.ts';
import { refuseAfterEnd } from './ended-transactions.ts';
import { openPostgres } from './postgres/postgres.ts';
import { adapterStatements, type Statements } from './statements.ts';

export interface Database {
  db: PrismaClient;
  /** The connection pool of a PostgreSQL server, for queries outside Prisma; undefined on an embedded database. */
  pool: pg.Pool | undefined;
  /** Undefined on an embedded database. */
  connections: (() => ConnectionCounts) | undefined;
  /** The service's own SQL. */
  statements: Statements;
  /** On an embedded database nothing else may use the database until it is closed. */
  openSession(): Promise<Session>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server; when undefined, the database is embedded and its files are in dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The number of processes that share the connections of the node; 1 when absent. */
  workers?: number;
  /** Whether another process of the node has applied the migrations; then a server need not answer yet. */
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
    return clientOf(await (databaseUrl ? openPostgres(databaseUrl, options) : openFilesOf(dataDir, logger)));
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    const where = databaseUrl ? `at ${new URL(databaseUrl).host}` : `in ${dataDir}`;
    throw new DatabaseOpenError(`The database ${where} can't be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** A node on a PostgreSQL server doesn't load PGlite. */
async function openFilesOf(dataDir: string, logger?: WarningLog): Promise<Connection> {
  const { openEmbedded } = await import('./embedded/embedded.ts');
  return openEmbedded(dataDir, logger);
}

export function clientOf(connection: Connection): Database {
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
