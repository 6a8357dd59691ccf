// Two nodes of the service on one PostgreSQL server, each with its own connections.
import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { budget, callsOf, createTestApp, type TestApp } from '../../support/app.ts';
import { freshPostgres } from '../../support/database.ts';
import { silentLog } from '../../support/log.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient } from '../../support/pg-client.ts';

export async function startNodes(config: Partial<Config> = {}) {
  const { url, drop } = await freshPostgres();
  const open = () => openPostgres(url);
  const databases = [await open(), await open()] as const;
  const [mine, database] = databases;
  const first = await createTestApp({ database: mine, config });
  const second = createApp({
    database,
    config: { ...parseConfig({}), throttle: budget(), ...config },
    logger: silentLog(),
  });
  const other = callsOf(second, first.owner.token);
  const nodeOf = (node: number) => (node % 2 ? other : first);
  return {
    ...first,
    databases,
    /** Calls one of the two nodes; even numbers are the first. */
    rest: (node: number, ...request: Parameters<TestApp['rest']>) =>
      nodeOf(node).rest(...request),
    graphql: (node: number, ...request: Parameters<TestApp['graphql']>) =>
      nodeOf(node).graphql(...request),
    /** A separate connection. */
    session: () => connectedClient(url),
    async close() {
      await Promise.all([first.app.close(), second.close()]);
      await Promise.all(databases.map((one) => one.close()));
      await drop();
    },
  };
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** So many calls at once, each with its number. */
export const atOnce = <Result>(count: number, call: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

/** How many responses have each status. */
export const statuses = (answers: readonly { readonly status: number }[]) =>
  tally(answers.map(({ status }) => status));

/** How many there are of each. */
export const tally = (values: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};
