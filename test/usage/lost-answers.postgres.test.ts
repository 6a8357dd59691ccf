// Counts of calls are added once, also if the database's answer to a statement is lost.
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/database/db.ts';
import { type ServedApp, serveTestApp } from '../http/served-app.ts';
import { BASE, createTestApp } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { startPooler } from '../support/pooler.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let server: Awaited<ReturnType<typeof freshPostgres>>;
let proxy: TcpProxy;
let app: ServedApp;
let direct: Database;
beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  app = await serveTestApp({ database: await openPostgres(proxy.url) });
  direct = await openPostgres(server.url);
});
afterEach(async () => {
  await direct.close();
  await app.close();
  await proxy.close();
  await server.drop();
});

const call = async (path: string) =>
  (
    await fetch(`${app.origin}${BASE}${path}`, {
      headers: { Authorization: `Bearer ${app.owner.token}` },
    })
  ).status;

const counted = async () =>
  (await direct.db.tokenUsage.findMany()).map(({ calls, failed }) => [
    Number(calls),
    Number(failed),
  ]);

/** The database has the counts, and its answer never comes. */
async function flushWithoutAnswer(expected: readonly number[]) {
  proxy.holdResponses();
  const flushed = app.app.flushUsage();
  await expect.poll(counted).toEqual([expected]);
  await proxy.down();
  await flushed;
  await proxy.back();
}

test('a flush whose answer is lost is not added again, and what came since is', async () => {
  for (let n = 0; n < 30; n++) await call('/product/999999');
  await flushWithoutAnswer([30, 30]);
  await app.app.flushUsage();
  expect(await counted()).toEqual([[30, 30]]);
  for (let n = 0; n < 12; n++) await call('/product/999999');
  await flushWithoutAnswer([42, 42]);
  expect(await call('/product/999999')).toBe(404);
  await app.app.flushUsage();
  await app.app.flushUsage();
  expect(await counted()).toEqual([[43, 43]]);
  expect(await direct.db.failedRequest.findMany()).toMatchObject([{ times: 43 }]);
});

test.each(['XX000', 'ZZ999'])(
  'a flush that a pooler answers with %s, after it was done, is not added again',
  async (code) => {
    const own = await freshPostgres();
    const pooler = await startPooler(own.url);
    const pooled = await createTestApp({ database: await openPostgres(pooler.url) });
    onTestFinished(async () => {
      await pooled.close();
      await pooler.close();
      await own.drop();
    });
    for (const { token } of [pooled.owner, pooled.rival])
      for (let n = 0; n < 10; n++) await pooled.readProduct(999_999, { token });
    pooler.loseAnswer('INSERT INTO token_usage', code);
    await pooled.app.flushUsage();
    await pooled.app.flushUsage();
    const usage = await pooled.db.tokenUsage.findMany();
    expect(usage.map(({ calls }) => Number(calls))).toEqual([10, 10]);
  },
);
