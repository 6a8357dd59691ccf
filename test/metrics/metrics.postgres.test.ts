// The metrics of a service over real HTTP; accounts/at-rest tests that no client input adds a label value.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildOf } from '../../src/config.ts';
import type { Database } from '../../src/database/db.ts';
import { SURFACE_NAMES } from '../../src/gate/finished-request.ts';
import { CAUSES } from '../../src/gate/unavailable-log.ts';
import { openMetrics } from '../../src/metrics/open-metrics.ts';
import { type ServedApp, serveTestApp } from '../http/served-app.ts';
import { BASE, budget, callsAt } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { scrape, series } from './scrape.ts';

const BUILD = buildOf('abc');
const LOOPBACK = { host: '127.0.0.1', port: 0 };

let database: Database;
let app: ServedApp;
let scraped: Awaited<ReturnType<typeof openMetrics>>;
beforeEach(async () => {
  database = await freshDatabase();
  scraped = await openMetrics(LOOPBACK, BUILD);
  app = await serveTestApp({
    database,
    metrics: scraped.metrics,
    config: { throttle: budget(4) },
  });
});
afterEach(async () => {
  await scraped.stop();
  await app.close();
});

const metrics = () => scrape(scraped.port);

/** The calls of the owner over the socket. */
const calls = () => callsAt({ ...app, token: app.owner.token });
const graphql = (query: string, token?: string) =>
  calls().graphql(query, {}, token === undefined ? {} : { token });
const NEW = { title: 'a', rent: 1, sku: 's' };
const CREATE = 'createProduct(input: { title: "a", rent: 1, sku: "s" }) { success }';

test('what alerts look for begins at 0, because an increase needs a value before it', async () => {
  const samples = await metrics();
  const failed = series(samples, 'owner_api_failed_requests_total');
  const unavailable = series(samples, 'owner_api_unavailable_requests_total');
  expect(Object.keys(failed)).toHaveLength(SURFACE_NAMES.length);
  expect(Object.keys(failed).join()).toContain('INTERNAL');
  expect(Object.keys(unavailable)).toHaveLength(Object.keys(CAUSES).length);
  const values = [...Object.values(failed), ...Object.values(unavailable)];
  expect(new Set(values)).toEqual(new Set([0]));
});

test('counts and times requests by API, operation and status', async () => {
  const { id } = await app.product();
  const { readProduct, call } = calls();
  for (const read of [id, id, 1_000]) await readProduct(read);
  await graphql(`{ a: product(id: ${id}) { id } b: product(id: ${id}) { id } }`);
  await graphql(
    `mutation { ${CREATE} updateProduct(id: ${id}, input: { title: "b" }) { success } }`,
  );
  for (const path of ['/docs', '/dashboard/sign-in', '/healthz']) await call(path, {});
  const samples = await metrics();
  expect(series(samples, 'http_request_duration_seconds_count')).toEqual({
    '{surface="rest",operation="readProduct",status="200"}': 2,
    '{surface="rest",operation="readProduct",status="404"}': 1,
    '{surface="graphql",operation="readProduct",status="200"}': 1,
    '{surface="graphql",operation="several",status="200"}': 1,
    '{surface="docs",operation="",status="200"}': 1,
    '{surface="dashboard",operation="",status="200"}': 1,
    '{surface="other",operation="",status="200"}': 1,
  });
});

test('counts operations by result, rate-limited ones too, and each one in a GraphQL request', async () => {
  const { createProduct } = calls();
  const keyed = { headers: { 'Idempotency-Key': 'k' } };
  for (const options of [{}, keyed, keyed]) await createProduct(NEW, options);
  await calls().graphql(`mutation { ${CREATE} }`, {}, keyed);
  for (const product of [NEW, { title: '' }, NEW]) await createProduct(product);
  await graphql(`mutation { ${CREATE} }`);
  await graphql(
    '{ a: product(id: 1) { id } b: product(id: 2) { id } c: product(id: 1000) { id } }',
  );
  const samples = await metrics();
  expect(series(samples, 'owner_api_operations_total')).toEqual({
    '{surface="rest",operation="createProduct",result="DONE"}': 4,
    '{surface="rest",operation="createProduct",result="VALIDATION_FAILED"}': 1,
    '{surface="rest",operation="createProduct",result="RATE_LIMITED"}': 1,
    '{surface="graphql",operation="createProduct",result="DONE"}': 1,
    '{surface="graphql",operation="createProduct",result="RATE_LIMITED"}': 1,
    '{surface="graphql",operation="readProduct",result="DONE"}': 2,
    '{surface="graphql",operation="readProduct",result="NOT_FOUND"}': 1,
  });
});

