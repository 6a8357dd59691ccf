// A service on an embedded database whose process is killed, or whose files are deleted.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { callsAt } from '../support/app.ts';
import { migratedDirectory } from '../support/data-directory.ts';
import { after, cutOff, demoData } from './first-start.ts';
import { load, storedProducts } from './load.ts';
import { startService } from './service.ts';

/** Milliseconds after which a start is usually writing the demo data. */
const DEMO_DATA = 1_000;
const UNLIMITED = { RATE_LIMIT_POINTS: '1000000' };

test('survives kill -9 at its start and during writes, a stale lock file, and the loss of its DATA_DIR', async () => {
  const { path: directory, remove } = await migratedDirectory();
  const start = () => startService({ DATA_DIR: directory, ...UNLIMITED });
  await cutOff({ DATA_DIR: directory }, [after(DEMO_DATA)]);
  let service = await start();
  onTestFinished(async () => {
    service.process.kill('SIGKILL');
    await service.ended();
    await remove();
  });
  const demo = await demoData(callsAt(service));
  expect(new Set(demo.map((body) => JSON.stringify(body))).size).toBe(demo.length);
  const answered: number[] = [];
  const killed = await load(service, answered);
  await service.stop('SIGKILL');
  await killed.ended;
  service = await start();
  const { ended } = await load(service, answered);
  const { code } = await service.stop();
  const results = await ended;
  expect(new Set([code, ...results.map(({ status }) => status)])).toEqual(
    new Set([0, 'fulfilled']),
  );
  const database = await openDatabase({ databaseUrl: undefined, dataDir: directory });
  const { ids, emptyBundles } = await storedProducts(database);
  await database.close();
  expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  expect(emptyBundles).toBe(0);

  await writeFile(join(directory, 'postgres', 'postmaster.pid'), '');
  service = await start();
  const { call, readProduct, createProduct } = callsAt(service);
  const statuses = async () => [
    (await call('/readyz', {})).status,
    (await readProduct(1)).status,
    (await createProduct({ title: 'Tent', rent: 1, sku: 's' })).status,
  ];
  expect(await statuses()).toEqual([200, 200, 201]);
  await rm(directory, { recursive: true });
  for (let times = 0; times < 5; times++) expect(await statuses()).toEqual([503, 503, 503]);
  expect((await call('/healthz', {})).status).toBe(200);
  expect((await service.stop()).code).toBe(0);
});
