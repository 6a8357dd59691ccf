// What an embedded database and a PostgreSQL server have in common, opened, without Prisma's client.
import type pg from 'pg';
import type { LogFields, LogMessage } from '../log.ts';
import type { Adapters } from './db.ts';

export interface ConnectionCounts {
  readonly active: number;
  readonly idle: number;
  /** Queries and transactions that wait for a connection. */
  readonly pending: number;
  readonly max: number;
  /** The end of the certificate of the last connection; undefined without TLS. */
  readonly certificateEndsAt: Date | undefined;
}

/** A single connection without the time limits of requests, for work on all data. */
export interface Session {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs one or several statements. */
  run(script: string): Promise<unknown>;
  /** Whether the database has this connection alone, as an embedded one. */
  readonly isOnly: boolean;
  close(): Promise<void>;
}

export interface OpenedDatabase {
  readonly adapters: Adapters;
  /** In milliseconds: how long a transaction waits to begin, and how long it may take from then on. */
  readonly transactionOptions: { readonly maxWait: number; readonly timeout: number };
  /** The pool of writes, and the connections of all pools, on a PostgreSQL server; absent on an embedded database. */
  readonly pool?: pg.Pool;
  readonly connections?: () => ConnectionCounts;
  /** The free space of an embedded database, and that below which writes are refused; absent on a server. */
  readonly disk?: () => { readonly freeBytes: number; readonly reserveBytes: number };
  /** Writes an embedded database anew, without what was deleted; absent on a server, whose autovacuum makes room for other rows. */
  readonly discardOldRows?: () => Promise<void>;
  /** An embedded database has no other use until the session is closed. */
  openSession(): Promise<Session>;
  close(): Promise<void>;
}

export interface DatabaseLog {
  /** What takes seconds, when it begins. */
  info(message: LogMessage): void;
  warn(fields: LogFields, message: LogMessage): void;
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server; when undefined, the database is embedded and its files are in dataDir. */
  databaseUrl: string | undefined;
  /** The URL as it is now, where a file has it: asked for each connection. */
  currentUrl?: (() => string) | undefined;
  dataDir: string;
  /** The number of processes that share the connections of the node; 1 when absent. */
  workers?: number;
  /** How long a server is waited for that is away; 0 when absent: one try. */
  databaseWaitSeconds?: number;
  /** How long each migration is tried while others hold its locks; 600 when absent. */
  lockWaitSeconds?: number | undefined;
  /** Whether no migration is to be applied, as another process of the node has done so; then the server may be down. */
  isMigrated?: boolean;
  logger?: DatabaseLog | undefined;
  /** Told how many migrations wait to be applied, and how many only a newer version knows. */
  onMigrations?: ((state: 'waiting' | 'unknown', count: number) => void) | undefined;
}
