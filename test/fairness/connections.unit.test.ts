// Pipelined requests: each connection handles one at a time, each in its own turn, and the responses stay in order.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Listening, listen } from '../../src/http/listen.ts';
import { rawConnect, rawRequest } from '../http/raw-client.ts';
import { headerOf, headOf } from '../http/served-app.ts';

const get = (path: string, ...headers: string[]) => `${headOf('GET', path, ...headers)}\r\n`;
const post = (path: string, body: string, ...headers: string[]) =>
  `${headOf('POST', path, `Content-Length: ${Buffer.byteLength(body)}`, ...headers)}\r\n${body}`;
const chunkedPost = (path: string, ...pieces: string[]) =>
  `${headOf('POST', path, 'Transfer-Encoding: chunked')}\r\n${[...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}`;
/** More than Node reads at once. */
const LONG = 'x'.repeat(200_000);
const MANY = 1_000;

let listening: Listening;
afterEach(() => listening.stop());

/** Returns the path and the length of the body; `/slow` waits for `release`. */
async function serve(bounds: object = {}) {
  const release = Promise.withResolvers<void>();
  const seen = { inWork: 0, mostInWork: 0, begun: [] as string[], mostInTurn: 0 };
  let inTurn = 0;
  const fetch = async (request: Request) => {
    const path = new URL(request.url).pathname;
    seen.begun.push(path);
    seen.mostInTurn = Math.max(seen.mostInTurn, ++inTurn);
    void turn().then(() => (inTurn = 0));
    seen.mostInWork = Math.max(seen.mostInWork, ++seen.inWork);
    const { length } = await request.text();
    if (path === '/slow') await release.promise;
    await turn();
    seen.inWork--;
    const text = `${path} ${length}`;
    return new Response(text, { headers: { 'Content-Length': `${text.length}` } });
  };
  const at = { host: '127.0.0.1', port: 0 };
  listening = await listen({ fetch }, { ...at, bounds: { lastRequestWithin: 20, ...bounds } });
  return { seen, release: () => release.resolve(), connection: await rawConnect(listening.port) };
}

test('responds to requests with and without bodies in order, one at a time', async () => {
  const { seen, connection } = await serve();
  const sent = [
    post('/1', 'abc'),
    get('/2'),
    chunkedPost('/3', 'ab', 'cdef'),
    post('/4', LONG),
    get('/5'),
    chunkedPost('/6', LONG, LONG),
    post('/7', 'x', 'Expect: 100-continue'),
    get('/8'),
    // Node reads nothing that follows in the same chunk.
    get('/9', 'Connection: Upgrade', 'Upgrade: websocket'),
  ];
  connection.send(sent.join(''));
  const bodies = [];
  while (bodies.length < sent.length) {
    const { status, body } = await connection.answer();
    if (status === 200) bodies.push(body);
  }
  expect(bodies).toEqual([
    '/1 3',
    '/2 0',
    '/3 6',
    '/4 200000',
    '/5 0',
    '/6 400000',
    '/7 1',
    '/8 0',
    '/9 0',
  ]);
  expect(seen.mostInWork).toBe(1);
});

test('a body that arrives in chunks behind waiting requests is complete', async () => {
  const { connection, release, seen } = await serve();
  const whole = get('/slow') + post('/2', LONG) + get('/3');
  connection.send(whole.slice(0, 1_000));
  await expect.poll(() => seen.begun).toEqual(['/slow']);
  connection.send(whole.slice(1_000));
  release();
  for (const body of ['/slow 0', '/2 200000', '/3 0'])
    expect((await connection.answer()).body).toBe(body);
});

test('each of many requests starts in its own turn, and others are served in between', async () => {
  const { connection, seen } = await serve();
  connection.send(get('/many').repeat(MANY));
  await connection.answer();
  expect((await rawRequest(listening.port, get('/other'))).body).toBe('/other 0');
  expect(seen.begun.length).toBeLessThan(MANY / 2);
  for (let answers = 1; answers < MANY; answers++)
    expect((await connection.answer()).body).toBe('/many 0');
  expect(seen.mostInWork).toBeLessThanOrEqual(2);
  expect(seen.mostInTurn).toBeLessThanOrEqual(2);
});

