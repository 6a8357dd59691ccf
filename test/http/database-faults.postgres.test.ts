// If the database is down, silent, locked or slow, every request is answered in time, done or 503, the log says why
// once (D51), and everything recovers.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { withDeadline } from '../../src/request-scope.ts';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { type LogLine, recordedLog, silentLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { connectedClient } from '../support/pg-client.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let server: FreshPostgres;
let proxy: TcpProxy;
let app: TestApp;
let id: number;
/** A session that bypasses the proxy, to cause trouble. */
let other: pg.Client;
let logged: () => LogLine[];
const probe = { reachable: async (urls: readonly string[]) => urls.map(() => true) };
beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  const log = recordedLog('trace');
  ({ logged } = log);
  const database = await openPostgres(proxy.url, { logger: silentLog() });
  app = await createTestApp({ database, logger: log.logger, imageProbe: probe });
  id = (await app.product()).id;
  other = await connectedClient(server.url, 'psql');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await proxy.back();
  await other.end();
  await app.close();
  await proxy.close();
  await server.drop();
});

const PRODUCT = { title: 'Tent', rent: 1, sku: 's' };
const MUTATION =
  'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';
const QUANTITIES = [1, 2, 3];
const create = () => app.createProduct(PRODUCT);
const read = (token = app.owner.token) => app.readProduct(id, { token });

const WRITES: Record<string, () => Promise<Answer>> = {
  'POST /product': create,
  'PUT /product': () => app.updateProduct(id, { title: 'b' }),
  'POST /bundle': () =>
    app.rest('POST', '/bundle', {
      bundle: { title: 'a', items: QUANTITIES.map((quantity) => ({ ad_id: id, quantity })) },
    }),
  mutation: () => {
    const items = QUANTITIES.map((quantity) => ({ adId: `${id}`, quantity }));
    return app.graphql(MUTATION, { input: { title: 'a', items } });
  },
};
const REQUESTS: Record<string, () => Promise<Answer>> = {
  ...WRITES,
  'GET /product': () => read(),
  'GET /rental': () => app.rest('GET', '/rental/1'),
  'an unknown token': () => read(createTokenValue('test')),
  query: () => app.graphql('query ($id: ID!) { product(id: $id) { id } }', { id }),
  readyz: () => app.call('/readyz', {}),
};

type Named = Answer & { readonly name: string };

/** This many requests of each kind. */
const burst = (times: number, requests = REQUESTS): Promise<Named[]> =>
  Promise.all(
    Object.entries(requests).flatMap(([name, request]) =>
      Array.from({ length: times }, async () => ({ name, ...(await request()) })),
    ),
  );

function expectUnavailable({ name, status, headers, body }: Named): void {
  expect(status, name).toBe(503);
  expect(headers.get('x-api-version'), name).toBe(NEWEST_VERSION);
  expect(Number(headers.get('retry-after')), name).toBeGreaterThanOrEqual(1);
  const message = 'Service temporarily unavailable';
  if (name === 'query' || name === 'mutation')
    expect(body.errors, name).toMatchObject([
      { message, extensions: { code: 'UNAVAILABLE' } },
    ]);
  else if (name !== 'readyz') expect(body, name).toEqual({ error: message });
}

async function expectOutage(): Promise<void> {
  for (const answer of await burst(4)) expectUnavailable(answer);
  // Health checks still succeed.
  expect((await app.call('/healthz', {})).status).toBe(200);
  expect((await app.call('/nowhere', {})).status).toBe(404);
  expect((await read('nonsense')).status).toBe(401);
}

const CREATED = ['POST /product', 'POST /bundle'];
const WELL: Record<string, number> = { 'GET /rental': 404, 'an unknown token': 401 };
const isWell = ({ name, status }: Named) =>
  status === (CREATED.includes(name) ? 201 : (WELL[name] ?? 200));
const isWellOr503 = (answer: Named) => isWell(answer) || answer.status === 503;

async function expectRecovery(): Promise<void> {
  await proxy.back();
  await expect.poll(async () => (await burst(2)).every(isWell)).toBe(true);
  expect((await burst(4)).filter((answer) => !isWell(answer))).toEqual([]);
  const { pool } = app.database;
  await vi.waitFor(
    () => expect(pool).toMatchObject({ waitingCount: 0, idleCount: pool?.totalCount }),
    EVENTUALLY,
  );
  expect(pool?.totalCount).toBeLessThanOrEqual(10);
}

const causes = () => logged().filter(({ msg }) => msg.startsWith('503: '));

const expectCause = (fields: object) =>
  expect.poll(causes).toContainEqual(expect.objectContaining({ level: 'warn', ...fields }));

