// The harness's calls over real HTTP: the client decodes content encodings and throws fetch's errors; commands as
// text.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { curl } from './call.ts';
import { createClient, decodedText } from './client.ts';
import { rawFetch } from './raw-fetch.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('a response keeps its content encoding, and the client decodes it', async () => {
  const url = await serve((_, answer) =>
    answer.setHeader('Content-Encoding', 'gzip').end(gzipSync('text')),
  );
  const response = await rawFetch(url, { headers: {} });
  const bytes = await response.bytes();
  expect([...bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(decodedText(bytes, response.headers.get('content-encoding'))).toBe('text');
});

test('sends a request with its target, its headers and only those of the connection, which it closes', async () => {
  const url = await serve(({ url, headers }, answer) =>
    answer.end(JSON.stringify([url, headers])),
  );
  const response = await rawFetch(`${url}a/../%2e%2e`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example' },
  });
  const [target, { host: _, ...headers }] = (await response.json()) as [
    string,
    Record<string, string>,
  ];
  expect(target).toBe('/a/../%2e%2e');
  expect(headers).toEqual({ connection: 'close', origin: 'https://app.example' });
});

test('sends the body of DELETE with its length', async () => {
  const url = await serve((request, answer) => request.pipe(answer));
  expect(
    await (await rawFetch(url, { method: 'DELETE', headers: {}, body: 'ünïd' })).text(),
  ).toBe('ünïd');
});

test("a missing or broken connection throws fetch's TypeError, with a cause", async () => {
  const url = await serve(({ socket }) => void socket.destroy());
  const cause = { code: 'ECONNRESET' };
  await expect(rawFetch(url, { headers: {} })).rejects.toMatchObject({
    name: 'TypeError',
    cause,
  });
  server?.close();
  await expect(rawFetch(url, { headers: {} })).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
  });
});

test('an aborted request ends at once', async () => {
  const url = await serve(() => undefined);
  const controller = new AbortController();
  const answer = rawFetch(url, { headers: {}, signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('with pacing, the client waits after a response that says that no create is left', async () => {
  const waits: number[] = [];
  const headers = { RateLimit: '"creates";r=0;t=0' };
  const options = {
    url: 'http://x',
    token: 't',
    onThrottled: (seconds: number) => void waits.push(seconds),
  };
  const fetch = async () => new Response('{}', { headers });
  for (const isPaced of [true, false])
    await createClient({ ...options, fetch, isPaced }).send('rest', {
      method: 'POST',
      path: '/',
    });
  expect(waits).toEqual([0]);
});

test("each request has the deployment's path before its own, and the given headers that it lacks", async () => {
  const sent: [string, unknown][] = [];
  const fetch = async (url: string, { headers }: RequestInit) => {
    sent.push([url, headers]);
    return new Response('{}');
  };
  const headers = { 'X-Key': 'k', accept: 'a' };
  const client = createClient({ url: 'http://x/owner/', token: 't', headers, fetch });
  await client.send('rest', {
    method: 'GET',
    path: '/product/1?a=1',
    headers: { Accept: 'b' },
  });
  expect(sent).toEqual([
    [
      'http://x/owner/product/1?a=1',
      { 'X-Key': 'k', Accept: 'b', Authorization: 'Bearer t' },
    ],
  ]);
  const command = curl(client, {
    method: 'GET',
    path: '/product/1',
    credential: { who: 'nobody' },
  });
  expect(command).toBe(
    `curl -i -H "X-Key: $X_KEY" -H "accept: $ACCEPT" 'http://x/owner/product/1'`,
  );
});

const DEPLOYMENT = { root: 'http://x', headerNames: [] };

test('commands have shell variables instead of tokens, and quote what a shell would expand', () => {
  const call = {
    method: 'PUT',
    path: '/a',
    headers: { A: 'b' },
    body: '{"a":"it\'s\ufeff"}',
  };
  expect(curl(DEPLOYMENT, call)).toBe(
    `curl -i -X PUT -H "Authorization: Bearer $TOKEN" -H 'A: b' --data-binary '{"a":"it'\\''s\\ufeff"}' 'http://x/a'`,
  );
  expect(
    curl(DEPLOYMENT, {
      method: 'GET',
      path: '/a?b=1',
      credential: { who: 'rival', tokenIn: 'query' },
    }),
  ).toBe(`curl -i 'http://x/a?b=1'"&token=$RIVAL_TOKEN"`);
});
