// An opened database: Prisma's client over a node's pools, one for each kind of work, so that work waiting for a lock
// doesn't block the rest.
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { LogMessage } from '../log.ts';
import type { ConnectionCounts, DatabaseLog } from './connection.ts';

/** The adapters of the three pools; an embedded database has one connection for everything. */
interface Adapters {
  /** For updates, bundles, transactions and anything else that may wait for a lock. */
  readonly writes: SqlDriverAdapterFactory;
  /** For reads that don't wait for locks. */
  readonly reads?: SqlDriverAdapterFactory;
  /** For inserts that don't wait for locks. */
  readonly inserts?: SqlDriverAdapterFactory;
}

/** In milliseconds: how long a transaction may wait to start, and how long it may take after that. */
interface TransactionOptions {
  readonly maxWait: number;
  readonly timeout: number;
}

export class Db extends PrismaClient {
  readonly reads: PrismaClient;
  readonly inserts: PrismaClient;
  /** Logs a message the first time only. */
  readonly warnOnce: (message: LogMessage) => void;

  constructor(
    { writes, reads, inserts }: Adapters,
    transactionOptions: TransactionOptions,
    logger?: DatabaseLog,
  ) {
    const optionsOf = (adapter: SqlDriverAdapterFactory) =>
      ({ transactionOptions, adapter, errorFormat: 'minimal' }) as const;
    super(optionsOf(writes));
    this.reads = reads ? new PrismaClient(optionsOf(reads)) : this;
    this.inserts = inserts ? new PrismaClient(optionsOf(inserts)) : this;
    const logged = new Set<LogMessage>();
    this.warnOnce = (message) => {
      if (!logged.has(message)) logger?.warn({}, message);
      logged.add(message);
    };
  }
}

export interface Database {
  readonly db: Db;
  /** The pool for writes and the connections of all pools; absent for an embedded database. */
  readonly pool?: pg.Pool;
  readonly connections?: () => ConnectionCounts;
  /** Takes at most as long as a statement under way, and a second. */
  close(): Promise<void>;
}

/** Closes the clients, whose open transactions are rolled back; the pools stay open. */
export async function disconnect(db: Db) {
  const clients = new Set([db, db.reads, db.inserts]);
  await Promise.all([...clients].map((client) => client.$disconnect()));
}
