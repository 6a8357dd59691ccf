// Every statement of the service, its pages, its housekeeping and its commands uses an index to read tables that
// grow.
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findUserOf } from '../../src/accounts/identities.ts';
import { createSignInLink } from '../../src/accounts/sign-in-links.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { parseConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { PEOPLE } from '../../src/demo/demo-data.ts';
import { DASHBOARD_PATHS } from '../../src/paths.ts';
import { prepareDatabase } from '../../src/process/prepare-database.ts';
import {
  loadProducts,
  productLengths,
  WHOLE_PRODUCT,
} from '../../src/products/product-rows.ts';
import { dropOldRows } from '../../src/usage/housekeeping.ts';
import { signedIn } from '../sites/dashboard/visitor.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { GROWING, OWNER } from '../support/fill.ts';
import { silentLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { operator } from '../support/operator.ts';
import { RENTAL_DOCUMENT } from '../system/bench/workloads.ts';
import { type PlannedServer, startPlannedServer, type TableRead } from './planned-server.ts';

/** No user in the test has this many rows of a table, and housekeeping deletes no more at once. */
const MOST_READ = 5_000;
/** Tables that have as many rows as there are deployments or releases. */
const SMALL = ['_prisma_migrations', 'deployment'];

let server: PlannedServer;
let app: TestApp;
let token: string;
let reads: TableRead[];
beforeAll(async () => {
  server = await startPlannedServer();
  app = await createTestApp({ database: server.database });
  reads = await server.readsOf(async () => {
    const made = await createToken(app.db, {
      userId: OWNER,
      name: 'T',
      environment: 'test',
      version: NEWEST_VERSION,
    });
    token = made.value;
    await useSurfaces();
    await usePages(made.id);
    await signInAtProvider();
    await runCommands();
    await startAgain();
    await dropOldRows(server.database.db);
  });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

/** Each operation on both APIs, also with a used key and with input that is rejected. */
async function useSurfaces() {
  const headers = { 'Idempotency-Key': 'key' };
  const product = { title: 'Tent', rent: 1, stock_type: 1, quantity: 1 };
  const bundle = { title: 'Camping', items: [{ ad_id: 1, quantity: 1 }] };
  const asked = [
    await app.readProduct(1, { token }),
    await app.rest('GET', '/rental/2', undefined, { token }),
    await app.createProduct(product, { token, headers }),
    await app.createProduct(product, { token, headers }),
    await app.createProduct(product, { token }),
    await app.updateProduct(1, { rent: 2 }, { token }),
    await app.rest('POST', '/bundle', { bundle }, { token }),
    await app.createProduct({}, { token }),
    await app.readProduct(1, { token: `svc_test_${'0'.repeat(34)}` }),
    await app.graphql(RENTAL_DOCUMENT, { id: '2' }, { token }),
    await app.graphql('{ viewer { id name } product(id: 1) { title } }', {}, { token }),
    await app.graphql(
      'mutation { updateProduct(id: 1, input: { rent: 3 }) { success } }',
      {},
      { token },
    ),
  ];
  const { id } = asked.find(({ headers }) => headers.get('location'))?.body ?? {};
  asked.push(
    await app.graphql(
      `{ bundle(id: ${id}) { title items { quantity product { title } } } }`,
      {},
      { token },
    ),
  );
  // Those of a rental with many lines.
  const many = Array.from({ length: 100 }, (_, at) => at + 1);
  await productLengths(app.db, many);
  await loadProducts(app.db, many, WHOLE_PRODUCT);
  const statuses = asked.map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 201, 201, 201, 200, 201, 400, 401, 200, 200, 200, 200]);
}

/** Every page by its path, with and without filters, and the forms of tokens and of the account. */
async function usePages(tokenId: number) {
  const visitor = await signedIn(app, { id: OWNER });
  const link = await createSignInLink(operator(app.db), OWNER);
  expect((await visitor.signIn(link)).status).toBe(303);
  const queries = [
    '',
    '?period=30d',
    '?token=1',
    '?id=own-1',
    '?before=4000',
    '?before=4000&token=1',
  ];
  const paths = Object.values(DASHBOARD_PATHS).map((path) =>
    typeof path === 'string' ? path : path(tokenId),
  );
  for (const path of paths) {
    for (const query of queries)
      expect((await visitor.get(path + query)).status).toBeLessThan(500);
  }
  await visitor.submit(await visitor.get(DASHBOARD_PATHS.newToken), { name: 'Till' });
  for (const form of [
    DASHBOARD_PATHS.renameToken,
    DASHBOARD_PATHS.rollToken,
    DASHBOARD_PATHS.revokeToken,
  ]) {
    await visitor.submit(await visitor.get(form(tokenId)), { name: 'Renamed' });
  }
  await visitor.submit(await visitor.get(DASHBOARD_PATHS.account), {});
}

/** Users' provider accounts: one that is linked and one without a user. */
async function signInAtProvider() {
  const issuer = 'https://accounts.example.com';
  expect(
    await findUserOf(operator(app.db), { issuer, subject: 'sub-7' }, async () => ''),
  ).toBe(8);
  const unknown = findUserOf(
    operator(app.db),
    { issuer, subject: 'new' },
    async () => 'user9@example.com',
  );
  await expect(unknown).rejects.toThrow('unknown');
}

const email = 'user3@example.com';
/** The minimum that each command does; add to it when one does more. */
const COMMANDS = [
  `token create --email ${email} --name Till`,
  `token list --email ${email}`,
  'token list',
  'token revoke --ids-stdin',
  'user create --email new@example.com --name New',
  `user sign-in --email ${email}`,
  'user list',
  `user permissions --email ${email} --permissions read`,
  `user rename --email ${email} --name Renamed`,
  `user unlink --email ${email}`,
  `user disable --email ${email} --yes`,
  `user enable --email ${email} --yes`,
  `user erase --email ${email} --yes`,
  'migrate',
].map((command) => command.split(' '));

async function runCommands() {
  const variables = { DATABASE_URL: server.url, LOG_LEVEL: 'warn' };
  for (const [name, ...args] of COMMANDS) {
    const { code, stderr } = await runInTurn(
      `src/commands/${name}.ts`,
      args,
      variables,
      '15\n',
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }
}

/** A start on the database with all its rows. */
async function startAgain() {
  const config = parseConfig({ DATABASE_URL: server.url });
  const { db, close } = await openDatabase(config);
  await db.user.create({ data: { ...PEOPLE.owner, permissions: [] } });
  await close();
  const { database, demoOwner } = await prepareDatabase(config, silentLog());
  expect(demoOwner).toBeTruthy();
  await database.close();
}

test('every table that grows was read in this test, and the others are known to stay small', async () => {
  const rows = await app.db.$queryRaw<{ name: string }[]>`
    SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()`;
  expect(rows.map(({ name }) => name).sort()).toEqual([...GROWING, ...SMALL].sort());
  expect(GROWING.filter((table) => !reads.some((read) => read.table === table))).toEqual([]);
});

test('every command of the service ran', () => {
  const scripts = Object.values(manifest.scripts).flatMap(
    (script) => /src\/commands\/(.*)\.ts/.exec(script)?.[1] ?? [],
  );
  expect([...new Set(COMMANDS.map(([name]) => name))].sort()).toEqual(scripts.sort());
});

test('no statement scans a growing table or reads more rows than it needs', () => {
  const faults = reads
    .filter(
      ({ table, by, rows }) =>
        GROWING.includes(table) && (by === 'Seq Scan' || rows > MOST_READ),
    )
    .map(({ table, by, rows, statement }) => `${by} of ${table}, ${rows} rows: ${statement}`);
  expect(new Set(faults)).toEqual(new Set());
});