test("doesn't read from a connection with waiting requests", async () => {
  const { connection, release, seen } = await serve();
  connection.send(get('/slow'));
  await expect.poll(() => seen.begun).toEqual(['/slow']);
  const socket = connect({ port: listening.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  let isTaken = true;
  // More than the buffers of both kernels hold.
  for (let megabytes = 0; megabytes < 64; megabytes++)
    isTaken = socket.write(get('/slow').repeat(20_000));
  expect(isTaken).toBe(false);
  await rawRequest(listening.port, get('/other'));
  expect(socket.writableLength).toBeGreaterThan(0);
  expect(seen.begun).toEqual(['/slow', '/slow', '/other']);
  socket.destroy();
  release();
});

test('a client that half-closes after pipelined requests gets all responses', async () => {
  const { connection } = await serve();
  connection.send(get('/1') + post('/2', LONG) + get('/3') + get('/4'));
  connection.end();
  for (const body of ['/1 0', '/2 200000', '/3 0', '/4 0'])
    expect((await connection.answer()).body).toBe(body);
  expect(await connection.closed()).toBe(0);
});

test.each([
  ['HTTP/1.0', 'GET /1 HTTP/1.0\r\n\r\n'],
  ['Connection: close', get('/1', 'Connection: close')],
])('ignores what follows a request with %s', async (_, first) => {
  const { connection, seen } = await serve();
  connection.send(first + get('/2') + get('/3'));
  expect((await connection.answer()).body).toBe('/1 0');
  expect(await connection.closed()).toBe(0);
  expect(seen.begun).toEqual(['/1']);
});

test('a client that disconnects cancels its waiting requests', async () => {
  const { connection, seen, release } = await serve();
  connection.send(get('/slow') + get('/2').repeat(MANY));
  await expect.poll(() => seen.begun).toEqual(['/slow']);
  connection.close();
  release();
  await listening.stop();
  expect(seen.begun.length).toBeLessThan(MANY);
});

test('CONNECT behind a request closes the connection', async () => {
  const { connection, release } = await serve();
  connection.send(`${get('/slow')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
  await connection.closed();
  release();
});

test('a stop answers the waiting requests, the last one with `Connection: close`', async () => {
  const { connection, seen, release } = await serve();
  connection.send(get('/slow') + get('/2') + get('/3'));
  await expect.poll(() => seen.begun).toEqual(['/slow']);
  const stopped = listening.stop();
  release();
  for (const last of [undefined, undefined, 'close'])
    expect([headerOf(await connection.answer(), 'connection')]).toEqual([last ?? 'keep-alive']);
  await stopped;
  expect(await connection.closed()).toBe(0);
});

const TIMES = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };

test('a request cut off behind waiting ones times out only once the connection is read again', async () => {
  const { connection, seen, release } = await serve(TIMES);
  const last = get('/last');
  connection.send(get('/slow') + get('/2') + last.slice(0, 9));
  await expect.poll(() => seen.begun).toEqual(['/slow']);
  // By then Node considers the last request late.
  const sign = await rawConnect(listening.port);
  sign.send(last.slice(0, 9));
  expect((await sign.answer()).status).toBe(408);
  connection.send(last.slice(9));
  release();
  for (const body of ['/slow 0', '/2 0', '/last 0'])
    expect((await connection.answer()).body).toBe(body);
});

test.each([
  ['is malformed', 'nonsense\r\n\r\n', 400],
  ['stays cut off', 'GET /', 408],
])('rejects what %s behind waiting requests, after their responses', async (_, bytes, refused) => {
  const { connection, release } = await serve(TIMES);
  connection.send(get('/slow') + get('/2') + bytes);
  expect((await rawRequest(listening.port, 'GET /')).status).toBe(408);
  release();
  for (const status of [200, 200, refused]) expect((await connection.answer()).status).toBe(status);
});

test('with too many waiting requests in total, closes the connection that has most of them', async () => {
  const { connection, release } = await serve({ mostWaiting: 20 });
  connection.send(get('/slow').repeat(5));
  const greedy = await rawConnect(listening.port);
  greedy.send(get('/slow').repeat(MANY));
  await greedy.closed();
  release();
  for (let answers = 0; answers < 5; answers++)
    expect((await connection.answer()).status).toBe(200);
});
