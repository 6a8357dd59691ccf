// The end of the process: SIGTERM drops no accepted request, and `kill -9` loses no answered write.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { type RawConnection, rawConnect } from '../http/raw-client.ts';
import { headerOf } from '../http/served-app.ts';
import { migratedDirectory } from '../support/data-directory.ts';
import { type Service, startService } from './service.ts';

const CLIENTS = 8;

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
let service: Service;
const start = async () => {
  service = await startService({ DATA_DIR: directory.path, RATE_LIMIT_POINTS: '1000000' });
};
beforeEach(async () => {
  directory = await migratedDirectory();
  await start();
});
afterEach(async () => {
  service.process.kill('SIGKILL');
  await service.ended();
  await directory.remove();
});

const TITLE = 'Under load';

function create(connection: RawConnection, path: string, envelope: object): void {
  const body = JSON.stringify(envelope);
  connection.send(
    [
      `POST /api/token-secured${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${service.token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

const sendProduct = (connection: RawConnection) =>
  create(connection, '/product', { product: { title: TITLE, rent: 1, sku: 's' } });
const sendBundle = (connection: RawConnection) =>
  create(connection, '/bundle', { bundle: { title: TITLE, items: [{ ad_id: 1, quantity: 2 }] } });

/** Creates one after the other on one connection, until an answer carries `Connection: close`. */
async function client(send: (connection: RawConnection) => void, answered: number[]): Promise<void> {
  const connection = await rawConnect(service.port);
  for (;;) {
    send(connection);
    const answer = await connection.answer();
    expect(answer.status).toBe(201);
    answered.push(JSON.parse(answer.body).id);
    if (headerOf(answer, 'connection') === 'close') return;
  }
}

/** Resolves when each client, on average, has had several answers more than before. */
const underWay = (answered: number[], before = 0) =>
  expect.poll(() => answered.length - before).toBeGreaterThan(5 * CLIENTS);

const load = (answered: number[]) =>
  Array.from({ length: CLIENTS }, (_, n) => client(n % 2 ? sendProduct : sendBundle, answered));

async function stored(): Promise<{ ids: number[]; emptyBundles: number }> {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: directory.path });
  const products = await db.product.findMany({ where: { title: TITLE }, select: { id: true } });
  const emptyBundles = await db.product.count({ where: { type: 'BUNDLE', items: { none: {} } } });
  await close();
  return { ids: products.map(({ id }) => id), emptyBundles };
}

const ascending = (ids: number[]) => ids.toSorted((one, other) => one - other);

test('SIGTERM under load: every request is answered, exit code 0, and what was answered is there', async () => {
  const answered: number[] = [];
  const clients = load(answered);
  await underWay(answered);
  const { code, stderr } = await service.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await Promise.all(clients);
  expect(ascending((await stored()).ids)).toEqual(ascending(answered));
});

test('a second SIGTERM changes nothing, and idle connections do not delay the end', async () => {
  const idle = await Promise.all([rawConnect(service.port), rawConnect(service.port)]);
  service.process.kill('SIGTERM');
  const { code } = await service.stop();
  expect(code).toBe(0);
  for (const connection of idle) expect(await connection.closed()).toBe(0);
});

test('kill -9 under writes, twice: every answered write is there, and bundles are whole', async () => {
  const answered: number[] = [];
  const killUnderLoad = async () => {
    const before = answered.length;
    const clients = Promise.allSettled(load(answered));
    await underWay(answered, before);
    await service.stop('SIGKILL');
    await clients;
  };
  await killUnderLoad();
  await start();
  await killUnderLoad();
  const { ids, emptyBundles } = await stored();
  expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  expect(emptyBundles).toBe(0);
});
