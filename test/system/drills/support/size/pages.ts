// Every page of the dashboard, for the user with many rows: the tokens, the usage of a month, refused requests.

import { DASHBOARD_PATHS, DOCS_PATHS } from '../../../../../src/paths.ts';
import type { Service } from '../../../../process/service.ts';
import { createVisitor } from '../../../../sites/dashboard/visitor.ts';
import type { TestApp } from '../../../../support/app.ts';
import type { Row } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';
import { timed } from './timed.ts';

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
