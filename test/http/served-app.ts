// A test app behind a real loopback socket.
import { afterAll, expect, onTestFinished } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { BASE, createTestApp, type TestAppOptions } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { type RawAnswer, rawConnect, rawRequest } from './raw-client.ts';

export interface ServedOptions extends TestAppOptions {
  readonly trustedProxyHops?: number;
  /** In milliseconds, as `listen` takes them. */
  readonly bounds?: Parameters<typeof listen>[1]['bounds'];
}

export async function serveTestApp({
  trustedProxyHops = 0,
  bounds,
  ...options
}: ServedOptions = {}) {
  const testApp = await createTestApp(options);
  const listening = await listen(testApp.app, {
    host: '127.0.0.1',
    port: 0,
    trustedProxyHops,
    // Milliseconds in which idle connections may send a last request, which none of them does when a test has ended.
    bounds: { lastRequestWithin: 20, ...bounds },
    headers: () => ({ 'X-API-Version': NEWEST_VERSION }),
  });
  const { port } = listening;
  return {
    ...testApp,
    port,
    origin: `http://127.0.0.1:${port}`,
    connect: () => rawConnect(port),
    request: (bytes: string | Uint8Array) => rawRequest(port, bytes),
    /** The head of a well-formed owner's request, without the empty line that ends it. */
    head: (method: string, path: string, ...headers: string[]) =>
      headOf(
        method,
        `${BASE}${path}`,
        `Authorization: Bearer ${testApp.owner.token}`,
        ...headers,
      ),
    close: async () => {
      await listening.stop();
      await testApp.close();
    },
  };
}

/** A handler behind a loopback socket, which stops when the test ends. */
export async function serveFetch(
  fetch: Parameters<typeof listen>[0]['fetch'],
  options: Partial<Parameters<typeof listen>[1]> = {},
) {
  const headers = () => ({ 'X-API-Version': NEWEST_VERSION });
  const at = { host: '127.0.0.1', port: 0, headers };
  const listening = await listen({ fetch }, { ...at, ...options });
  const { port } = listening;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= listening.stop());
  onTestFinished(stop);
  return {
    port,
    stop,
    connect: () => rawConnect(port),
    request: (bytes: string | Uint8Array) => rawRequest(port, bytes),
  };
}

export type ServedApp = Awaited<ReturnType<typeof serveTestApp>>;

/** One app for all tests of a file, closed after them. */
export async function openServedApp(options: ServedOptions = {}): Promise<ServedApp> {
  const app = await serveTestApp(options);
  afterAll(app.close);
  return app;
}

export const headOf = (method: string, target: string, ...headers: string[]) =>
  [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers]
    .map((line) => `${line}\r\n`)
    .join('');

/** A whole request with a JSON body. */
export const jsonRequest = (token: string, method: string, target: string, body = '') => {
  const headers = [
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${headOf(method, target, ...headers)}\r\n${body}`;
};

export const headerOf = (answer: RawAnswer, name: string) =>
  answer.headers.get(name)?.join(', ');

/** What every response must have: no 5xx, or the status, the version once, and a body that is JSON if there is one. */
export function expectSane<Answer extends RawAnswer>(
  answer: Answer,
  status?: number,
): Answer {
  if (status !== undefined) expect(answer.status).toBe(status);
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('x-api-version')).toEqual([NEWEST_VERSION]);
  if (answer.body === '') return answer;
  expect(headerOf(answer, 'content-type')).toMatch(/^application\/(graphql-response\+)?json/);
  expect(() => JSON.parse(answer.body)).not.toThrow();
  return answer;
}
