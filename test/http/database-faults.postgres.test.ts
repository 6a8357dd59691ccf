// The database is down, silent, locked or slow: every request is answered within 5 s, done or 503, and all is well after its return.
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { BASE, budget } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { type ServedApp, serveTestApp } from './served-app.ts';

/** Milliseconds after which the agent closes an idle socket: before the service does, or a request could meet that end. */
const IDLE_SOCKET = 2_000;

let server: Awaited<ReturnType<typeof freshPostgres>>;
let proxy: TcpProxy;
let app: ServedApp;
let id: number;
let agent: Agent;
beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', logger: { info() {}, warn() {} } });
  app = await serveTestApp({ database, config: { throttle: budget(1_000_000) } });
  id = (await app.product()).id;
  agent = new Agent({ keepAlive: true, timeout: IDLE_SOCKET });
});
afterEach(async () => {
  agent.destroy();
  await proxy.back();
  await app.close();
  await proxy.close();
  await server.drop();
});

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: looked into by its surface
  readonly body: any;
}

function send(method: string, path: string, body?: object, token = app.owner.token): Promise<Answer> {
  const start = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: app.port, agent, method, path, headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        milliseconds: performance.now() - start,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const PRODUCT = { title: 'Tent', rent: 1, sku: 's' };
const QUERY = 'query ($id: ID!) { product(id: $id) { id } }';
const MUTATION = 'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';
const QUANTITIES = [1, 2, 3];

/** One request of each kind. */
const requests = (): Record<string, () => Promise<Answer>> => ({
  'GET /product': () => send('GET', `${BASE}/product/${id}`),
  'GET /rental': () => send('GET', `${BASE}/rental/1`),
  'PUT /product': () => send('PUT', `${BASE}/product/${id}`, { product: { title: 'b' } }),
  'POST /product': () => send('POST', `${BASE}/product`, { product: PRODUCT }),
  'POST /bundle': () =>
    send('POST', `${BASE}/bundle`, {
      bundle: { title: 'a', items: QUANTITIES.map((quantity) => ({ ad_id: id, quantity })) },
    }),
  'an unknown token': () => send('GET', `${BASE}/product/${id}`, undefined, createTokenValue('test')),
  query: () => send('POST', '/graphql', { query: QUERY, variables: { id } }),
  mutation: () => {
    const input = { title: 'a', items: QUANTITIES.map((quantity) => ({ adId: `${id}`, quantity })) };
    return send('POST', '/graphql', { query: MUTATION, variables: { input } });
  },
  readyz: () => send('GET', '/readyz'),
});

const burst = async (times: number) =>
  Promise.all(
    Object.entries(requests()).flatMap(([name, request]) =>
      Array.from({ length: times }, async () => ({ name, ...(await request()) })),
    ),
  );

/** The answer to a request while the database does not answer. */
function expectUnavailable({ name, status, headers, milliseconds, body }: Answer & { name: string }): void {
  expect(status, name).toBe(503);
  expect(milliseconds, name).toBeLessThan(EVENTUALLY);
  expect(headers['x-api-version'], name).toBe(NEWEST_VERSION);
  expect(Number(headers['retry-after']), name).toBeGreaterThanOrEqual(1);
  expect(headers['content-type'], name).toMatch(/json/);
  if (name === 'query' || name === 'mutation') {
    expect(body.errors[0], name).toMatchObject({
      message: 'Service temporarily unavailable',
      extensions: { code: 'UNAVAILABLE' },
    });
  } else if (name !== 'readyz') expect(body, name).toEqual({ error: 'Service temporarily unavailable' });
}

async function expectOutage(): Promise<void> {
  for (const answer of await burst(4)) expectUnavailable(answer);
  // It is up itself, and says so.
  expect((await send('GET', '/healthz')).status).toBe(200);
  expect((await send('GET', '/nowhere')).status).toBe(404);
  expect((await send('GET', `${BASE}/product/1`, undefined, 'nonsense')).status).toBe(401);
}

const WELL = { 'GET /rental': 404, 'POST /product': 201, 'POST /bundle': 201, 'an unknown token': 401 };

const isWell = ({ name, status }: { name: string; status: number }) =>
  status === ((WELL as Record<string, number>)[name] ?? 200);

async function expectRecovery(): Promise<void> {
  await proxy.back();
  const since = performance.now();
  while (!(await burst(2)).every(isWell)) expect(performance.now() - since).toBeLessThan(EVENTUALLY);
  expect(performance.now() - since).toBeLessThan(EVENTUALLY);
  const again = await burst(4);
  expect(again.filter((answer) => !isWell(answer))).toEqual([]);
  await expectNoLeak();
}

async function expectNoLeak(): Promise<void> {
  const { pool } = app.database;
  await vi.waitFor(() => expect(pool).toMatchObject({ waitingCount: 0, idleCount: pool?.totalCount }), EVENTUALLY);
  expect(pool?.totalCount).toBeLessThanOrEqual(10);
}

/** A session past the proxy, to make trouble with. */
async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('it is down: 503 on everything that needs it, and back soon', async () => {
  await burst(2);
  await proxy.down();
  await expectOutage();
  await expectRecovery();
});

test('it accepts connections and falls silent: the same', async () => {
  await burst(2);
  proxy.silence();
  await expectOutage();
  await expectOutage();
  await expectRecovery();
});

test('it falls silent while requests are under way: the same', async () => {
  await burst(2);
  const underWay = burst(6);
  await delay(20);
  proxy.silence();
  for (const { status, milliseconds } of await underWay) {
    expect([200, 201, 401, 404, 503]).toContain(status);
    expect(milliseconds).toBeLessThan(EVENTUALLY);
  }
  await expectRecovery();
});

test('tables that are locked for long: writes end in 503 within 5 s, and nothing was written twice', async () => {
  const holder = await session();
  const before = await app.db.product.count();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
  const writes = requests();
  const answers = await Promise.all(
    ['POST /product', 'POST /bundle', 'PUT /product', 'mutation'].map(async (name) => ({
      name,
      ...(await (writes[name] as () => Promise<Answer>)()),
    })),
  );
  for (const answer of answers) expectUnavailable(answer);
  expect((await send('GET', `${BASE}/product/${id}`)).status).toBe(200);
  await holder.query('ROLLBACK');
  await holder.end();
  expect(await app.db.product.count()).toBe(before);
  await expectRecovery();
});

test('the server ends every connection, again and again: no request is answered 500', async () => {
  const admin = await session();
  let ending = true;
  const ended = (async () => {
    while (ending) {
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await delay(30);
    }
  })();
  const statuses = new Set<number>();
  for (let times = 0; times < 8; times++) for (const { status } of await burst(3)) statuses.add(status);
  ending = false;
  await ended;
  await admin.end();
  expect([...statuses].filter((status) => ![200, 201, 401, 404, 503].includes(status))).toEqual([]);
  await expectRecovery();
});

/** Bundles without all of their items. */
async function halfBundles(): Promise<unknown[]> {
  const bundles = await app.db.product.findMany({ where: { type: 'BUNDLE' }, include: { items: true } });
  return bundles.filter(({ items }) => items.length !== QUANTITIES.length);
}

test.each([300, 500, 700, 1_000, 2_500])(
  'round trips of %d ms: requests are done or 503, bundles whole',
  async (roundTrip) => {
    // Connections are open when the latency begins, as after a start in better times.
    await burst(1);
    proxy.slowDown(roundTrip);
    for (const answer of [...(await burst(1)), ...(await burst(2))]) {
      expect(isWell(answer) || answer.status === 503, `${answer.name} ${answer.status}`).toBe(true);
      expect(answer.milliseconds, answer.name).toBeLessThan(EVENTUALLY);
    }
    await proxy.back();
    await expect.poll(halfBundles).toEqual([]);
    await expect.poll(async () => (await send('GET', `${BASE}/product/${id}`)).status).toBe(200);
  },
);

test('a read takes two round trips, and is answered when each takes a second', async () => {
  await burst(1);
  proxy.slowDown(1_000);
  expect((await send('GET', `${BASE}/product/${id}`)).status).toBe(200);
});
