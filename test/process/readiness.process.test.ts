// From SIGTERM on a load balancer sees that the process is about to stop, while requests are served as before.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawAnswer, rawConnect } from '../http/raw-client.ts';
import { headerOf, headOf } from '../http/served-app.ts';
import { migratedDirectory } from '../support/data-directory.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { type Service, startService } from './service.ts';

const POLL_MILLISECONDS = 20;
/** Longer than any test takes: the second request to stop ends it. */
const variables = { DRAIN_SECONDS: '600' };

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
let service: Service;
beforeAll(async () => {
  directory = await migratedDirectory();
  service = await startService({ DATA_DIR: directory.path, ...variables });
});
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended();
  await directory.remove();
});

test('while it drains, /readyz is 503 and requests keep their connections; a second SIGTERM ends the drain', async () => {
  const connection = await rawConnect(service.port);
  const get = (path: string): Promise<RawAnswer> => {
    connection.send(`${headOf('GET', path, `Authorization: Bearer ${service.token}`)}\r\n`);
    return connection.answer();
  };
  expect((await get('/readyz')).status).toBe(200);
  service.process.kill('SIGTERM');

  const deadline = performance.now() + EVENTUALLY;
  let readiness = await get('/readyz');
  while (readiness.status === 200 && performance.now() < deadline) {
    await delay(POLL_MILLISECONDS);
    readiness = await get('/readyz');
  }
  expect(readiness.status).toBe(503);
  expect(JSON.parse(readiness.body)).toEqual({ status: 'stopping' });
  expect(headerOf(readiness, 'retry-after')).toMatch(/^\d+$/);
  expect((await get('/healthz')).status).toBe(200);
  const product = await get('/api/token-secured/product/1');
  expect(product.status).toBe(200);
  expect(headerOf(product, 'connection')).not.toBe('close');
  connection.close();
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);

  expect(await service.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('"level":"error"') });
});
