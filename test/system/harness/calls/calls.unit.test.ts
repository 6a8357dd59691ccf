// The calls of the harness over real HTTP: codings are left to the client, faults are those of fetch; commands as texts.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { curl } from './call.ts';
import { decodedText } from './client.ts';
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

test('no connection is the TypeError of fetch, with a cause', async () => {
  const url = await serve(() => undefined);
  server?.close();
  await expect(rawFetch(url, { headers: {} })).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' });
});

/** Closes each connection as soon as it has had its first answer: without a word, or when the next request comes. */
const closing = (when: 'idle' | 'next request') => {
  const answered = new WeakSet<Socket>();
  let requests = 0;
  const listener: RequestListener = ({ socket }, answer) => {
    requests++;
    if (answered.has(socket)) return void socket.destroy();
    answered.add(socket);
    answer.once('finish', () => when === 'idle' && setImmediate(() => socket.destroy())).end('answer');
  };
  return { listener, count: () => requests };
};

/** Milliseconds in which the event loop of this process does nothing else. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const QUERY = { method: 'POST', headers: {}, body: JSON.stringify({ query: '{ __typename }' }) };
const MUTATION = { method: 'POST', headers: {}, body: JSON.stringify({ query: 'mutation { a }' }) };

test('a server that closes its idle connections at once is not blamed, however busy this process is', async () => {
  const { listener } = closing('idle');
  const url = await serve(listener);
  for (const init of [{ headers: {} }, QUERY, { headers: {} }, MUTATION, { method: 'PUT', headers: {}, body: '{}' }]) {
    expect(await (await rawFetch(url, init)).text()).toBe('answer');
    block(20);
  }
});

test('a request that may be repeated is, once, on a new connection', async () => {
  const { listener, count } = closing('next request');
  const url = await serve(listener);
  for (const init of [{ headers: {} }, QUERY]) expect(await (await rawFetch(url, init)).text()).toBe('answer');
  expect(count()).toBe(3);
});

test('a request that may not be repeated has a new connection, and its fault is told', async () => {
  const { listener, count } = closing('next request');
  const url = await serve(listener);
  for (const init of [{ headers: {} }, MUTATION, { method: 'POST', headers: {}, body: '{"product":{}}' }]) {
    expect(await (await rawFetch(url, init)).text()).toBe('answer');
  }
  expect(count()).toBe(3);
  const broken = await serve(({ socket }) => void socket.destroy());
  await expect(rawFetch(broken, MUTATION)).rejects.toMatchObject({ name: 'TypeError' });
  await expect(rawFetch(broken, QUERY)).rejects.toMatchObject({ name: 'TypeError' });
});

test('an answer that is no HTTP is the fault of the server, also on a kept connection', async () => {
  let requests = 0;
  const url = await serve(({ socket }, answer) => {
    if (++requests === 1) answer.end('answer');
    else socket.write('no HTTP\r\n\r\n');
  });
  await (await rawFetch(url, { headers: {} })).text();
  await expect(rawFetch(url, { headers: {} })).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^HPE_/) },
  });
  expect(requests).toBe(2);
});

test('an aborted request ends at once', async () => {
  const url = await serve(() => undefined);
  const controller = new AbortController();
  const answer = rawFetch(url, { headers: {}, signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('commands have shell variables in place of tokens, and quote what a shell would expand', () => {
  const call = { method: 'PUT', path: '/a', headers: { A: 'b' }, body: '{"a":"it\'s\ufeff"}' };
  expect(curl('http://x', call)).toBe(
    `curl -i -X PUT -H "Authorization: Bearer $TOKEN" -H 'A: b' --data-binary '{"a":"it'\\''s\\ufeff"}' 'http://x/a'`,
  );
  expect(curl('http://x', { method: 'GET', path: '/a?b=1', credential: { who: 'rival', tokenIn: 'query' } })).toBe(
    `curl -i 'http://x/a?b=1'"&token=$RIVAL_TOKEN"`,
  );
});
