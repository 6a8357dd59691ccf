// A PostgreSQL server that tells the plan of each statement that it ran, also within triggers and for foreign keys.
import { readFile, stat } from 'node:fs/promises';
import { startPostgresServer } from './postgres-server.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) has it. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of node has fields of its own
type PlanNode = any;

/** How one statement read a table. */
export interface TableRead {
  readonly statement: string;
  readonly table: string;
  /** Such as `Seq Scan`, or `Index Scan` with the name of the index. */
  readonly by: string;
  /** With those that a filter removed. */
  readonly rows: number;
}

export type ExplainedServer = Awaited<ReturnType<typeof startExplainedServer>>;

const SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  log_line_prefix: '',
  autovacuum: 'off',
  // A table that is read whole is one that has no index for the statement.
  enable_seqscan: 'off',
  // A prepared statement has one plan for all users in the long run, whether they have many rows or few.
  plan_cache_mode: 'force_generic_plan',
};

const ENTRY = /^LOG: {2}duration: .*plan:\n((?:\t.*\n)+)/gm;

export async function startExplainedServer() {
  const { url, log, stop } = await startPostgresServer({ settings: SETTINGS });
  return {
    url,
    /** Runs `work`, and tells how the statements that it sent read tables. */
    async readsOf(work: () => Promise<void>): Promise<TableRead[]> {
      const { size } = await stat(log);
      await work();
      const text = (await readFile(log)).subarray(size).toString();
      return [...text.matchAll(ENTRY)].flatMap(([, entry = '']) => {
        const { 'Query Text': statement, Plan: plan } = JSON.parse(entry);
        return nodesOf(plan).flatMap((node) => tableRead(statement, node));
      });
    },
    stop,
  };
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const READS = /Scan$/;

function tableRead(statement: string, node: PlanNode): TableRead[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Actual Loops': loops } = node;
  if (!table || !READS.test(type)) return [];
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [{ statement, table, by: index ? `${type} ${index}` : type, rows: Math.round(each * loops) }];
}
