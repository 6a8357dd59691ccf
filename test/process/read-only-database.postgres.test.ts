// A start while the database accepts no writes, as during maintenance.
import { expect, onTestFinished, test } from 'vitest';
import { createToken } from '../../src/accounts/tokens.ts';
import { parseConfig } from '../../src/config.ts';
import { PEOPLE } from '../../src/demo/demo-data.ts';
import { prepareDatabase } from '../../src/process/prepare-database.ts';
import { BASE } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { silentLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { rowsAt } from '../support/pg-client.ts';
import { startService } from './service.ts';

const READ_ONLY = 'default_transaction_read_only';

test('a node starts on a read-only database, says so, serves reads, and writes once that ends', async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const { database } = await prepareDatabase(parseConfig({ DATABASE_URL: url }), silentLog());
  const owner = await database.db.user.findUniqueOrThrow({
    where: { email: PEOPLE.owner.email },
  });
  const product = await database.db.product.findFirstOrThrow({
    where: { ownerId: owner.id },
  });
  const { value } = await createToken(database.db, {
    userId: owner.id,
    name: 'kept',
    environment: 'test',
    version: NEWEST_VERSION,
  });
  await database.close();
  const name = new URL(url).pathname.slice(1);
  await rowsAt(url, `ALTER DATABASE ${name} SET ${READ_ONLY} = on`);

  const service = await startService({ DATABASE_URL: url });
  onTestFinished(async () => void (await service.stop('SIGKILL')));
  const send = (init: RequestInit = {}) =>
    fetch(`${service.origin}${BASE}/product/${product.id}`, {
      ...init,
      headers: { Authorization: `Bearer ${value}`, 'Content-Type': 'application/json' },
    });
  const write = () =>
    send({ method: 'PUT', body: JSON.stringify({ product: { title: 'Written' } }) });
  expect((await send()).status).toBe(200);
  expect((await write()).status).toBe(503);
  expect(service.output().stderr).toContain('The database accepts no writes');

  const writable = new URL(url);
  writable.searchParams.set('options', `-c ${READ_ONLY}=off`);
  await rowsAt(writable.href, `ALTER DATABASE ${name} RESET ${READ_ONLY}`);
  await expect.poll(async () => (await write()).status).toBe(200);
});
