// Malformed HTTP: each request is rejected with a normal error response, and the service continues.
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { expectSane, headerOf, headOf, openServedApp } from './served-app.ts';

const app = await openServedApp();
afterEach(async () =>
  expect((await app.request(`${app.head('GET', '/product/1')}\r\n`)).status).toBe(404),
);

const lines = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`;

describe('invalid HTTP returns 400 in JSON and closes the connection', () => {
  test.each<[string, string | Buffer]>([
    // Node's parser rejects each of them; a few show how.
    ['bytes of another protocol', Buffer.from('160301020001000100fc0d0a0a', 'hex')],
    ['an unknown method', headOf('FETCH', '/healthz')],
    ['an unknown version', lines('GET /healthz HTTP/3.7', 'Host: x')],
    ['the preface of HTTP/2', lines('PRI * HTTP/2.0', '', 'SM')],
    ['a control character in the target', lines('GET /health\x01z HTTP/1.1', 'Host: x')],
    ['no Host', lines('GET /healthz HTTP/1.1')],
    ...['Host: y', 'a b: c', 'A: b\r\n c'].map((line): [string, string] => [
      `the line ${JSON.stringify(line)}`,
      lines('GET /healthz HTTP/1.1', 'Host: x', line),
    ]),
    ...[
      'Content-Length: ten',
      'Content-Length: 1\r\nContent-Length: 2',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: smoke',
    ].map((framing): [string, string] => [
      JSON.stringify(framing),
      `${headOf('POST', '/graphql', framing)}\r\n0\r\n\r\n`,
    ]),
    [
      'a chunk without a size',
      `${headOf('POST', '/graphql', 'Transfer-Encoding: chunked')}\r\nnonsense\r\n`,
    ],
    ['CONNECT', `${headOf('CONNECT', 'internal.example:443')}\r\n`],
  ])('%s', async (_, bytes) => {
    const connection = await app.connect();
    connection.send(bytes);
    const answer = expectSane(await connection.answer(), 400);
    expect(JSON.parse(answer.body)).toEqual({ error: 'Malformed request' });
    expect(headerOf(answer, 'connection')).toBe('close');
    expect(headerOf(answer, 'x-content-type-options')).toBe('nosniff');
    expect(await connection.closed()).toBe(0);
  });
});

test('a client that sends on after a rejection is disconnected', async () => {
  const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {}).resume();
  socket.write('nonsense\r\n\r\n');
  const sending = setInterval(() => socket.write('more'), 50);
  await closed;
  clearInterval(sending);
});

test.each([
  ['one long header', '/healthz', `A: ${'b'.repeat(20_000)}`],
  [
    'many short ones',
    '/healthz',
    Array.from({ length: 3_000 }, (_, n) => `h${n}: 12345`).join('\r\n'),
  ],
  [
    'a megabyte, sent completely before the response is read',
    '/healthz',
    `A: ${'b'.repeat(1024 * 1024)}`,
  ],
  ['a long target', `/${'a'.repeat(20_000)}`, 'A: b'],
])('oversized headers return 431: %s', async (_, target, header) => {
  const answer = expectSane(await app.request(`${headOf('GET', target, header)}\r\n`), 431);
  expect(JSON.parse(answer.body)).toEqual({ error: 'Request headers too large' });
});

describe('targets that name nothing return 404 or 401, never another path', () => {
  test.each([
    ...'// //evil.example/healthz ///healthz /../../etc/passwd /%E0%A4%A /% /%00 /healthz%2f /\\healthz *'.split(
      ' ',
    ),
    ...'http://[/ http:///healthz http://evil.example//healthz http://user@evil.example/healthz'.split(
      ' ',
    ),
    ...'http://evil.example:99999/healthz ftp://evil.example/healthz /:80:80@x/ /healthz;a=b'.split(
      ' ',
    ),
    `/${'%2f'.repeat(1_000)}`,
  ])('%s', async (target) => {
    const answer = expectSane(await app.request(`${headOf('GET', target)}\r\n`), 404);
    expect(JSON.parse(answer.body)).toEqual({ error: 'Resource not found' });
  });

  test.each(['/../', '/%2e%2e/healthz/..', '/?', '/#'])(
    '%s is the root of the service',
    async (target) => {
      const answer = expectSane(await app.request(`${headOf('GET', target)}\r\n`), 303);
      expect(headerOf(answer, 'location')).toBe('/docs');
    },
  );
});

describe('an absolute target is read as its path, and no link contains its host (D21)', () => {
  const get = (target: string, ...headers: string[]) =>
    app.request(`${headOf('GET', target, ...headers)}\r\n`);

  test.each([
    'http://evil.example',
    'https://evil.example:8443',
    'HTTP://[::1]',
    'http://127.0.0.1:1',
  ])('%s', async (origin) => {
    const health = await get(`${origin}/healthz?x=1`);
    expectSane(health);
    expect(health.status).toBe(200);
    const path = `${origin}/api/token-secured/product/1`;
    expect((await get(path)).status).toBe(401);
    expect((await get(path, `Authorization: Bearer ${app.owner.token}`)).status).toBe(404);
    for (const target of [origin, `${origin}/`, `${origin}?x=1`]) {
      const start = await get(target);
      expect([start.status, headerOf(start, 'location')]).toEqual([303, '/docs']);
    }
    const { body } = await get(`${origin}/openapi.json`);
    expect(JSON.parse(body).servers).toEqual(
      JSON.parse((await get('/openapi.json')).body).servers,
    );
  });

  test('OPTIONS for the whole server is rejected like OPTIONS for the root', async () => {
    for (const target of ['*', 'http://evil.example', '/']) {
      const answer = expectSane(await app.request(`${headOf('OPTIONS', target)}\r\n`));
      expect([answer.status, headerOf(answer, 'allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

test.each([
  '',
  ' ',
  'a b',
  ':',
  '[::',
  'evil.example:99999',
  'x'.repeat(5_000),
  '\xff\xfe',
  'http://x/',
  '@',
])('the Host "%s" changes nothing', async (host) => {
  const answer = expectSane(
    await app.request(Buffer.from(lines('GET /healthz HTTP/1.1', `Host: ${host}`), 'latin1')),
  );
  expect([200, 400]).toContain(answer.status);
  expect([...answer.headers.values()].flat().join()).not.toContain('evil');
});

test.each([
  ['obs-text', '\xe9\xff'],
  ['UTF-8', Buffer.from('2025-08-16é').toString('latin1')],
  ['a tab', '2025-08-16\tx'],
  ['a list', '2025-08-16, 2025-08-16'],
  ['an injected header', '2025-08-16%0d%0aX-Evil: 1'],
  ['a bare line feed', '2025-08-16\nX-Evil: 1'],
  ['a bare carriage return', '2025-08-16\rX-Evil: 1'],
  ['ten thousand characters', '2'.repeat(10_000)],
])(
  'a service-version with %s is never echoed and never breaks the response (D6, D7)',
  async (_, version) => {
    const bytes = Buffer.from(
      `${app.head('GET', '/product/1', `service-version: ${version}`)}\r\n`,
      'latin1',
    );
    const answer = expectSane(await app.request(bytes), 400);
    expect(answer.headers.has('x-evil')).toBe(false);
    expect(answer.body).not.toContain('Evil');
  },
);

test("tokens in other headers don't count, and of two Authorization headers only the first does", async () => {
  const valid = `Bearer ${app.owner.token}`;
  for (const [status, ...values] of [
    [401, 'Bearer svc_test_\xe9\xff'],
    [401, 'Bearer\tsvc_test_x'],
    [401, ''],
    [401, `Bearer ${'a'.repeat(10_000)}`],
    [401, 'Bearer nonsense', valid],
    [404, valid, 'Bearer nonsense'],
  ] as const) {
    const head = headOf(
      'GET',
      '/api/token-secured/product/1',
      ...values.map((value) => `Authorization: ${value}`),
    );
    expectSane(await app.request(Buffer.from(`${head}\r\n`, 'latin1')), status);
  }
});

test.each(['TRACE', 'OPTIONS', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE'])(
  'rejects the method %s on every path',
  async (method) => {
    for (const target of [
      '/api/token-secured/product/1',
      '/graphql',
      '/healthz',
      '/nowhere',
    ]) {
      const head = headOf(
        method,
        target,
        `Authorization: Bearer ${app.owner.token}`,
        'Content-Length: 0',
      );
      const answer = expectSane(await app.request(`${head}\r\n`));
      expect([404, 405], target).toContain(answer.status);
    }
  },
);
