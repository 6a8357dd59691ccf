// `npm run seed`: one JSON object for scripts, clear lines for developers.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { DEMO_IDS } from '../../src/demo/demo-data.ts';
import { createTestApp } from '../support/app.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { TARGET_ALONE } from './service.ts';

let database: FreshPostgres;
beforeAll(async () => {
  database = await freshPostgres();
});
afterAll(() => database.drop());

const seed = (args: string[], variables: Record<string, string> = {}) =>
  runInTurn('src/commands/seed.ts', args, { DATABASE_URL: database.url, ...variables });

async function seedJson() {
  const { code, stdout, stderr } = await seed(['--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(TARGET_ALONE) });
  return JSON.parse(stdout);
}

const person = (email: string) => ({
  email,
  password: expect.any(String),
  token: expect.stringMatching(/^svc_test_[0-9A-Za-z]{30,}$/),
});
const DEMO = {
  environment: 'test',
  users: {
    owner: person('owner@example.com'),
    tenant: person('tenant@example.com'),
    rival: person('rival@example.com'),
    reader: person('reader@example.com'),
  },
  expiredToken: expect.stringMatching(/^svc_test_/),
  revokedToken: expect.stringMatching(/^svc_test_/),
};

/** Everything except the tokens, which are new in every run. */
const withoutTokens = (demo: object) =>
  JSON.parse(JSON.stringify(demo).replaceAll(/svc_test_\w+/g, ''));

test('prints exactly one JSON object, fills an empty database, and only adds new tokens when repeated', async () => {
  const first = await seedJson();
  expect(first).toEqual(DEMO);
  const second = await seedJson();
  expect(withoutTokens(second)).toEqual(withoutTokens(first));
  expect(second.users.owner.token).not.toBe(first.users.owner.token);
});

test('its tokens work as their names say', async () => {
  const demo = await seedJson();
  const app = await createTestApp({
    database: await openDatabase({ databaseUrl: database.url, dataDir: '' }),
  });
  const status = async (path: string, value: string, method = 'GET', body?: object) =>
    (await app.rest(method, path, body, { token: value })).status;
  const { owner, tenant, rival, reader } = demo.users;
  const { tent, readers } = DEMO_IDS.products;
  const { unpaid } = DEMO_IDS.rentals;
  expect(await status(`/product/${tent}`, owner.token)).toBe(200);
  expect(await status(`/product/${tent}`, rival.token)).toBe(403);
  expect(await status(`/product/${tent}`, demo.revokedToken)).toBe(401);
  const { headers } = await app.rest('GET', `/product/${tent}`, undefined, {
    token: demo.expiredToken,
  });
  expect(headers.get('www-authenticate')).toContain('The token has expired');
  expect(await status(`/rental/${unpaid}`, tenant.token)).toBe(200);
  expect(await status(`/rental/${unpaid}`, rival.token)).toBe(403);
  expect(await status(`/product/${readers}`, reader.token)).toBe(200);
  expect(await status(`/product/${readers}`, reader.token, 'PUT', { product: {} })).toBe(403);
  await app.close();
});

test('where others can reach the deployment, prints a random password for the owner once, and none for the others', async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const passwords = async () => {
    const { stdout } = await seed(['--json'], { HOST: '0.0.0.0', DATABASE_URL: url });
    return Object.values<{ password?: string }>(JSON.parse(stdout).users).map(
      ({ password }) => password,
    );
  };
  const random = expect.stringMatching(/^[\w-]{24}$/);
  expect(await passwords()).toEqual([random, undefined, undefined, undefined]);
  expect(await passwords()).toEqual([undefined, undefined, undefined, undefined]);
});

test('a database with other users gets no demo data', async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  await db.user.create({ data: { name: 'Ada', email: 'ada@example.com' } });
  expect(await seed([], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database has other users'),
  });
  expect(await db.user.count()).toBe(1);
  await close();
});

test('is rejected in live, before it opens the database', async () => {
  const { code, stdout, stderr } = await seed(['--json'], {
    SERVICE_ENVIRONMENT: 'live',
    DATABASE_URL: 'postgres://localhost:1/none',
  });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('Live');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
