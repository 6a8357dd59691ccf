// Prisma's client over a node's pools: one for each kind of work, so that work waiting for a lock doesn't block the
// rest.

import { type Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import type { LogMessage } from '../log.ts';
import type { Adapters, DatabaseLog } from './connection.ts';

type ClientOptions = Pick<Prisma.PrismaClientOptions, 'transactionOptions'>;

export class Db extends PrismaClient {
  readonly reads: PrismaClient;
  readonly inserts: PrismaClient;
  /** Logs a message the first time only. */
  readonly warnOnce: (message: LogMessage) => void;

  constructor(
    { writes, reads, inserts }: Adapters,
    options: ClientOptions,
    logger?: DatabaseLog,
  ) {
    const optionsOf = (adapter: Adapters['writes']) =>
      ({ ...options, adapter, errorFormat: 'minimal' }) as const;
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

/** Closes the clients; the pools stay open. */
export const disconnect = (db: Db) =>
  Promise.all([...new Set([db, db.reads, db.inserts])].map((client) => client.$disconnect()));