test('counts failed requests by code, on GraphQL whatever the status; failed authentications separately', async () => {
  await graphql('{ nothing }');
  await graphql('{ product(id: 1000) { id } }');
  await graphql('{ __typename }');
  const { rest, readProduct, createProduct } = calls();
  await rest('PATCH', '/product/1');
  await readProduct(1, { token: null });
  await graphql('{ __typename }', 'svc_test_nobody');
  await createProduct({ title: '' });
  const samples = await metrics();
  const counted = Object.entries(series(samples, 'owner_api_failed_requests_total'));
  expect(Object.fromEntries(counted.filter(([, count]) => count > 0))).toEqual({
    '{surface="graphql",code="GRAPHQL_VALIDATION_FAILED"}': 1,
    '{surface="graphql",code="NOT_FOUND"}': 1,
    '{surface="graphql",code="AUTH_INVALID_TOKEN"}': 1,
    '{surface="rest",code="METHOD_NOT_ALLOWED"}': 1,
    '{surface="rest",code="AUTH_INVALID_TOKEN"}': 1,
    '{surface="rest",code="VALIDATION_FAILED"}': 1,
  });
});

test('reads active and idle connections and queries waiting for one at each scrape', async () => {
  scraped.metrics.watchDatabase(database);
  const connections = async () => {
    const samples = await metrics();
    const names = ['{state="active"}', '{state="idle"}', '_pending', '_max'];
    return names.map((name) => samples.get(`owner_api_database_connections${name}`));
  };
  const { pool } = database;
  if (!pool) throw new Error('a PostgreSQL server has a pool');
  const max = 10;
  const pooled = pool.options.max;
  const clients = await Promise.all(Array.from({ length: pooled }, () => pool.connect()));
  const waiting = [pool.query('SELECT 1'), pool.query('SELECT 1')];
  const slow = Promise.resolve(
    database.db.reads.$queryRaw`SELECT 1 AS one FROM pg_sleep(0.5)`,
  );
  await expect.poll(connections).toEqual([pooled + 1, 0, 2, max]);
  for (const client of clients) client.release();
  await Promise.all([...waiting, slow]);
  expect(await connections()).toEqual([0, pooled + 1, 0, max]);
});

test('a scrape has the process, event loop and version, by valid names; two apps count separately', async () => {
  const other = await openMetrics(LOOPBACK, BUILD);
  await calls().call('/healthz', {});
  const samples = await metrics();
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(samples.get(name)).toBeGreaterThan(0);
  expect(series(samples, 'owner_api_build_info')).toEqual({
    [`{version="${BUILD.version}",commit="abc",node="${process.versions.node}"}`]: 1,
  });
  expect(series(samples, 'http_request_duration_seconds_count')).not.toEqual({});
  expect(series(await scrape(other.port), 'http_request_duration_seconds_count')).toEqual({});
  await other.stop();
  const text = await scraped.metrics.registry.metrics();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }));
  expect(types.length).toBeGreaterThan(20);
  expect(
    types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter')),
  ).toEqual([]);
});

test('only GET and HEAD of /metrics work, and the service itself has no such path', async () => {
  const at = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${scraped.port}${path}`, { method });
  expect((await at('/metrics')).headers.get('content-type')).toBe(
    'text/plain; version=0.0.4; charset=utf-8',
  );
  expect((await at('/metrics', 'POST')).status).toBe(405);
  expect((await at(BASE)).status).toBe(404);
  expect((await calls().call('/metrics', {})).status).toBe(404);
});
