// Each connection serves one request at a time, and closes after the response if the client sends the next one earlier.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { headerOf, headOf, serveFetch } from '../http/served-app.ts';

const get = (path: string, ...headers: string[]) => `${headOf('GET', path, ...headers)}\r\n`;
const post = (path: string, body: string, ...headers: string[]) =>
  `${headOf('POST', path, `Content-Length: ${Buffer.byteLength(body)}`, ...headers)}\r\n${body}`;
const chunkedPost = (path: string, ...pieces: string[]) =>
  `${headOf('POST', path, 'Transfer-Encoding: chunked')}\r\n${[...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}`;
/** More than Node reads at once. */
const LONG = 'x'.repeat(200_000);
const MANY = 1_000;

/** Returns the path and the length of the body; `/slow` waits for `release`. */
async function serve() {
  const release = Promise.withResolvers<void>();
  const begun: string[] = [];
  const fetch = async (request: Request) => {
    const path = new URL(request.url).pathname;
    begun.push(path);
    const { length } = await request.text();
    if (path === '/slow') await release.promise;
    await turn();
    const text = `${path} ${length}`;
    return new Response(text, { headers: { 'Content-Length': `${text.length}` } });
  };
  const served = await serveFetch(fetch, { bounds: { lastRequestWithin: 20 } });
  const connection = await served.connect();
  return { ...served, begun, connection, release: () => release.resolve() };
}

test('responds to requests with and without bodies, one after the other', async () => {
  const { connection } = await serve();
  const sent: [string, string][] = [
    [post('/1', 'abc'), '/1 3'],
    [get('/2'), '/2 0'],
    [chunkedPost('/3', 'ab', 'cdef'), '/3 6'],
    [post('/4', LONG), '/4 200000'],
    [chunkedPost('/5', LONG, LONG), '/5 400000'],
    [get('/6', 'Connection: Upgrade', 'Upgrade: websocket'), '/6 0'],
  ];
  for (const [request, body] of sent) {
    connection.send(request);
    expect((await connection.answer()).body).toBe(body);
  }
});

test.each([
  ['a request', get('/2') + get('/3')],
  ['a request with a body', post('/2', LONG)],
  ['bytes that are no request', 'nonsense\r\n\r\n'],
])(
  'closes the connection after the response if the client sends %s earlier',
  async (_, early) => {
    const { connection, begun, release } = await serve();
    connection.send(get('/slow') + early);
    await expect.poll(() => begun).toEqual(['/slow']);
    release();
    const answer = await connection.answer();
    expect([answer.body, headerOf(answer, 'connection')]).toEqual(['/slow 0', 'close']);
    await connection.closed();
    expect(begun).toEqual(['/slow']);
  },
);

test('closes the connection of a client that pipelines many requests at once; others are served', async () => {
  const { connection, request, begun, release } = await serve();
  connection.send(get('/slow').repeat(MANY));
  await connection.closed();
  expect((await request(get('/other'))).body).toBe('/other 0');
  expect(begun).toEqual(['/slow', '/other']);
  release();
});

test.each([
  ['HTTP/1.0', 'GET /1 HTTP/1.0\r\n\r\n'],
  ['Connection: close', get('/1', 'Connection: close')],
])('ignores what follows a request with %s', async (_, first) => {
  const { connection, begun } = await serve();
  connection.send(first + get('/2') + get('/3'));
  expect((await connection.answer()).body).toBe('/1 0');
  expect(await connection.closed()).toBe(0);
  expect(begun).toEqual(['/1']);
});

test('CONNECT behind a request closes the connection', async () => {
  const { connection, release } = await serve();
  connection.send(`${get('/slow')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
  release();
  await connection.closed();
});
