// An opened database without a Prisma client: the common form of an embedded database and a PostgreSQL server.
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Statements } from './statements.ts';

/** The connections of this process to a PostgreSQL server. */
export interface ConnectionCounts {
  readonly active: number;
  readonly idle: number;
  /** Queries and transactions that wait for a connection. */
  readonly pending: number;
  readonly max: number;
}

/** A single connection without the time limits of requests, for work on all data. */
export interface Session {
  readonly adapter: SqlDriverAdapter;
  close(): Promise<void>;
}

export interface Connection {
  factory: SqlMigrationAwareDriverAdapterFactory;
  /** The pool of a PostgreSQL server, for queries outside Prisma; undefined on an embedded database. */
  pool: pg.Pool | undefined;
  /** Absent on an embedded database, whose statements go through the factory. */
  statements?: Statements;
  /** Undefined on an embedded database. */
  connections?: () => ConnectionCounts;
  /** In milliseconds: how long a transaction waits to begin, and how long it may take from then on. */
  transactionOptions: { maxWait: number; timeout: number };
  /** Absent on an embedded database, which has the connection of the factory alone. */
  openSession?(): Promise<Session>;
  close(): Promise<void>;
}

/** The part of a logger that a database writes to. */
export interface WarningLog {
  warn(fields: object, message: string): void;
}
