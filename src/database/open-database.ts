// The database of the service: embedded in this process, or a PostgreSQL server; migrated when it is handed out.
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaClient } from '../../prisma/generated/client/client.ts';
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

/** @throws {DatabaseInUseError} @throws {MigrationError} */
export async function openDatabase({ databaseUrl, dataDir, logger }: DatabaseOptions): Promise<Database> {
  return clientOf(databaseUrl ? await openPostgres(databaseUrl, logger) : await openEmbedded(dataDir));
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
