// A write whose process is killed before it responds, and that is retried with its key, happens once (D40).
import { expect, test } from 'vitest';
import { callsAt } from '../support/app.ts';
import { postgresUrl } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { startService } from './service.ts';

const KILLS = 2;
const PRELOADED = new URL('kill-before-answer.ts', import.meta.url).href;

test('a create that is killed before its response and its retry make one product', async () => {
  const url = await postgresUrl();
  const start = () =>
    startService({ DATABASE_URL: url, NODE_OPTIONS: `--import ${PRELOADED}` });
  let service = await start();
  const { token } = service;
  const create = (title: string, more = {}) =>
    callsAt({ ...service, token }).createProduct(
      { title, rent: 1, stock_type: 1, quantity: 1 },
      { headers: { 'Idempotency-Key': title, ...more } },
    );
  const titles = Array.from({ length: KILLS }, (_, kill) => `retry-${kill}`);
  for (const title of titles) {
    await expect(create(title, { 'X-Kill-Before-Answer': 'yes' })).rejects.toThrow();
    await service.ended();
    service = await start();
    const { status, headers } = await create(title);
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  }
  await service.stop();
  const { db, close } = await openPostgres(url);
  expect(await db.product.count({ where: { title: { in: titles } } })).toBe(KILLS);
  await close();
});
