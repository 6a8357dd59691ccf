// What every operation owes, whatever it does: token, version, permission, throttle, headers (sections 5, 7, 8, 9).
import { beforeAll, describe, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { createToken, revokeToken } from '../../src/accounts/tokens.ts';
import type { Route } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { BASE, createTestApp, openTestApp, type TestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { operator } from '../support/operator.ts';

const app = await openTestApp();
let id: number;
beforeAll(async () => {
  id = (await app.product()).id;
});

type Send = (options: { token?: string | null; headers?: Record<string, string> }) => ReturnType<TestApp['rest']>;

/** The request of a row of the REST surface: the id is that of a product, the wrapper is named as the path. */
const requestOf = ({ method, path }: Route): [string, Send] => [
  `${method} ${path.replace(':id', '{id}')}`,
  (options) => {
    const body = method === 'GET' ? undefined : { [path.split('/')[1] ?? '']: {} };
    return app.rest(method, path.replace(':id', String(id)), body, options);
  },
];

/** One request for each operation of each surface, as [name, send]. */
const operations: [string, Send][] = [
  ...ROUTES.map(requestOf),
  ['GraphQL query', (options) => app.graphql('{ __typename }', {}, options)],
  ['GraphQL mutation', (options) => app.graphql('mutation { __typename }', {}, options)],
  ['a request that no surface understands', (options) => app.rest('PATCH', '/nowhere', '{', options)],
];

const unauthenticated = (name: string) =>
  name.startsWith('GraphQL')
    ? { errors: [{ message: 'Invalid or missing token', extensions: { code: 'AUTH_INVALID_TOKEN' } }] }
    : { error: 'Invalid or missing token', code: 'AUTH_INVALID_TOKEN' };

describe.each(operations)('%s', (name, send) => {
  const tokens: [string, () => string | null][] = [
    ['no token', () => null],
    ['a malformed token', () => 'svc_test_nonsense'],
    [
      'a token with a wrong checksum (D2)',
      () => `${app.owner.token.slice(0, -1)}${app.owner.token.endsWith('0') ? '1' : '0'}`,
    ],
    ['an unknown token', () => createTokenValue('test')],
    ['a token of the other environment (D1)', () => createTokenValue('live')],
    ['extra words', () => `${app.owner.token} ${app.owner.token}`],
  ];
  test.each(tokens)('401 for %s, before anything else (D9)', async (_, token) => {
    const answer = await send({ token: token(), headers: { 'service-version': 'nonsense' } });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(unauthenticated(name));
    expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_description="[^"]+"$/);
  });

  test('401 on the next request after a revocation (D4)', async () => {
    const { owner, db } = app;
    const version = NEWEST_VERSION;
    const token = await createToken(db, { userId: owner.id, name: 'short', environment: 'test', version });
    expect((await send({ token: token.value })).status).not.toBe(401);
    await revokeToken(operator(db), owner.id, token.id);
    expect((await send({ token: token.value })).status).toBe(401);
  });

  test.each(['2024-01-01', '2025-8-16', 'latest', ''])('400 for the unknown version "%s" (D6)', async (version) => {
    const answer = await send({ headers: { 'service-version': version } });
    expect(answer.status).toBe(400);
    const errors = answer.body.errors[0].extensions?.errors ?? answer.body.errors;
    expect(errors).toEqual([
      { field: 'service-version', code: 'INVALID_FORMAT', message: expect.stringContaining(NEWEST_VERSION) },
    ]);
    expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
  });

  test('every answer names version and request, and is kept by no shared cache (D7, D42)', async () => {
    const { headers } = await send({ headers: { 'service-version': NEWEST_VERSION } });
    expect(headers.get('x-api-version')).toBe(NEWEST_VERSION);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toBe(name === 'GET /product/{id}' ? 'private, no-cache' : 'no-store');
  });
});

test('an answer to a token in the URL is kept nowhere (D3, D42)', async () => {
  const { headers } = await app.call(`${BASE}/product/${id}?token=${app.owner.token}`, {}, { token: null });
  expect(headers.get('etag')).not.toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('credentials (section 5.1, D3)', () => {
  const withQuery = (query: string, headers: Record<string, string> = {}) =>
    app.rest('GET', `/product/${id}?${query}`, undefined, { token: null, headers });

  test('the query token is taken where there is no Bearer header', async () => {
    expect((await withQuery(`token=${app.owner.token}`)).status).toBe(200);
    expect((await withQuery(`token=${app.owner.token}`, { Authorization: 'Basic eDp5' })).status).toBe(200);
  });

  test('the Bearer header wins, valid or not', async () => {
    const valid = { Authorization: `bearer ${app.owner.token}` };
    expect((await withQuery('token=nonsense', valid)).status).toBe(200);
    expect((await withQuery(`token=${app.owner.token}`, { Authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await withQuery(`token=${app.owner.token}`, { Authorization: 'Bearer' })).status).toBe(401);
  });

  test('two different query tokens are none', async () => {
    expect((await withQuery(`token=${app.owner.token}&token=${app.rival.token}`)).status).toBe(401);
    expect((await withQuery(`token=${app.owner.token}&token=${app.owner.token}`)).status).toBe(200);
  });

  test('the same holds on GraphQL', async () => {
    const answer = await app.call(
      `/graphql?token=${app.owner.token}&query=${encodeURIComponent(`{ product(id: ${id}) { id } }`)}`,
      {},
      { token: null },
    );
    expect(answer.body).toEqual({ data: { product: { id: String(id) } } });
  });
});

test('failed look-ups of an address are limited; callers with a valid token are not (D44)', async () => {
  const limited = await createTestApp({
    config: { authFailures: { name: 'auth-failures', points: 2, windowSeconds: 60 } },
  });
  const status = async (token: string) => (await limited.rest('GET', '/product/1', undefined, { token })).status;
  const attempts = [];
  for (let attempt = 0; attempt < 4; attempt++) attempts.push(await status(createTokenValue('test')));
  expect(attempts).toEqual([401, 401, 429, 429]);
  expect(await status('svc_test_malformed')).toBe(401);
  expect(await status(limited.owner.token)).toBe(404);
  await limited.close();
});

test('failed look-ups of a /64 of IPv6 are counted together, those of others apart (D44)', async () => {
  const limited = await createTestApp({
    config: { authFailures: { name: 'auth-failures', points: 1, windowSeconds: 60 } },
  });
  const statusFrom = async (address: string) => {
    const headers = { Authorization: `Bearer ${createTokenValue('test')}` };
    return (await limited.app.fetch(new Request(`http://localhost${BASE}/product/1`, { headers }), { address })).status;
  };
  expect(await statusFrom('2001:db8:1:2::1')).toBe(401);
  expect(await statusFrom('2001:db8:1:2:ffff::9')).toBe(429);
  expect(await statusFrom('2001:db8:1:3::1')).toBe(401);
  await limited.close();
});

describe('routes (D21)', () => {
  test.each(['/products', '/product/1/images', '/product/', '', '/', '/bundle/1', '//product/1', '/PRODUCT/1'])(
    '404 for the unknown path "%s"',
    async (path) => {
      const answer = await app.rest('GET', path);
      expect(answer).toMatchObject({ status: 404, body: { error: 'Resource not found' } });
    },
  );

  test.each([
    ['DELETE', '/product/1', 'GET, HEAD, PUT'],
    ['POST', '/rental/1', 'GET, HEAD'],
    ['GET', '/product', 'POST'],
    ['PUT', '/bundle', 'POST'],
    ['OPTIONS', '/bundle', 'POST'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const answer = await app.rest(method, path);
    expect(answer).toMatchObject({ status: 405, body: { error: 'Method not allowed' } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('outside the base path there is no token to ask for', async () => {
    expect(await app.call('/nowhere', {}, { token: null })).toMatchObject({
      status: 404,
      body: { error: 'Resource not found' },
    });
  });

  test('health and readiness answer without a token, with the version (D7)', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await app.call(path, {}, { token: null });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
    }
  });

  test('a preflight of a browser needs no token, and lets it send any header, and read all that answers have of their own (D48)', async () => {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PUT' };
    for (const path of ['/graphql', '/api/token-secured/product/1']) {
      const answer = await app.call(path, { method: 'OPTIONS' }, { token: null, headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-headers')).toBe('Authorization, *');
      const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
      const limits = ['WWW-Authenticate', 'Token-Permissions', 'Token-Expires', 'RateLimit-Policy', 'RateLimit'];
      const others = ['X-API-Version', 'Idempotency-Replayed', 'Location', 'Preference-Applied'];
      expect(exposed).toEqual(expect.arrayContaining([...limits, ...others]));
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
    }
  });

  test('origins can be limited', async () => {
    const limited = await createTestApp({ config: { corsOrigins: ['https://shop.example'] } });
    const originOf = async (Origin: string) =>
      (await limited.rest('GET', '/product/1', undefined, { headers: { Origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await originOf('https://shop.example')).toBe('https://shop.example');
    expect(await originOf('https://evil.example')).toBeNull();
    await limited.close();
  });
});

test('there are no events: no callback, no subscription (D32)', async () => {
  const { body } = await app.graphql('{ __schema { subscriptionType { name } } }');
  expect(body.data.__schema.subscriptionType).toBeNull();
});
