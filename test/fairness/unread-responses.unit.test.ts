// Unread responses are kept for a limited time and up to a limited size.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Response } from '@whatwg-node/fetch';
import { expect, test } from 'vitest';
import { createDeliver } from '../../src/http/deliver.ts';
import type { Client } from '../../src/http/listen.ts';
import { headOf, serveFetch } from '../http/served-app.ts';

const MEGABYTE = 1024 * 1024;
/** More than the kernel's buffers hold. */
const ANSWER = 'x'.repeat(20 * MEGABYTE);
const LONG_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 100;
/** Longer than a client may read nothing, because each byte that it sends counts as a sign of life. */
const WRITE_MILLISECONDS = 1_000;

let served: Awaited<ReturnType<typeof serveFetch>>;

const answerRequest = async (request: Request) =>
  new Response(request.url.endsWith('/much') ? ANSWER : 'little');

async function serve(bounds: object, answer = answerRequest): Promise<void> {
  const fetch = async (request: Request, client: Client) => {
    client.setOwner?.(Number(request.headers.get('user')));
    return answer(request);
  };
  const patient = {
    unreadWithin: LONG_MILLISECONDS,
    unreadBytesPerUser: Infinity,
    unreadBytes: Infinity,
  };
  served = await serveFetch(fetch, {
    bounds: { unreadCheckInterval: 50, ...patient, ...bounds },
  });
}

function request(user = '1') {
  const socket = connect({ port: served.port, host: '127.0.0.1' });
  socket.write(`${headOf('GET', '/much', `User: ${user}`)}\r\n`);
  return socket;
}

/** Resolves when the server has closed the connection of a client that never reads, which it notices when it writes. */
function givenUp(user?: string): Promise<void> {
  const socket = request(user).pause();
  const timer = setInterval(() => socket.write('\r\n'), WRITE_MILLISECONDS);
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

test.each([
  ['that reads nothing for its time', { unreadWithin: 300 }],
  [
    'of many that leave more unread than the bound, before its time,',
    { unreadBytes: 10 * MEGABYTE },
  ],
])('drops a client %s and serves others', async (_, bounds) => {
  await serve(bounds);
  await Promise.all([givenUp(), givenUp(), givenUp()]);
  expect((await served.request(`${headOf('GET', '/')}\r\n`)).body).toBe('little');
});

test('an unread response is held as bytes, once', async () => {
  const deliver = createDeliver();
  const text = JSON.stringify(ANSWER);
  const answer = () =>
    new Response(text, { headers: { 'Content-Length': String(text.length) } });
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().arrayBuffers;
  await serve({ stopWithin: PAUSE_MILLISECONDS }, (request) =>
    deliver(request, answer(), 'each'),
  );
  const clients = Array.from({ length: 4 }, () => request().pause());
  await Promise.all(clients.map((socket) => once(socket, 'readable')));
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(
    clients.length * 1.2 * ANSWER.length,
  );
});

/** Reads the whole response, pausing at each megabyte. */
async function readWhole(socket: Socket, pause = 0): Promise<void> {
  let length = 0;
  for await (const chunk of socket) {
    length += chunk.length;
    if (length >= ANSWER.length) return;
    if (length % MEGABYTE < chunk.length) await delay(pause);
  }
  expect.unreachable(`${length} bytes`);
}

test('a client that reads slowly gets its whole response', async () => {
  await serve({ unreadWithin: 2_000 });
  await readWhole(request(), PAUSE_MILLISECONDS);
});

test("beyond one user's limit of unread bytes, drops only that user's clients", async () => {
  await serve({ unreadBytesPerUser: 30 * MEGABYTE, stopWithin: PAUSE_MILLISECONDS });
  const others = request('2').pause();
  let isOver = false;
  others.once('close', () => (isOver = true));
  await Promise.race([givenUp('1'), givenUp('1')]);
  expect(isOver).toBe(false);
  await readWhole(others.resume());
});