test('when it is down, everything that needs it returns 503 without a logged stack, and recovers quickly', async () => {
  await burst(2);
  await proxy.down();
  await expectOutage();
  expect((await read()).status).toBe(503);
  expect((await createVisitor(app).open('/sign-in/link?key=x')).status).toBe(503);
  await expectCause({
    msg: '503: no connection to the database',
    'error.type': 'no_connection',
    'exception.message': expect.stringMatching(
      /^no server is listening there\. .*DATABASE_URL/,
    ),
    'owner_api.requests': 1,
  });
  const others = logged().filter(({ msg }) => !msg.includes('usage not written'));
  expect(JSON.stringify(others)).not.toMatch(/stacktrace|node_modules/);
  await expectRecovery();
});

test('when it accepts connections but falls silent, the same applies', async () => {
  await burst(2);
  proxy.silence();
  await expectOutage();
  await expectOutage();
  await expectCause({ 'error.type': 'silent' });
  await expectRecovery();
});

test("with a locked table, writes return 503 and aren't done", async () => {
  const before = await app.db.product.count();
  await other.query('BEGIN');
  await other.query('LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
  for (const answer of await burst(1, WRITES)) expectUnavailable(answer);
  expect((await read()).status).toBe(200);
  await expectCause({ 'error.type': 'table_locked' });
  await other.query('ROLLBACK');
  expect(await app.db.product.count()).toBe(before);
  await expectRecovery();
});

const NO_SPACE = 'could not extend file "pg_tblspc/1/2": No space left on device';

test.each([
  [
    'a full disk, as PostgreSQL reports it for one tablespace',
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION '${NO_SPACE}' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`,
    { 'error.type': 'disk_full', 'exception.message': NO_SPACE },
  ],
  [
    'the end of the IDs of a table: an error that says what to do',
    "SELECT setval('products_id_seq', 2147483647)",
    {
      level: 'error',
      'error.type': 'ids_used_up',
      'exception.message': expect.stringMatching(
        /products_id_seq.*\(2147483647\)\. Restart the sequence /,
      ),
    },
  ],
])('%s', async (_, sql, cause) => {
  await other.query(sql);
  expect((await create()).status).toBe(503);
  await expectCause(cause);
});

test('too much work by one user, and work that takes too long; every 503 is counted', async () => {
  const probed = vi.spyOn(probe, 'reachable').mockReturnValue(new Promise(() => {}));
  const product = { ...PRODUCT, images: [{ src: 'https://images.example.com/a.webp' }] };
  const requests = (count: number) => () =>
    Promise.all(Array.from({ length: count }, () => app.createProduct(product)));
  // As many as one user may have in work, then others; the surrounding deadlines are earlier than theirs.
  const first = withDeadline(1_500, requests(32));
  await vi.waitFor(() => expect(probed).toHaveBeenCalledTimes(32), EVENTUALLY);
  const others = await withDeadline(200, requests(8));
  const statuses = [...others, ...(await first)].map(({ status }) => status);
  expect(statuses).toEqual(Array(40).fill(503));
  await app.app.close();
  const types = causes().map((line) => [line.msg, line['error.type']]);
  expect(types).toContainEqual([
    '503: a user has too many concurrent requests',
    'user_slots',
  ]);
  expect(types).toContainEqual(['503: a request ran out of time', 'deadline']);
  expect(causes().reduce((sum, line) => sum + line['owner_api.requests'], 0)).toBe(40);
});

test('a simulated 503 has no cause (D47)', async () => {
  await app.readProduct(1, { headers: { Prefer: 'code=503' } });
  await app.app.close();
  expect(causes()).toEqual([]);
});

test('the server closes every connection repeatedly: no request returns 500', async () => {
  let ending = true;
  const ended = (async () => {
    while (ending) {
      await other.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await delay(30);
    }
  })();
  for (let times = 0; times < 8; times++)
    expect((await burst(3)).filter((answer) => !isWellOr503(answer))).toEqual([]);
  ending = false;
  await ended;
  await expectRecovery();
});

/** Bundles that lack some of their items. */
async function halfBundles(): Promise<unknown[]> {
  const bundles = { where: { type: 'BUNDLE' }, include: { items: true } } as const;
  const found = await app.db.product.findMany(bundles);
  return found.filter(({ items }) => items.length !== QUANTITIES.length);
}

test.each([1_000, 2_500])(
  'with round trips of %d ms, requests succeed or return 503, bundles are complete, and a read takes two',
  async (roundTrip) => {
    // Connections are opened before the latency begins, as after a normal start.
    await burst(1);
    proxy.slowDown(roundTrip);
    if (roundTrip === 1_000) expect((await read()).status).toBe(200);
    for (const times of [1, 2])
      expect((await burst(times)).filter((answer) => !isWellOr503(answer))).toEqual([]);
    await proxy.back();
    await expect.poll(halfBundles).toEqual([]);
    await expect.poll(async () => (await read()).status).toBe(200);
  },
);
