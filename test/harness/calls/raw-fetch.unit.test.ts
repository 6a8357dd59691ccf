// The fetch of the harness over real HTTP: content codings are left to the client, faults are those of fetch.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { decodedText } from './content-codings.ts';
import { rawFetch } from './raw-fetch.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an answer keeps its content coding, and the client decodes it', async () => {
  const url = await serve((_, answer) => answer.setHeader('Content-Encoding', 'gzip').end(gzipSync('text')));
  const response = await rawFetch(url, { headers: {} });
  const bytes = await response.bytes();
  expect([...bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(decodedText(bytes, response.headers.get('content-encoding'))).toBe('text');
});

test('bytes that are not in their coding are read as they are', () => {
  expect(decodedText(new TextEncoder().encode('text'), 'gzip')).toBe('text');
});

test('a request is sent with its headers and no others but those of the connection', async () => {
  const url = await serve((request, answer) => answer.end(JSON.stringify(request.headers)));
  const response = await rawFetch(url, { method: 'OPTIONS', headers: { Origin: 'https://app.example' } });
  const { host: _, ...headers } = (await response.json()) as Record<string, string>;
  expect(headers).toEqual({ connection: 'keep-alive', origin: 'https://app.example' });
});

test.each(['POST', 'DELETE'])('the body of %s is sent with its length', async (method) => {
  const url = await serve((request, answer) => request.pipe(answer));
  expect(await (await rawFetch(url, { method, headers: {}, body: 'ünïd' })).text()).toBe('ünïd');
});

test('an answer without a body has its status and headers', async () => {
  const url = await serve((_, answer) => answer.writeHead(304, { ETag: '"1"' }).end());
  const response = await rawFetch(url, { headers: {} });
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, '"1"', '']);
});

test('no connection is the TypeError of fetch, with a cause', async () => {
  const url = await serve(() => undefined);
  server?.close();
  await expect(rawFetch(url, { headers: {} })).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' });
});

test('an aborted request ends at once', async () => {
  const url = await serve(() => undefined);
  const controller = new AbortController();
  const answer = rawFetch(url, { headers: {}, signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});
