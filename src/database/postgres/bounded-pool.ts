// A pool whose connections are waited for until the deadline of the request, and not longer.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { DeadlineError, timeLeft } from '../deadline.ts';
import { BoundedClient, type BoundedConfig, dropIdle } from './bounded-client.ts';

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void;

export class BoundedPool extends pg.Pool {
  readonly #idle = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig & BoundedConfig) {
    super({ ...config, Client: BoundedClient });
    this.on('release', (_error, client) => this.#idle.add(client));
    this.on('acquire', (client) => this.#idle.delete(client));
    this.on('remove', (client) => this.#idle.delete(client));
  }

  /** Closes the connections without statements. */
  dropIdle(): void {
    for (const client of this.#idle) dropIdle(client);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (taken) {
      this.#connect(taken);
      return undefined;
    }
    return new Promise((resolve, reject) =>
      this.#connect((error, client) => (client ? resolve(client) : reject(error))),
    );
  }

  #connect(taken: Taken): void {
    // The pool calls back from the request that released the connection; bind() restores the context of this one.
    const answer = AsyncLocalStorage.bind(taken);
    let isWaiting = true;
    const giveUp = () => {
      isWaiting = false;
      answer(new DeadlineError(), undefined, () => {});
    };
    const timer = setTimeout(giveUp, timeLeft(this.options.connectionTimeoutMillis ?? 0));
    super.connect((error, client, release) => {
      clearTimeout(timer);
      if (isWaiting) answer(error, client, release);
      else client?.release();
    });
  }
}
