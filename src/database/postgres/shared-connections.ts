// A few connections to PostgreSQL that all requests share: each statement is sent at once, behind those before it.

import { onceCollected } from '../event-loop-turn.ts';
import type { Row, Value } from '../statements.ts';
import { BoundedClient, type BoundedConfig } from './bounded-client.ts';

/** Milliseconds; those behind a statement wait as long as it does. */
const answerWithin = 2000;

interface SharedConnection {
  readonly client: BoundedClient;
  /** Settles when the connection is open; undefined from then on. */
  opening: Promise<unknown> | undefined;
  /** Statements without an answer yet. */
  pending: number;
  /** Whether statements of this turn of the event loop wait to be written together, by one system call. */
  isCorked: boolean;
}

/**
 * For statements that wait for no lock: a slow one delays those behind it on its connection. A connection without an
 * answer in time is broken off, its statements fail as unavailable, and the next statement opens another one.
 */
export class SharedConnections {
  readonly #config: BoundedConfig;
  readonly #connections: (SharedConnection | undefined)[];

  constructor(config: BoundedConfig, count: number) {
    this.#config = { ...config, pipeline: true, answerWithin };
    this.#connections = Array.from({ length: count }, () => undefined);
  }

  async query(text: string, values: readonly Value[]): Promise<readonly Row[]> {
    const connection = this.#connectionOfTurn();
    connection.pending++;
    try {
      if (connection.opening) await connection.opening;
      cork(connection);
      return await answerOf(connection.client, text, values);
    } finally {
      connection.pending--;
    }
  }

  /** Open connections with and without statements under way. */
  get counts(): { readonly active: number; readonly idle: number } {
    const open = this.#connections.filter((connection) => connection?.client.isUsable);
    const active = open.filter((connection) => connection && connection.pending > 0).length;
    return { active, idle: open.length - active };
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection?.client.end()));
  }

  /** That of the statements before in this turn; else one without statements, or with the fewest of them. */
  #connectionOfTurn(): SharedConnection {
    let least: SharedConnection | undefined;
    let free: number | undefined;
    for (const [place, connection] of this.#connections.entries()) {
      if (!connection?.client.isUsable) free ??= place;
      else if (connection.isCorked) return connection;
      else if (!least || connection.pending < least.pending) least = connection;
    }
    if (least && (least.pending === 0 || free === undefined)) return least;
    return this.#open(free ?? 0);
  }

  #open(place: number): SharedConnection {
    const client = new BoundedClient(this.#config);
    const connection: SharedConnection = { client, opening: client.connect(), pending: 0, isCorked: false };
    this.#connections[place] = connection;
    connection.opening?.then(
      () => {
        connection.opening = undefined;
      },
      () => {
        if (this.#connections[place] === connection) this.#connections[place] = undefined;
      },
    );
    return connection;
  }
}

function cork(connection: SharedConnection): void {
  if (connection.isCorked) return;
  connection.isCorked = true;
  connection.client.cork();
  onceCollected(() => {
    connection.isCorked = false;
    connection.client.uncork();
  });
}

const answerOf = (client: BoundedClient, text: string, values: readonly Value[]): Promise<readonly Row[]> =>
  new Promise((resolve, reject) =>
    client.query({ text, values, rowMode: 'array' }, (error: Error | undefined, result: { rows: readonly Row[] }) =>
      error ? reject(error) : resolve(result.rows),
    ),
  );
