// The connections of a process: those that one request holds alone, for a statement or a transaction, and a few that all share.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { DatabaseLog, Row, Value } from '../connection.ts';
import { onceCollected } from '../event-loop-turn.ts';
import { type BoundedClient, type BoundedConfig, createClient } from './bounded-client.ts';

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

/**
 * Connections on which each statement is sent at once, behind those before it. They take no statement that waits for a lock,
 * because a slow one delays those behind it. A connection that does not answer in time is closed: its statements fail as
 * unavailable, and the next statement opens another one.
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
    client.socket.cork();
    onceCollected(() => {
      this.#current = undefined;
      client.socket.uncork();
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
    // Statements may be sent meanwhile, and fail with the error of the opening.
    client.connect(() => {});
    this.#clients.push(client);
    return client;
  }
}
