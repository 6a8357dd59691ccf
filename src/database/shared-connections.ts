// A few connections to PostgreSQL that all requests share: each statement is sent at once, behind those before it.
import { BoundedClient, type BoundedConfig } from './bounded-client.ts';
import { statementNames } from './statement-names.ts';
import type { Row, Value } from './statements.ts';

interface SharedConnection {
  readonly client: BoundedClient;
  readonly opened: Promise<unknown>;
  /** Statements without an answer yet. */
  pending: number;
}

/**
 * Statements that wait for no lock: one that is slow delays those behind it on its connection. A connection without an
 * answer in time is broken off, its statements fail as unavailable, and the next statement opens another one.
 */
export class SharedConnections {
  readonly #config: BoundedConfig;
  readonly #connections: (SharedConnection | undefined)[];
  readonly #nameOf = statementNames();

  constructor(config: BoundedConfig, count: number) {
    this.#config = { ...config, pipeline: true };
    this.#connections = Array.from({ length: count }, () => undefined);
  }

  async read(text: string, values: readonly Value[]): Promise<readonly Row[]> {
    const connection = this.#leastBusy();
    connection.pending++;
    try {
      await connection.opened;
      return await answerOf(connection.client, {
        text,
        values,
        name: this.#nameOf({ sql: text, args: [...values], argTypes: [] }),
      });
    } finally {
      connection.pending--;
    }
  }

  async close(): Promise<void> {
    const open = this.#connections.filter((connection) => connection !== undefined);
    await Promise.all(open.map(({ client }) => client.end()));
  }

  #leastBusy(): SharedConnection {
    let [least, place] = [Number.POSITIVE_INFINITY, 0];
    for (const [index, connection] of this.#connections.entries()) {
      if (connection && !connection.client.isUsable) this.#connections[index] = undefined;
      const pending = this.#connections[index]?.pending ?? 0;
      if (pending < least) [least, place] = [pending, index];
      if (pending === 0) break;
    }
    return this.#connections[place] ?? this.#open(place);
  }

  #open(place: number): SharedConnection {
    const client = new BoundedClient(this.#config);
    const connection = { client, opened: client.connect(), pending: 0 };
    this.#connections[place] = connection;
    const forget = () => {
      if (this.#connections[place] === connection) this.#connections[place] = undefined;
    };
    connection.opened.catch(forget);
    return connection;
  }
}

interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  readonly name: string;
}

const answerOf = (client: BoundedClient, statement: Statement): Promise<readonly Row[]> =>
  new Promise((resolve, reject) =>
    client.query({ ...statement, rowMode: 'array' }, (error: Error | null, result: { rows: readonly Row[] }) =>
      error ? reject(error) : resolve(result.rows),
    ),
  );
