// The database of the service: embedded in this process, or a PostgreSQL server; migrated when it is handed out.
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import { DatabaseOpenError, reasonOf } from './database-errors.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export interface Database {
  db: PrismaClient;
  /** The connections of a PostgreSQL server, for what speaks to it without Prisma; an embedded database has none. */
  pool: pg.Pool | undefined;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without one the database is embedded and lives in dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  logger?: { warn(fields: object, message: string): void };
}

/** What an embedded database and a server have in common, before there is a client. */
export interface Connection {
  factory: SqlMigrationAwareDriverAdapterFactory;
  pool: pg.Pool | undefined;
  /** In milliseconds: how long a transaction waits to begin, and how long it may take from there. */
  transactionOptions: { maxWait: number; timeout: number };
  close(): Promise<void>;
}

/** @throws {DatabaseOpenError} in use, not to be migrated, not to be reached: for the operator, without the password. */
export async function openDatabase({ databaseUrl, dataDir, logger }: DatabaseOptions): Promise<Database> {
  try {
    return clientOf(databaseUrl ? await openPostgres(databaseUrl, logger) : await openEmbedded(dataDir));
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    const where = databaseUrl ? `at ${new URL(databaseUrl).host}` : `in ${dataDir}`;
    throw new DatabaseOpenError(`The database ${where} can't be opened: ${reasonOf(error)}`, { cause: error });
  }
}

export function clientOf({ factory, pool, transactionOptions, close }: Connection): Database {
  const db = new PrismaClient({ adapter: factory, transactionOptions, errorFormat: 'minimal' });
  return {
    db,
    pool,
    async ping() {
      await db.$queryRaw`SELECT 1`;
    },
    async close() {
      await db.$disconnect();
      await close();
    },
  };
}
