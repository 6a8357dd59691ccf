// Rows of the drill `size`: pages, housekeeping, and every operator command in its own process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createSignInLink } from '../../../../../src/accounts/sign-in-links.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../../../../src/paths.ts';
import { dropOldRows } from '../../../../../src/usage/housekeeping.ts';
import type { Service } from '../../../../process/service.ts';
import { createVisitor } from '../../../../sites/dashboard/visitor.ts';
import { openPostgres } from '../../../../support/open-postgres.ts';
import { operator } from '../../../../support/operator.ts';
import { type RanOperation, type Row, rowOf, timed } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';

/** The row of work that is done this often, `within` milliseconds. */
export async function measured(
  what: string,
  within: number,
  work: () => Promise<unknown>,
  times = 1,
): Promise<Row> {
  const ranOperations: RanOperation[] = [];
  while (ranOperations.length < times) ranOperations.push(await timed(within, work));
  return rowOf(`${what}, within ${within / 1000} s`, ranOperations);
}

const ROOT = join(import.meta.dirname, '../../../../..');

const PAGE_WITHIN = 300;
const TIMES = 3;
const TOKEN = 2;

const PAGES = [
  DASHBOARD_PATHS.settings,
  DASHBOARD_PATHS.endedTokens,
  DASHBOARD_PATHS.newToken,
  DASHBOARD_PATHS.token(TOKEN),
  DASHBOARD_PATHS.renameToken(TOKEN),
  DASHBOARD_PATHS.rollToken(TOKEN),
  DASHBOARD_PATHS.revokeToken(TOKEN),
  DASHBOARD_PATHS.usage,
  DASHBOARD_PATHS.requests,
  `${DASHBOARD_PATHS.requests}?token=${TOKEN}`,
  DASHBOARD_PATHS.account,
  DOCS_PATHS.guides,
];

/** Each page is read once before it is timed, because the first request loads its site's code. */
export async function visitPages(
  { origin }: Service,
  { url, owner }: FilledServer,
): Promise<Row[]> {
  const relocated = (request: Request) =>
    new Request(request.url.replace(/^http:\/\/localhost/, origin), request);
  const visitor = createVisitor({ app: { fetch: (request) => fetch(relocated(request)) } });
  const { db, close } = await openPostgres(url);
  await visitor.signIn(await createSignInLink(operator(db), owner.id));
  await close();
  const rows: Row[] = [];
  for (const path of PAGES) {
    const visit = async () => {
      const { status } = await visitor.get(path);
      if (status !== 200) throw new Error(`answered ${status}`);
    };
    await visit().catch(() => {});
    rows.push(await measured(path, PAGE_WITHIN, visit, TIMES));
  }
  return rows;
}

const ROWS_OF_UNIT = 1_000_000;
/** For each 10⁶ rows that are kept or deleted. */
const DROPPED_WITHIN = 20_000;
const TABLES = 4;
const NOTHING_OLD_WITHIN = 1_000;

export async function keepHouse({ url, size }: FilledServer): Promise<Row[]> {
  const { db, close } = await openPostgres(url);
  try {
    const within =
      NOTHING_OLD_WITHIN + (DROPPED_WITHIN * TABLES * size.events) / ROWS_OF_UNIT;
    const dropOld = () => dropOldRows(db);
    const dropped = await measured('housekeeping, half of all rows', within, dropOld);
    return [dropped, await measured('housekeeping, no row', NOTHING_OLD_WITHIN, dropOld)];
  } finally {
    await close();
  }
}

const COMMAND_WITHIN = 5_000;
/** For each 10⁶ rows. */
const LONG_WITHIN = 60_000;
const ERASE_WITHIN = 120_000;

const COMMANDS = [
  'migrate',
  'token create --email user23@example.com --name Till',
  'token list --email user23@example.com',
  'user create --email new@example.com --name New',
  'user sign-in --email user23@example.com',
  'user permissions --email user23@example.com --permissions read',
  'user disable --email user23@example.com --yes',
  'user enable --email user23@example.com --yes',
];
/** Those that print every row of a table. */
const LONG = ['token list', 'user list'];

/** Drops what the command prints, which is longer than any string for millions of rows. */
async function runOn(url: string, command: string): Promise<void> {
  const [name, ...words] = command.split(' ');
  const child = spawn(process.execPath, [join(ROOT, `src/commands/${name}.ts`), ...words], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

export async function runCommands({ url, size }: FilledServer): Promise<Row[]> {
  const long = COMMAND_WITHIN + (LONG_WITHIN * size.tokens) / ROWS_OF_UNIT;
  const rows: Row[] = [];
  for (const command of [...COMMANDS, ...LONG]) {
    const within = LONG.includes(command) ? long : COMMAND_WITHIN;
    rows.push(await measured(`npm run ${command}`, within, () => runOn(url, command)));
  }
  return rows;
}

/** The user with 10⁵ products, 200 tokens and their usage. */
export const eraseOwner = async ({ url, owner }: FilledServer): Promise<Row[]> => [
  await measured('npm run user erase, of the owner', ERASE_WITHIN, () =>
    runOn(url, `user erase --email ${owner.email} --yes`),
  ),
];
