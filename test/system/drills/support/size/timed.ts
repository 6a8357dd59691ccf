// Rows of the drill `size`: pages and housekeeping.
import { parseConfig } from '../../../../../src/config.ts';
import { openDatabase } from '../../../../../src/database/open-database.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../../../../src/paths.ts';
import { dropOldRows } from '../../../../../src/usage/housekeeping.ts';
import type { Service } from '../../../../process/service.ts';
import { createVisitor } from '../../../../sites/dashboard/visitor.ts';
import type { TestApp } from '../../../../support/app.ts';
import { type Outcome, type Row, rowOf, timed } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';

/** The row of work that is done so often, `within` milliseconds. */
export async function measured(what: string, within: number, work: () => Promise<unknown>, times = 1): Promise<Row> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < times) outcomes.push(await timed(within, work));
  return rowOf(`${what}, within ${within / 1000} s`, outcomes);
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
    rows.push(await measured(path, within, visit, TIMES));
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
    const dropOld = () => dropOldRows(timedStatements, retention);
    const dropped = await measured('housekeeping, half of all rows', within, dropOld);
    const slowestStatement = rowOf('its slowest statement', [{ milliseconds: slowest }]);
    return [dropped, slowestStatement, await measured('housekeeping, no row', NOTHING_OLD_WITHIN, dropOld)];
  } finally {
    await close();
  }
}
