// Tells which growing tables were read whole, by PostgreSQL's own count of sequential scans.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { GROWING } from '../../../../support/fill.ts';
import type { Row } from '../../drill.ts';

/** A backend reports its counts a second after the last time, or when it ends. */
const REPORTED_MILLISECONDS = 1_500;

type Counts = ReadonlyMap<string, { readonly scans: number; readonly rows: number }>;

async function countScans(client: pg.Client): Promise<Counts> {
  await delay(REPORTED_MILLISECONDS);
  const { rows } = await client.query<{ table: string; scans: number; rows: number }>(
    `
    SELECT relname AS table, seq_scan::float8 AS scans, seq_tup_read::float8 AS rows FROM pg_stat_user_tables
    WHERE relname = ANY($1)`,
    [GROWING],
  );
  return new Map(rows.map(({ table, ...counts }) => [table, counts]));
}

/**
 * The rows of a part of the drill, and one more if it read a growing table whole. Its processes have ended, so that all their
 * scans are counted.
 */
export async function withScans(client: pg.Client, part: string, work: () => Promise<readonly Row[]>): Promise<Row[]> {
  const before = await countScans(client);
  const rows = [...(await work())];
  for (const [table, { scans, rows: read }] of await countScans(client)) {
    const failed = scans - (before.get(table)?.scans ?? 0);
    const tuples = read - (before.get(table)?.rows ?? 0);
    if (failed === 0 || tuples === 0) continue;
    const what = `${part}: ${table} read whole, ${tuples} rows`;
    rows.push({ what, sent: failed, answered: 0, failed, lost: 0, slowestMilliseconds: 0 });
  }
  return rows;
}
