// Clients that send or read slowly are dropped in time, and other clients are served.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { createBodyRoom } from '../../src/fairness/bodies.ts';
import { Slot, Slots } from '../../src/fairness/slots.ts';
import { readJsonBody } from '../../src/http/json-body.ts';
import { expectSane, headOf, serveFetch } from './served-app.ts';

/** A twentieth of the limits in production, where slow clients are closed within 25 s. */
const bounds = {
  headersTimeout: 500,
  requestTimeout: 1_000,
  keepAliveTimeout: 500,
  unreadWithin: 1_500,
  connectionsCheckingInterval: 50,
};
const EACH = 6;

const room = createBodyRoom();
const slots = new Slots({ perUser: 100 });

let served: Awaited<ReturnType<typeof serveFetch>>;
const errors: unknown[] = [];
beforeEach(async () => {
  served = await serveFetch(answer, { bounds });
});

async function answer(request: Request): Promise<Response> {
  if (request.url.endsWith('/much')) return new Response('x'.repeat(20 * 1024 * 1024));
  if (request.method !== 'POST') return Response.json({});
  try {
    return Response.json(await readJsonBody(request, new Slot(slots, { userId: 1 }), room));
  } catch (error) {
    errors.push(error);
    return Response.json({ error: 'rejected' }, { status: 400 });
  }
}

/** Sends the beginning, then the drip every 50 ms until the connection ends. */
function slowClient(beginning: string, drip: string, { reads = true } = {}) {
  const socket: Socket = connect({ port: served.port, host: '127.0.0.1' });
  socket.write(beginning);
  const timer = setInterval(() => drip && socket.writable && socket.write(drip), 50);
  let got = '';
  if (reads) socket.on('data', (chunk) => (got += chunk.toString('latin1').slice(0, 100)));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(got);
    });
  });
  return { closed, socket };
}

/** A client that is idle after its response. On a busy machine, the short limit rejects some of its requests. */
async function idleClient(): Promise<ReturnType<typeof slowClient>> {
  const client = slowClient(`${headOf('GET', '/')}\r\n`, '');
  const [response] = await once(client.socket, 'data');
  return String(response).startsWith('HTTP/1.1 200') ? client : idleClient();
}

const many = (make: () => ReturnType<typeof slowClient>) =>
  Array.from({ length: EACH }, make);
const POST = headOf('POST', '/', 'Content-Type: application/json');

test('closes every slow client, with 408 if a request was begun, and serves others meanwhile', async () => {
  const idle = await Promise.all(Array.from({ length: EACH }, idleClient));
  const silent = many(() => slowClient('', ''));
  const slowHeaders = many(() => slowClient('GET / HTTP/1.1\r\nHost: x\r\nA: ', 'a'));
  const slowBodies = many(() => slowClient(`${POST}Content-Length: 100000\r\n\r\n"`, 'a'));
  const slowChunks = many(() =>
    slowClient(`${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
  );
  const deaf = Array.from({ length: 3 }, () =>
    slowClient(`${headOf('GET', '/much')}\r\n`, '', { reads: false }),
  );
  // A connection that is never read from doesn't notice its end either.
  for (const { socket } of deaf)
    setTimeout(() => socket.resume(), 2 * bounds.unreadWithin).unref();
  const other = () => served.request(`${headOf('GET', '/')}\r\n`);
  await expect.poll(async () => (await other()).status).toBe(200);

  const endings = await Promise.all(
    [...silent, ...slowHeaders, ...slowBodies, ...slowChunks, ...idle, ...deaf].map(
      ({ closed }) => closed,
    ),
  );
  const statuses = endings.map((got) => /^HTTP\/1\.1 (\d+)/.exec(got)?.[1]);
  const part = (index: number) => new Set(statuses.slice(index * EACH, (index + 1) * EACH));
  expect([0, 1, 2, 3, 4].map(part)).toEqual(
    ['408', '408', '408', '408', '200'].map((status) => new Set([status])),
  );
});

test('a request that took too long is rejected in JSON, with the version', async () => {
  const answer = expectSane(await served.request(`${POST}Content-Length: 10\r\n\r\n"`), 408);
  expect(JSON.parse(answer.body)).toEqual({ error: 'Request timed out' });
  expect(
    errors.every((error) => error instanceof Error && error.name === 'OperationFailure'),
  ).toBe(true);
});
