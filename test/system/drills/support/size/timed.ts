// Rows of the drill `size`: pages, housekeeping, and statements that read a table whole.

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { parseConfig } from '../../../../../src/config.ts';
import { openDatabase } from '../../../../../src/database/open-database.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../../../../src/paths.ts';
import { dropOldRows } from '../../../../../src/usage/housekeeping.ts';
import type { Service } from '../../../../process/service.ts';
import { createVisitor } from '../../../../sites/dashboard/visitor.ts';
import type { TestApp } from '../../../../support/app.ts';
import { GROWING } from '../../../../support/fill.ts';
import type { Row } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';

/** `within` is in milliseconds. An error fails the row and is told on stderr. */
export async function timed(what: string, within: number, work: () => Promise<unknown>, times = 1): Promise<Row> {
  const row = { what: `${what}, within ${within / 1000} s`, sent: times, answered: 0, failed: 0, lost: 0 };
  let slowestMilliseconds = 0;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    const isDone = await work().then(
      () => true,
      (error: unknown) => process.stderr.write(`${what}: ${error}\n`) && false,
    );
    const milliseconds = performance.now() - start;
    slowestMilliseconds = Math.max(slowestMilliseconds, milliseconds);
    if (isDone && milliseconds <= within) row.answered++;
    else row.failed++;
  }
  return { ...row, slowestMilliseconds };
}

const PAGE_WITHIN = 300;
/** Its 20,000 rows are sent while they are read. */
const CSV_WITHIN = 2_000;
const TIMES = 3;
const TOKEN = 2;

const PAGES: Readonly<Record<string, number>> = {
  [DASHBOARD_PATHS.settings]: PAGE_WITHIN,
  [`${DASHBOARD_PATHS.settings}?name=till&sort=used&page=2`]: PAGE_WITHIN,
  [DASHBOARD_PATHS.newToken]: PAGE_WITHIN,
  [DASHBOARD_PATHS.token(TOKEN)]: PAGE_WITHIN,
  [`${DASHBOARD_PATHS.token(TOKEN)}?period=30d`]: PAGE_WITHIN,
  [DASHBOARD_PATHS.renameToken(TOKEN)]: PAGE_WITHIN,
  [DASHBOARD_PATHS.rollToken(TOKEN)]: PAGE_WITHIN,
  [DASHBOARD_PATHS.revokeToken(TOKEN)]: PAGE_WITHIN,
  [DASHBOARD_PATHS.usage]: PAGE_WITHIN,
  [`${DASHBOARD_PATHS.usage}?period=30d`]: PAGE_WITHIN,
  [`${DASHBOARD_PATHS.usageCsv}?period=24h`]: CSV_WITHIN,
  [`${DASHBOARD_PATHS.usageCsv}?period=30d`]: CSV_WITHIN,
  [DASHBOARD_PATHS.requests]: PAGE_WITHIN,
  [`${DASHBOARD_PATHS.requests}?status=400&code=VALIDATION_FAILED`]: PAGE_WITHIN,
  [DASHBOARD_PATHS.versions]: PAGE_WITHIN,
  [DASHBOARD_PATHS.account]: PAGE_WITHIN,
  [DOCS_PATHS.guides]: PAGE_WITHIN,
};

/** Each page is read once before it is timed: the first request loads the code of its site. */
export async function visitPages({ origin }: Service, { owner }: FilledServer): Promise<Row[]> {
  const visitor = createVisitor({ app: { fetch: (request) => fetch(relocated(request, origin)) } } as TestApp);
  await visitor.signIn(owner.email, owner.password);
  const rows: Row[] = [];
  for (const [path, within] of Object.entries(PAGES)) {
    const visit = async () => {
      const { status } = await visitor.get(path);
      if (status !== 200) throw new Error(`answered ${status}`);
    };
    await visit().catch(() => {});
    rows.push(await timed(path, within, visit, TIMES));
  }
  return rows;
}

const relocated = (request: Request, origin: string) =>
  new Request(request.url.replace(/^http:\/\/localhost/, origin), request);

/** For each 10⁶ rows that are kept or dropped. */
const DROPPED_WITHIN = 20_000;
const ROWS_OF_UNIT = 1_000_000;
const TABLES = 5;
const NOTHING_OLD_WITHIN = 1_000;

export async function keepHouse({ url, size }: FilledServer): Promise<Row[]> {
  const { retention } = parseConfig({});
  const { statements, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  let slowest = 0;
  const timedStatements = {
    async write(...statement: Parameters<typeof statements.write>) {
      const start = performance.now();
      const rows = await statements.write(...statement);
      slowest = Math.max(slowest, performance.now() - start);
      return rows;
    },
  };
  try {
    const within = NOTHING_OLD_WITHIN + (DROPPED_WITHIN * TABLES * size.events) / ROWS_OF_UNIT;
    const dropped = await timed('housekeeping, half of all rows', within, () =>
      dropOldRows(timedStatements, retention),
    );
    const again = await timed('housekeeping, no row', NOTHING_OLD_WITHIN, () => dropOldRows(statements, retention));
    const what = 'its slowest statement';
    return [dropped, again, { ...dropped, what, failed: 0, answered: 1, slowestMilliseconds: slowest }];
  } finally {
    await close();
  }
}

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
