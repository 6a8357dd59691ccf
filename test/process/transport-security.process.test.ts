// Strict-Transport-Security of a live process: answers to bytes that are no request have it, too.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../http/raw-client.ts';
import { headOf } from '../http/served-app.ts';
import { migratedDirectory } from '../support/data-directory.ts';
import { type Service, startService } from './service.ts';

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
let service: Service;
beforeAll(async () => {
  directory = await migratedDirectory();
  const live = { SERVICE_ENVIRONMENT: 'live', PUBLIC_ORIGIN: 'https://api.example.com', DRAIN_SECONDS: '0' };
  service = await startService({ DATA_DIR: directory.path, ...live });
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

test.each([
  ['a request', `${headOf('GET', '/healthz')}\r\n`, 200],
  ['a request without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['bytes that are no request', 'nonsense\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s', async (_, bytes, status) => {
  const answer = await rawRequest(service.port, bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('strict-transport-security')).toEqual(['max-age=31536000']);
});
