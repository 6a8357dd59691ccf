// Prisma's client over the pools of a node: one for each kind of work, so that what waits for a lock holds up nothing else.
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { type Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import type { LogFields, LogMessage } from '../log.ts';

/** The adapters of the three pools; an embedded database has one connection for all. */
export interface Adapters {
  /** For updates, bundles, transactions and whatever else may wait for a lock. */
  readonly writes: SqlDriverAdapterFactory;
  /** For reads that wait for no lock. */
  readonly reads?: SqlDriverAdapterFactory;
  /** For inserts that wait for no lock. */
  readonly inserts?: SqlDriverAdapterFactory;
}

interface Warns {
  warn(fields: LogFields, message: LogMessage): void;
}

/** Messages that are remembered: more are of no use. */
const MOST_MESSAGES = 100;

type ClientOptions = Pick<Prisma.PrismaClientOptions, 'transactionOptions'>;

export class Db extends PrismaClient {
  readonly reads: PrismaClient;
  readonly inserts: PrismaClient;
  /** Logs a message the first time. */
  readonly warnOnce: (message: LogMessage) => void;

  constructor({ writes, reads, inserts }: Adapters, options: ClientOptions, logger?: Warns) {
    super({ ...options, adapter: writes, errorFormat: 'minimal' });
    this.reads = reads ? new PrismaClient({ ...options, adapter: reads, errorFormat: 'minimal' }) : this;
    this.inserts = inserts ? new PrismaClient({ ...options, adapter: inserts, errorFormat: 'minimal' }) : this;
    const logged = new Set<LogMessage>();
    this.warnOnce = (message) => {
      if (logged.size < MOST_MESSAGES && !logged.has(message)) logger?.warn({}, message);
      logged.add(message);
    };
  }
}

/** Closes the clients; the pools stay open. */
export const disconnect = (db: Db) =>
  Promise.all([...new Set([db, db.reads, db.inserts])].map((client) => client.$disconnect()));
