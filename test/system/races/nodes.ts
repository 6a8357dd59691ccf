// Two nodes of the service on one PostgreSQL server, each with connections of its own.

import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { BASE, budget, type CallOptions, createTestApp } from '../../support/app.ts';
import { freshPostgres } from '../../support/database.ts';
import { silentLog } from '../../support/log.ts';

interface NodeAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export async function startNodes(config: Partial<Config> = {}) {
  const { url, drop } = await freshPostgres();
  const open = () => openDatabase({ databaseUrl: url, dataDir: '' });
  const first = await createTestApp({ database: await open(), config });
  const database = await open();
  const second = createApp({
    database,
    config: { ...parseConfig({}), throttle: budget(), ...config },
    logger: silentLog(),
  });
  const apps = [first.app, second] as const;

  async function send(node: number, method: string, path: string, body?: object, options: CallOptions = {}) {
    const { token = first.owner.token, headers } = options;
    const init = {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    };
    const request = new Request(`http://localhost${path}`, { ...init, ...(body && { body: JSON.stringify(body) }) });
    const response = await (apps[node % 2] as (typeof apps)[0]).fetch(request);
    return { status: response.status, headers: response.headers, body: await response.json() } as NodeAnswer;
  }

  return {
    ...first,
    url,
    /** Calls one of the two nodes; even numbers are the first. */
    rest: (node: number, method: string, path: string, body?: object, options?: CallOptions) =>
      send(node, method, `${BASE}${path}`, body, options),
    graphql: (node: number, query: string, variables: object, options?: CallOptions) =>
      send(node, 'POST', '/graphql', { query, variables }, options),
    async close() {
      await Promise.all([first.app.close(), second.close()]);
      await Promise.all([first.database.close(), database.close()]);
      await drop();
    },
  };
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** How many there are of each. */
export const tally = (values: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};
