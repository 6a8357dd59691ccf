// After SIGTERM, a service's /readyz returns 503 first, every accepted request gets a response, and the database has
// what was confirmed.
import { expect, test } from 'vitest';
import { rawConnect } from '../http/raw-client.ts';
import { headerOf, jsonRequest } from '../http/served-app.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { load, storedProducts } from './load.ts';
import { postgresService } from './postgres-service.ts';

test('under load: the drain returns 503 at /readyz, a second SIGTERM ends it, and no request is lost', async () => {
  // Longer than any test takes.
  const service = await postgresService({
    RATE_LIMIT_POINTS: '1000000',
    DRAIN_SECONDS: '600',
  });
  const [connection, idle] = [await rawConnect(service.port), await rawConnect(service.port)];
  const get = (path: string) => {
    connection.send(jsonRequest(service.token, 'GET', path));
    return connection.answer();
  };
  expect((await get('/readyz')).status).toBe(200);
  const answered: number[] = [];
  const { ended } = await load(service, answered);
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
  expect(await service.stop()).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('"level":"error"'),
  });
  expect(await idle.closed()).toBe(0);
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  const database = await openPostgres(service.url);
  const { ids } = await storedProducts(database);
  await database.close();
  expect(ids.toSorted()).toEqual(answered.toSorted());
});
