// The end of the process: after SIGTERM /readyz is 503 and every accepted request is answered; `kill -9` loses no answered write.
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { rawConnect, rawRequest } from '../http/raw-client.ts';
import { headerOf, headOf } from '../http/served-app.ts';
import { embeddedService } from './embedded-service.ts';
import { type Service, startService } from './service.ts';

const CLIENTS = 8;
const UNLIMITED = { RATE_LIMIT_POINTS: '1000000' };
const TITLE = 'Under load';

const request = ({ token }: Service, method: string, path: string, body = '') => {
  const headers = [`Authorization: Bearer ${token}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return `${headOf(method, path, ...headers, 'Content-Type: application/json')}\r\n${body}`;
};

const creation = (service: Service, path: string, envelope: object) =>
  request(service, 'POST', `/api/token-secured${path}`, JSON.stringify(envelope));
const product = (service: Service) => creation(service, '/product', { product: { title: TITLE, rent: 1, sku: 's' } });
const bundle = (service: Service) =>
  creation(service, '/bundle', { bundle: { title: TITLE, items: [{ ad_id: 1, quantity: 2 }] } });

/** Creates one after the other on one connection, until an answer carries `Connection: close`. */
async function client(service: Service, bytes: string, answered: number[]): Promise<void> {
  const connection = await rawConnect(service.port);
  for (let isOpen = true; isOpen; ) {
    connection.send(bytes);
    const answer = await connection.answer();
    expect(answer.status).toBe(201);
    answered.push(JSON.parse(answer.body).id);
    isOpen = headerOf(answer, 'connection') !== 'close';
  }
}

/** Clients of which each, on average, has had several answers. */
async function load(service: Service, answered: number[]) {
  const before = answered.length;
  const bytes = [product(service), bundle(service)];
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(service, bytes[n % 2] ?? '', answered));
  const ended = Promise.allSettled(clients);
  await expect.poll(() => answered.length - before).toBeGreaterThan(5 * CLIENTS);
  return { ended };
}

async function stored(directory: string): Promise<{ ids: number[]; emptyBundles: number }> {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: directory });
  const products = await db.product.findMany({ where: { title: TITLE }, select: { id: true } });
  const emptyBundles = await db.product.count({ where: { type: 'BUNDLE', items: { none: {} } } });
  await close();
  return { ids: products.map(({ id }) => id), emptyBundles };
}

test('SIGTERM under load: every request is answered, exit code 0, and what was answered is there', async () => {
  const service = await embeddedService(UNLIMITED);
  const answered: number[] = [];
  const { ended } = await load(service, answered);
  const { code, stderr } = await service.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  expect((await stored(service.directory)).ids.toSorted()).toEqual(answered.toSorted());
});

test('while it drains, /readyz is 503, and requests keep their connections; a second SIGTERM ends the drain, idle connections do not delay it', async () => {
  // Longer than any test takes.
  const service = await embeddedService({ DRAIN_SECONDS: '600' });
  const [connection, idle] = [await rawConnect(service.port), await rawConnect(service.port)];
  const get = (path: string) => {
    connection.send(request(service, 'GET', path));
    return connection.answer();
  };
  expect((await get('/readyz')).status).toBe(200);
  service.process.kill('SIGTERM');
  await expect.poll(async () => (await get('/readyz')).status).toBe(503);
  const readiness = await get('/readyz');
  expect(JSON.parse(readiness.body)).toEqual({ status: 'stopping' });
  expect(headerOf(readiness, 'retry-after')).toMatch(/^\d+$/);
  for (const path of ['/healthz', '/api/token-secured/product/1']) {
    const answer = await get(path);
    expect([answer.status, headerOf(answer, 'connection')]).toEqual([200, 'keep-alive']);
  }
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
  connection.close();
  expect(await service.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('"level":"error"') });
  expect(await idle.closed()).toBe(0);
});

test('kill -9 under writes, twice: every answered write is there, and bundles are whole', async () => {
  const service = await embeddedService(UNLIMITED);
  const answered: number[] = [];
  const killUnderLoad = async (started: Service) => {
    const { ended } = await load(started, answered);
    await started.stop('SIGKILL');
    await ended;
  };
  await killUnderLoad(service);
  await killUnderLoad(await startService({ DATA_DIR: service.directory, ...UNLIMITED }));
  const { ids, emptyBundles } = await stored(service.directory);
  expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  expect(emptyBundles).toBe(0);
});

test('when its DATA_DIR is deleted, /readyz and every request are 503, /healthz is 200, and SIGTERM ends the process', async () => {
  const service = await embeddedService();
  const statusOf = async (bytes: string) => (await rawRequest(service.port, bytes)).status;
  const get = (path: string) => statusOf(request(service, 'GET', path));
  expect([await get('/readyz'), await statusOf(product(service))]).toEqual([200, 201]);
  await rm(service.directory, { recursive: true });
  for (let times = 0; times < 5; times++) {
    expect(await get('/readyz')).toBe(503);
    expect(await get('/api/token-secured/product/1')).toBe(503);
    expect(await statusOf(product(service))).toBe(503);
  }
  expect(await get('/healthz')).toBe(200);
  expect((await service.stop()).code).toBe(0);
});
