// The pool of the connections that one request holds alone, for a statement or a transaction.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { DatabaseLog } from '../connection.ts';
import { type BoundedConfig, createClient } from './bounded-client.ts';

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void;

/** Milliseconds for a free connection; the deadline of a request may leave less. */
const TAKE_WITHIN = 4000;

export class BoundedPool extends pg.Pool {
  constructor(config: pg.PoolConfig & BoundedConfig, logger?: DatabaseLog) {
    // The types take a class without a configuration.
    super({ ...config, Client: createClient as unknown as new () => pg.Client });
    // An idle connection that breaks emits 'error', which without a listener ends the process.
    this.on('error', (error) => logger?.warn({ err: error }, 'lost an idle database connection'));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (taken) {
      // The pool calls back from the request that released the connection; bind() restores the context of this one.
      this.#take(AsyncLocalStorage.bind(taken));
      return undefined;
    }
    return new Promise((resolve, reject) => this.#take((error, client) => (client ? resolve(client) : reject(error))));
  }

  /**
   * Bounds the wait where all connections are taken; the opening of one has a bound of its own. The `connectionTimeoutMillis` of
   * pg-pool bounds both, by a clock that runs while this process is busy.
   */
  #take(taken: Taken): void {
    const mayWait = this.totalCount >= this.options.max && this.idleCount === 0;
    if (!mayWait) {
      super.connect(taken);
      return;
    }
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      taken(new Error('timeout exceeded when trying to connect'), undefined, () => {});
    };
    // setImmediate runs after the sockets are read: a connection may be released.
    let last: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      last = setImmediate(giveUp);
    }, TAKE_WITHIN).unref();
    super.connect((error, client, release) => {
      clearTimeout(timer);
      clearImmediate(last);
      if (isLate) release();
      else taken(error, client, release);
    });
  }
}
