// Bodies over a real socket: however they are framed, each request gets one response and the connection stays usable.
import { beforeAll, describe, expect, test } from 'vitest';
import { BASE } from '../support/app.ts';
import type { RawConnection } from './raw-client.ts';
import { expectSane, headerOf, headOf, jsonRequest, openServedApp } from './served-app.ts';

const app = await openServedApp();
let id: number;
beforeAll(async () => {
  id = (await app.product()).id;
});

const MEGABYTE = 1024 * 1024;
const CREATE = JSON.stringify({ product: { title: 'Tent', rent: 1, sku: 's' } });

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (...texts: string[]) => `${texts.map(chunk).join('')}0\r\n\r\n`;
const post = (body: string, ...headers: string[]) =>
  `${app.head('POST', '/product', 'Content-Type: application/json', ...headers)}\r\n${body}`;
const sized = (body: string) => jsonRequest(app.owner.token, 'POST', `${BASE}/product`, body);
const get = () => `${app.head('GET', `/product/${id}`)}\r\n`;

async function expectUsable(connection: RawConnection): Promise<void> {
  connection.send(get());
  expect((await connection.answer()).status).toBe(200);
  connection.close();
}

test('REST responses have a length, and the connection is kept open', async () => {
  const connection = await app.connect();
  for (const [bytes, status] of [
    [get(), 200],
    [sized(CREATE), 201],
    [sized('{'), 400],
    [`${app.head('GET', '/product/2147483647')}\r\n`, 404],
    [`${headOf('GET', '/api/token-secured/product/1')}\r\n`, 401],
    [`${headOf('GET', '/healthz')}\r\n`, 200],
  ] as const) {
    connection.send(bytes);
    const answer = expectSane(await connection.answer(), status);
    expect(answer.headers.get('content-length')).toEqual([
      String(Buffer.byteLength(answer.body)),
    ]);
    expect(answer.headers.has('transfer-encoding')).toBe(false);
    expect(headerOf(answer, 'connection')).toBe('keep-alive');
  }
  await expectUsable(connection);
});

describe('a body beyond the limit returns 413', () => {
  const CHUNKED = 'Transfer-Encoding: chunked';
  /** The header and the body for a text, however it is framed. */
  const framings = (text: string) => [
    [`Content-Length: ${text.length}`, text],
    ...[text.length, 32 * 1024, 16].map((size) => {
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      return [CHUNKED, chunked(...pieces)];
    }),
  ];

  test.each([
    [`${BASE}/product`, 'application/json', MEGABYTE],
    ['/graphql', 'application/json', MEGABYTE],
    ['/dashboard/sign-in', 'application/x-www-form-urlencoded', 16 * 1024],
  ])('at %s for %s over %i bytes, and the connection stays usable', async (...row) => {
    const [path, type, most] = row;
    const authorization = `Authorization: Bearer ${app.owner.token}`;
    for (const [framing = '', body] of framings('x'.repeat(most + 1))) {
      const connection = await app.connect();
      const head = headOf('POST', path, authorization, `Content-Type: ${type}`, framing);
      connection.send(`${head}\r\n${body}`);
      expect((await connection.answer()).status).toBe(413);
      await expectUsable(connection);
    }
  });

  test('before it is sent, if its length is announced; otherwise while it arrives', async () => {
    for (const bytes of [
      post('', `Content-Length: ${5 * MEGABYTE}`),
      // Up to 4 KiB may wait for more of the body.
      post(chunk('x'.repeat(MEGABYTE + 8 * 1024)), CHUNKED),
    ]) {
      const connection = await app.connect();
      connection.send(bytes);
      const answer = expectSane(await connection.answer(), 413);
      expect(JSON.parse(answer.body)).toEqual({ error: 'Request body too large' });
      connection.close();
    }
  });

  test('accepts exactly 1 MiB', async () => {
    expect((await app.request(sized(`"${'x'.repeat(MEGABYTE - 2)}"`))).status).toBe(400);
  });
});

test('Expect: 100-continue asks for the body; any other value is ignored', async () => {
  const connection = await app.connect();
  connection.send(post('', 'Expect: 100-continue', `Content-Length: ${CREATE.length}`));
  expect((await connection.answer()).status).toBe(100);
  connection.send(CREATE);
  expect((await connection.answer()).status).toBe(201);
  connection.send(post(CREATE, 'Expect: 200-ok', `Content-Length: ${CREATE.length}`));
  expectSane(await connection.answer(), 201);
  await expectUsable(connection);
});

test('Expect: 100-continue of a body that is too large gets its 413 at once, and the connection ends', async () => {
  const connection = await app.connect();
  connection.send(post('', 'Expect: 100-continue', `Content-Length: ${MEGABYTE + 1}`));
  const answer = await connection.answer();
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, ['close']]);
  await connection.closed();
});

test('ignores a body where none belongs', async () => {
  const connection = await app.connect();
  connection.send(`${app.head('GET', `/product/${id}`, 'Content-Length: 5')}\r\nhello`);
  expect((await connection.answer()).status).toBe(200);
  connection.send(
    `${app.head('DELETE', `/product/${id}`, 'Transfer-Encoding: chunked')}\r\n${chunked('hello')}`,
  );
  expect((await connection.answer()).status).toBe(405);
  await expectUsable(connection);
});

test('reads a body in tiny chunks with extensions and trailers', async () => {
  const chunks = [...CREATE].map((byte) => `1;a=b\r\n${byte}\r\n`).join('');
  const connection = await app.connect();
  connection.send(post(`${chunks}0\r\nX-Trailer: y\r\n\r\n`, 'Transfer-Encoding: chunked'));
  expect((await connection.answer()).status).toBe(201);
  await expectUsable(connection);
});
