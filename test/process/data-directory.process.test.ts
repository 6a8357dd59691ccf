// The service whose DATA_DIR is deleted while it runs.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { type Service, startService } from './service.ts';

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
let service: Service;
beforeEach(async () => {
  directory = await migratedDirectory();
  service = await startService({ DATA_DIR: directory.path });
});
afterEach(async () => {
  service.process.kill('SIGKILL');
  await directory.remove();
});

async function statusOf(method: string, path: string, body?: object): Promise<number> {
  const headers = { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${service.origin}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('/readyz and every request are 503, /healthz is 200, and SIGTERM ends the process', async () => {
  const product = { product: { title: 'Tent', rent: 1, sku: 's' } };
  const create = () => statusOf('POST', '/api/token-secured/product', product);
  expect([await statusOf('GET', '/readyz'), await create()]).toEqual([200, 201]);
  await rm(directory.path, { recursive: true });
  for (let times = 0; times < 5; times++) {
    expect(await statusOf('GET', '/readyz')).toBe(503);
    expect(await statusOf('GET', '/api/token-secured/product/1')).toBe(503);
    expect(await create()).toBe(503);
  }
  expect(await statusOf('GET', '/healthz')).toBe(200);
  expect((await service.stop()).code).toBe(0);
});
