// The harness's calls over real HTTP: the client decodes content encodings and throws fetch's errors; commands as
// text.
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../../../support/loopback-server.ts';
import { curl } from './call.ts';
import { createClient, decodedText } from './client.ts';
import { rawFetch } from './raw-fetch.ts';

async function serve(listener: RequestListener) {
  const { origin, close } = await startLoopbackServer(listener);
  onTestFinished(close);
  return `${origin}/`;
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

test('sends a target, headers and a body as given, with the headers of a connection that it closes', async () => {
  const url = await serve(async (request, answer) =>
    answer.end(JSON.stringify([request.url, request.headers, await text(request)])),
  );
  const response = await rawFetch(`${url}a/../%2e%2e`, {
    method: 'DELETE',
    headers: { Origin: 'https://app.example' },
    body: 'ünïd',
  });
  const sent = { origin: 'https://app.example', 'content-length': '6', connection: 'close' };
  const host = new URL(url).host;
  expect(await response.json()).toEqual(['/a/../%2e%2e', { ...sent, host }, 'ünïd']);
});

test("a missing or broken connection throws fetch's TypeError, with a cause", async () => {
  const url = await serve(({ socket }) => void socket.destroy());
  const cause = { code: 'ECONNRESET' };
  await expect(rawFetch(url, { headers: {} })).rejects.toMatchObject({
    name: 'TypeError',
    cause,
  });
  await expect(rawFetch('http://127.0.0.1:1/', { headers: {} })).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
  });
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

const DEPLOYMENT = { root: 'http://x/owner', headerNames: ['X-Key'] };

test('commands have shell variables instead of tokens, and quote what a shell would expand', () => {
  const call = {
    method: 'PUT',
    path: '/a',
    headers: { A: 'b' },
    body: '{"a":"it\'s\ufeff"}',
  };
  expect(curl(DEPLOYMENT, call)).toBe(
    `curl -i -X PUT -H "Authorization: Bearer $TOKEN" -H "X-Key: $X_KEY" -H 'A: b' --data-binary '{"a":"it'\\''s\\ufeff"}' 'http://x/owner/a'`,
  );
  expect(
    curl(DEPLOYMENT, {
      method: 'GET',
      path: '/a?b=1',
      credential: { who: 'rival', tokenIn: 'query' },
    }),
  ).toBe(`curl -i -H "X-Key: $X_KEY" 'http://x/owner/a?b=1'"&token=$RIVAL_TOKEN"`);
});
