// A PostgreSQL server with many rows, and how statements read its tables, from the plans that it logs.
import { readFile, stat } from 'node:fs/promises';
import { fill } from '../support/fill.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { connectedClient } from '../support/pg-client.ts';
import { startPostgresServer } from '../support/postgres-server.ts';

const ROWS = 8_000;
const SIZE = { users: ROWS, tokens: ROWS, products: ROWS, rentals: ROWS, events: ROWS };
/** The planner is told that tables are this many times larger, because it scans small tables. */
const CLAIMED = 1_000;
/** The number of rows that most users have; user 1 has more products than any statement reads. */
const ROWS_OF_MOST = 10;
const PRODUCTS_OF_OWNER = 6_000;
const OWNED = [
  ['api_tokens', 'user_id'],
  ['products', 'owner_id'],
  ['rentals', 'owner_id'],
  ['rentals', 'tenant_id'],
  ['failed_requests', 'token_id'],
  ['token_usage', 'token_id'],
];

/** The server logs the plan of each statement that it ran, including those in triggers and for foreign keys. */
const SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  log_line_prefix: '',
  autovacuum: 'off',
  // A sequential scan means that no index fits the statement.
  enable_seqscan: 'off',
};

/** How one statement read a table. */
export interface TableRead {
  readonly statement: string;
  readonly table: string;
  /** Such as `Seq Scan`, or `Index Scan` with the name of the index. */
  readonly by: string;
  /** Including those that a filter removed. */
  readonly rows: number;
}

/** A node of a plan, as in EXPLAIN (ANALYZE, FORMAT JSON). */
// biome-ignore lint/suspicious/noExplicitAny: each kind of node has fields of its own
type PlanNode = any;

const ENTRY = /^LOG: {2}duration: .*plan:\n((?:\t.*\n)+)/gm;

export type PlannedServer = Awaited<ReturnType<typeof startPlannedServer>>;

export async function startPlannedServer() {
  const server = await startPostgresServer({ settings: SETTINGS });
  const database = await openPostgres(server.url);
  await fillServer(server.url);
  /** Runs `work` and returns how its statements read tables. */
  async function readsOf(work: () => Promise<void>): Promise<TableRead[]> {
    const { size } = await stat(server.log);
    await work();
    const text = (await readFile(server.log)).subarray(size).toString();
    return [...text.matchAll(ENTRY)].flatMap(([, entry = '']) => {
      const { 'Query Text': statement, Plan: plan } = JSON.parse(entry);
      return scansOf(plan).map((scan) => ({ statement, ...scan }));
    });
  }
  return { url: server.url, database, readsOf, stop: server.stop };
}

function scansOf(node: PlanNode): Omit<TableRead, 'statement'>[] {
  const { Plans = [], 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node;
  const inner = Plans.flatMap(scansOf);
  if (!table || !type.endsWith('Scan')) return inner;
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
  return [{ table, by: index ? `${type} ${index}` : type, rows }, ...inner];
}

async function fillServer(url: string) {
  const client = await connectedClient(url);
  await client.query('SET auto_explain.log_min_duration TO -1');
  await fill((sql) => client.query(sql), {
    ...SIZE,
    ofOwner: { products: PRODUCTS_OF_OWNER, rentals: 50, tokens: 2, days: 24 },
  });
  for (const [table, column] of OWNED) {
    await client.query(
      `ALTER TABLE ${table} ALTER ${column} SET (n_distinct = -${1 / ROWS_OF_MOST})`,
    );
  }
  await client.query('ANALYZE');
  await client.query(
    `UPDATE pg_class SET reltuples = reltuples * ${CLAIMED} WHERE relnamespace = 'public'::regnamespace`,
  );
  await client.end();
}
