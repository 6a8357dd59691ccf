// A write whose process is killed before it responds, and that is retried with its key, happens once (D40).
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { startService } from './service.ts';

const KILLS = 2;
const PRELOADED = new URL('kill-before-answer.ts', import.meta.url).href;

test('a create that is killed before its response and its retry make one product', async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const start = () =>
    startService({ DATABASE_URL: url, NODE_OPTIONS: `--import ${PRELOADED}` });
  let service = await start();
  const { token } = service;
  const create = (title: string, more = {}) =>
    fetch(`${service.origin}/api/token-secured/product`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': title,
        ...more,
      },
      body: JSON.stringify({ product: { title, rent: 1, stock_type: 1, quantity: 1 } }),
    });
  const titles = Array.from({ length: KILLS }, (_, kill) => `retry-${kill}`);
  for (const title of titles) {
    await expect(create(title, { 'X-Kill-Before-Answer': 'yes' })).rejects.toThrow();
    await service.ended();
    service = await start();
    const retry = await create(title);
    expect([retry.status, retry.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  }
  await service.stop();
  const { db, close } = await openPostgres(url);
  expect(await db.product.count({ where: { title: { in: titles } } })).toBe(KILLS);
  await close();
});
