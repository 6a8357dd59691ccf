// A start while the database accepts no writes, as during maintenance.
import { expect, test } from 'vitest';
import { DEMO_IDS } from '../../src/demo/demo-data.ts';
import { callsAt } from '../support/app.ts';
import { postgresUrl } from '../support/database.ts';
import { rowsAt } from '../support/pg-client.ts';
import { postgresService } from './postgres-service.ts';

const READ_ONLY = 'default_transaction_read_only';

test('a node starts on a read-only database, says so, serves reads, and writes once that ends', async () => {
  const url = await postgresUrl();
  const { token } = await postgresService({ DATABASE_URL: url });
  const name = new URL(url).pathname.slice(1);
  await rowsAt(url, `ALTER DATABASE ${name} SET ${READ_ONLY} = on`);

  const service = await postgresService({ DATABASE_URL: url });
  const { readProduct, updateProduct } = callsAt({ ...service, token });
  const { tent } = DEMO_IDS.products;
  const write = async () => (await updateProduct(tent, { title: 'Written' })).status;
  expect((await readProduct(tent)).status).toBe(200);
  expect(await write()).toBe(503);
  const { stdout, stderr } = service.output();
  expect(stderr).toContain('The database accepts no writes');
  expect(stdout).toContain('Dashboard ');
  expect(stdout).not.toContain('user create');

  const writable = new URL(url);
  writable.searchParams.set('options', `-c ${READ_ONLY}=off`);
  await rowsAt(writable.href, `ALTER DATABASE ${name} RESET ${READ_ONLY}`);
  await expect.poll(write).toBe(200);
});
