// An opened database without a Prisma client: the common form of an embedded database and a PostgreSQL server.
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { LogFields, LogMessage } from '../log.ts';
import type { Statements } from './statements.ts';

/** The connections of this process to a PostgreSQL server. */
export interface ConnectionCounts {
  readonly active: number;
  readonly idle: number;
  /** Queries and transactions that wait for a connection. */
  readonly pending: number;
  readonly max: number;
  /** The end of the certificate of the last connection; undefined without TLS. */
  readonly certificateEndsAt: Date | undefined;
}

/** The disk of an embedded database. */
interface DiskSpace {
  readonly freeBytes: number;
  /** Writes are refused below it. */
  readonly reserveBytes: number;
}

/** A single connection without the time limits of requests, for work on all data. */
export interface Session {
  readonly adapter: SqlDriverAdapter;
  /** Whether the database has this connection alone, as an embedded one. */
  readonly isOnly: boolean;
  close(): Promise<void>;
}

export interface Connection {
  factory: SqlDriverAdapterFactory;
  /** In milliseconds: how long a transaction waits to begin, and how long it may take from then on. */
  transactionOptions: { maxWait: number; timeout: number };
  /** The pool of a PostgreSQL server; undefined on an embedded database. */
  pool: pg.Pool | undefined;
  /** Undefined on an embedded database. */
  connections: (() => ConnectionCounts) | undefined;
  /** Undefined on a server. */
  disk: (() => DiskSpace) | undefined;
  /** SQL outside Prisma. */
  statements: Statements;
  /** An embedded database has no other use until the session is closed. */
  openSession(): Promise<Session>;
  close(): Promise<void>;
}

/** The part of a log that a database writes to. */
export interface DatabaseLog {
  /** What takes seconds, when it begins. */
  info(message: LogMessage): void;
  warn(fields: LogFields, message: LogMessage): void;
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server; when undefined, the database is embedded and its files are in dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The number of processes that share the connections of the node; 1 when absent. */
  workers?: number;
  /** How long a server is waited for that is away; 0 when absent: one try. */
  databaseWaitSeconds?: number;
  /** How long each migration is tried while others hold its locks; 600 when absent. */
  lockWaitSeconds?: number;
  /** Whether no migration is to be applied, as another process of the node has done so; then the server may be down. */
  isMigrated?: boolean;
  logger?: DatabaseLog;
  /** Told how many migrations wait to be applied, and how many only a newer version knows. */
  onMigrations?: ((state: 'waiting' | 'unknown', count: number) => void) | undefined;
}
