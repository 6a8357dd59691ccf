// A few connections to PostgreSQL that all requests share: each statement is sent at once, behind those before it.

import type { Row, Value } from '../connection.ts';
import { onceCollected } from '../event-loop-turn.ts';
import { type BoundedClient, type BoundedConfig, createClient } from './bounded-client.ts';

/**
 * For statements that wait for no lock: a slow one delays those behind it on its connection. A connection without an
 * answer in time is broken off, its statements fail as unavailable, and the next statement opens another one.
 */
export class SharedConnections {
  readonly #config: BoundedConfig;
  readonly #most: number;
  #clients: BoundedClient[] = [];
  /** The connection for this turn of the event loop, whose statements are written together. */
  #current: BoundedClient | undefined;

  constructor(config: BoundedConfig, most: number) {
    this.#config = { ...config, pipeline: true };
    this.#most = most;
  }

  query(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    const client = this.#current?.isUsable ? this.#current : this.#beginTurn();
    return new Promise((resolve, reject) =>
      client.query({ text, values, rowMode: 'array' }, (error: Error | undefined, result: { rows: readonly Row[] }) =>
        error ? reject(error) : resolve(result.rows),
      ),
    );
  }

  /** Open connections without a statement. */
  get idle(): number {
    return this.#clients.filter((client) => client.isUsable && client.isIdle).length;
  }

  #beginTurn(): BoundedClient {
    const client = this.#leastBusy();
    this.#current = client;
    client.cork();
    onceCollected(() => {
      this.#current = undefined;
      client.uncork();
    });
    return client;
  }

  /** One without statements, opened if need be, or the one with the fewest. */
  #leastBusy(): BoundedClient {
    this.#clients = this.#clients.filter((client) => client.isUsable);
    let least: BoundedClient | undefined;
    for (const client of this.#clients) if (!least || client.pending < least.pending) least = client;
    if (least && (least.pending === 0 || this.#clients.length === this.#most)) return least;
    const client = createClient(this.#config);
    client.open();
    this.#clients.push(client);
    return client;
  }
}
