// A database that answers each round trip late: a request has one deadline, and ends in 2xx or 503.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { BASE, budget } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { type ServedApp, serveTestApp } from './served-app.ts';

const ITEMS = 3;

let server: Awaited<ReturnType<typeof freshPostgres>>;
let proxy: TcpProxy;
let app: ServedApp;
let ids: number[];
beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', logger: { info() {}, warn() {} } });
  app = await serveTestApp({ database, config: { throttle: budget() } });
  const products = await Promise.all(Array.from({ length: ITEMS }, () => app.product()));
  ids = products.map(({ id }) => id);
});
afterEach(async () => {
  await proxy.back();
  await app.close();
  await proxy.close();
  await server.drop();
});

async function send(method: string, path: string, body?: object) {
  const start = performance.now();
  const headers = { Authorization: `Bearer ${app.owner.token}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${app.origin}${path}`, init);
  const text = await response.text();
  return { name: `${method} ${path}`, status: response.status, text, milliseconds: performance.now() - start };
}

const bundle = () => ({ bundle: { title: 'Camp', items: ids.map((id) => ({ ad_id: id, quantity: 1 })) } });
const MUTATION = 'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';
const inDomainNames = () => ({ title: 'Camp', items: ids.map((adId) => ({ adId, quantity: 1 })) });

/** Each kind of request once. */
const requests = () => [
  send('GET', `${BASE}/product/${ids[0]}`),
  send('PUT', `${BASE}/product/${ids[1]}`, { product: { title: 'Boat' } }),
  send('POST', `${BASE}/product`, { product: { title: 'Tent', rent: 1, sku: 's' } }),
  send('POST', `${BASE}/bundle`, bundle()),
  send('POST', '/graphql', { query: `{ product(id: ${ids[0]}) { id } }` }),
  send('POST', '/graphql', { query: MUTATION, variables: { input: inDomainNames() } }),
];

/** Bundles without all of their items. */
async function halfBundles(): Promise<unknown[]> {
  const bundles = await app.db.product.findMany({ where: { type: 'BUNDLE' }, include: { items: true } });
  return bundles.filter(({ items }) => items.length !== ITEMS);
}

test.each([300, 500, 700, 1_000, 2_500])('with round trips of %d ms', async (roundTrip) => {
  // Connections are open when the latency begins, as after a start in better times.
  await Promise.all(requests());
  proxy.slowDown(roundTrip);
  const answers = [...(await Promise.all(requests())), ...(await Promise.all([...requests(), ...requests()]))];
  expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(answers.filter(({ milliseconds }) => milliseconds > EVENTUALLY)).toEqual([]);
  await proxy.back();
  await expect.poll(halfBundles).toEqual([]);
  await expect.poll(async () => (await send('GET', `${BASE}/product/${ids[0]}`)).status).toBe(200);
});

test('a read takes two round trips, and is answered when each takes a second', async () => {
  await Promise.all(requests());
  proxy.slowDown(1_000);
  expect((await send('GET', `${BASE}/product/${ids[0]}`)).status).toBe(200);
});
