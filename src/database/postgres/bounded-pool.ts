// The pool of the connections that one request holds alone, for a statement or a transaction.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { DatabaseLog } from '../connection.ts';
import { BoundedClient, type BoundedConfig } from './bounded-client.ts';

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void;

export class BoundedPool extends pg.Pool {
  constructor(config: pg.PoolConfig & BoundedConfig, logger?: DatabaseLog) {
    // The types take a class without a configuration.
    super({ ...config, Client: BoundedClient as unknown as new () => pg.Client });
    // An idle connection that breaks emits 'error', which without a listener ends the process.
    this.on('error', (error) => logger?.warn({ err: error }, 'lost an idle database connection'));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (!taken) return super.connect();
    // The pool calls back from the request that released the connection; bind() restores the context of this one.
    super.connect(AsyncLocalStorage.bind(taken));
    return undefined;
  }
}
