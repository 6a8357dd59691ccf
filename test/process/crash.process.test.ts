// A service on an embedded database whose process is killed, or whose files are deleted.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { rawRequest } from '../http/raw-client.ts';
import { embeddedService } from './embedded-service.ts';
import { creates, load, request, storedProducts } from './load.ts';
import { startService } from './service.ts';

const UNLIMITED = { RATE_LIMIT_POINTS: '1000000' };

test('kill -9 under writes, twice: every answered write is there, and bundles are whole; the empty lock file of PostgreSQL, left by a process that was killed while it made it, keeps no start from opening; when its DATA_DIR is deleted, /readyz and every request are 503, /healthz is 200, and SIGTERM ends the process', async () => {
  let service = await embeddedService(UNLIMITED);
  const { directory } = service;
  const restart = async () => ({ directory, ...(await startService({ DATA_DIR: directory, ...UNLIMITED })) });
  const answered: number[] = [];
  for (let kills = 0; kills < 2; kills++) {
    const { ended } = await load(service, answered);
    await service.stop('SIGKILL');
    await ended;
    if (kills === 0) service = await restart();
  }
  const database = await openDatabase({ databaseUrl: undefined, dataDir: directory });
  const { ids, emptyBundles } = await storedProducts(database);
  await database.close();
  expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  expect(emptyBundles).toBe(0);

  await writeFile(join(directory, 'postgres', 'postmaster.pid'), '');
  service = await restart();
  const statusOf = async (bytes: string) => (await rawRequest(service.port, bytes)).status;
  const get = (path: string) => statusOf(request(service, 'GET', path));
  const create = () => statusOf(creates(service)[0]);
  expect([await get('/readyz'), await create()]).toEqual([200, 201]);
  await rm(directory, { recursive: true });
  for (let times = 0; times < 5; times++) {
    expect(await get('/readyz')).toBe(503);
    expect(await get('/api/token-secured/product/1')).toBe(503);
    expect(await create()).toBe(503);
  }
  expect(await get('/healthz')).toBe(200);
  expect((await service.stop()).code).toBe(0);
});
