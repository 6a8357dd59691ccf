// What an opened embedded database and a PostgreSQL server have in common, without Prisma's client.
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { LogFields, LogMessage } from '../log.ts';

/** The adapters of the three pools; an embedded database has one connection for everything. */
export interface Adapters {
  /** For updates, bundles, transactions and anything else that may wait for a lock. */
  readonly writes: SqlDriverAdapterFactory;
  /** For reads that don't wait for locks. */
  readonly reads?: SqlDriverAdapterFactory;
  /** For inserts that don't wait for locks. */
  readonly inserts?: SqlDriverAdapterFactory;
}

export interface ConnectionCounts {
  readonly active: number;
  readonly idle: number;
  /** Queries and transactions that wait for a connection. */
  readonly pending: number;
  readonly max: number;
  /** When the certificate of the latest connection expires; undefined without TLS. */
  readonly certificateEndsAt: Date | undefined;
}

/** A single connection for migrations, without the time limits of requests. */
export interface Session {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs one or more statements. */
  run(script: string): Promise<unknown>;
  /** Whether this is the database's only connection, as in an embedded one. */
  readonly isOnly: boolean;
  close(): Promise<void>;
}

/** A session on the connection of a pool, which gets it back. */
export async function pooledSession(pool: pg.Pool, isOnly: boolean): Promise<Session> {
  const client = await pool.connect();
  return sessionOf(client, isOnly, async () => client.release());
}

/** A session on a client of node-postgres. */
export const sessionOf = (
  client: pg.ClientBase,
  isOnly: boolean,
  close: Session['close'],
): Session => ({
  query: async (text, values = []) => (await client.query(text, [...values])).rows,
  run: (script) => client.query(script),
  isOnly,
  close,
});

export interface OpenedDatabase {
  readonly adapters: Adapters;
  /** In milliseconds: how long a transaction may wait to start, and how long it may take after that. */
  readonly transactionOptions: { readonly maxWait: number; readonly timeout: number };
  /** The pool for writes and the connections of all pools; absent for an embedded database. */
  readonly pool?: pg.Pool;
  readonly connections?: () => ConnectionCounts;
  /** Until the session is closed, an embedded database can't be used otherwise. */
  openSession(): Promise<Session>;
  /** Takes at most 2 s with a server, whatever is still under way. */
  close(): Promise<void>;
}

export interface DatabaseLog {
  /** Announces work that takes seconds. */
  info(message: LogMessage): void;
  warn(fields: LogFields, message: LogMessage): void;
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server; undefined for an embedded database with its files in dataDir. */
  databaseUrl: string | undefined;
  /** Reads the URL again for each connection, if it comes from a file. */
  currentUrl?: (() => string) | undefined;
  dataDir: string;
  /** How long to wait for an unreachable server; if absent, 0: one attempt. */
  databaseWaitSeconds?: number;
  logger?: DatabaseLog | undefined;
  /** Called with the number of migrations that are pending, and of those only a later version knows. */
  onMigrations?: ((state: 'waiting' | 'unknown', count: number) => void) | undefined;
}
