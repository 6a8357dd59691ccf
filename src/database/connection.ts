// What opening a database takes, and what an embedded one and a PostgreSQL server have in common.
import type pg from 'pg';
import type { LogFields, LogMessage } from '../log.ts';

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
  readonly client: pg.ClientBase;
  /** Whether this is the database's only connection, as in an embedded one. */
  readonly isOnly: boolean;
  close(): Promise<void>;
}

export interface DatabaseLog {
  /** Announces work that takes seconds. */
  info(message: LogMessage): void;
  warn(fields: LogFields, message: LogMessage): void;
}

export interface DatabaseOptions {
  /** A database belongs to the one of its first start, and isn't migrated by another. */
  environment?: string | undefined;
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
