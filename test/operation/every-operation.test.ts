// What every operation has in common: token, version and headers (sections 5, 7, 9).
import { beforeAll, describe, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import type { Route } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { BASE, createTestApp, openTestApp, type TestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const app = await openTestApp();
let id: number;
beforeAll(async () => {
  id = (await app.product()).id;
});

type Send = (options: {
  token?: string | null;
  headers?: Record<string, string>;
}) => ReturnType<TestApp['rest']>;

/** The request for a row of the REST API: the ID is a product's, and the wrapper object is named after the path. */
const requestOf = ({ method, path }: Route): [string, Send] => [
  `${method} ${path.replace(':id', '{id}')}`,
  (options) => {
    const body = method === 'GET' ? undefined : { [path.split('/')[1] ?? '']: {} };
    return app.rest(method, path.replace(':id', String(id)), body, options);
  },
];

/** One request for each operation of each API, as [name, send]. */
const operations: [string, Send][] = [
  ...ROUTES.map(requestOf),
  ['GraphQL query', (options) => app.graphql('{ __typename }', {}, options)],
  ['GraphQL mutation', (options) => app.graphql('mutation { __typename }', {}, options)],
  [
    'a request that neither API understands',
    (options) => app.rest('PATCH', '/nowhere', '{', options),
  ],
];

const unauthenticated = (name: string) =>
  name.startsWith('GraphQL')
    ? {
        errors: [
          { message: 'Invalid or missing token', extensions: { code: 'AUTH_INVALID_TOKEN' } },
        ],
      }
    : { error: 'Invalid or missing token', code: 'AUTH_INVALID_TOKEN' };

describe.each(operations)('%s', (name, send) => {
  test('401 without a token, with an unknown one or with several, before any other check (D9)', async () => {
    for (const token of [
      null,
      createTokenValue('test'),
      `${app.owner.token} ${app.owner.token}`,
    ]) {
      const answer = await send({ token, headers: { 'service-version': 'nonsense' } });
      expect(answer).toMatchObject({ status: 401, body: unauthenticated(name) });
      expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
    }
  });
});

test('two different query tokens count as none, the same one twice as one, also on GraphQL (D3)', async () => {
  const { owner, rival } = app;
  for (const path of [`${BASE}/product/${id}?`, `/graphql?query={product(id:${id}){id}}&`]) {
    const statusOf = async (other: string) =>
      (await app.call(`${path}token=${owner.token}&token=${other}`, {}, { token: null }))
        .status;
    expect([await statusOf(rival.token), await statusOf(owner.token)]).toEqual([401, 200]);
  }
});

describe('failed token look-ups (D44)', () => {
  const authFailures = { name: 'auth-failures', points: 2, windowSeconds: 60 };

  test('are limited by address; callers with a valid token are not', async () => {
    const limited = await createTestApp({ config: { authFailures } });
    const status = async (token: string) =>
      (await limited.rest('GET', '/product/1', undefined, { token })).status;
    const attempts = [];
    for (let attempt = 0; attempt < 4; attempt++)
      attempts.push(await status(createTokenValue('test')));
    expect(attempts).toEqual([401, 401, 429, 429]);
    expect(await status('svc_test_malformed')).toBe(401);
    expect(await status(limited.owner.token)).toBe(404);
    await limited.close();
  });

  test('of an IPv6 /64 count together, others separately', async () => {
    const limited = await createTestApp({
      config: { authFailures: { ...authFailures, points: 1 } },
    });
    const statusFrom = async (address: string) => {
      const headers = { Authorization: `Bearer ${createTokenValue('test')}` };
      const request = new Request(`http://localhost${BASE}/product/1`, { headers });
      return (await limited.app.fetch(request, { address })).status;
    };
    expect(await statusFrom('2001:db8:1:2::1')).toBe(401);
    expect(await statusFrom('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(401);
    await limited.close();
  });
});

test('paths outside the base path need no token (D21)', async () => {
  const unknown = await app.call('/nowhere', {}, { token: null });
  expect(unknown).toMatchObject({ status: 404, body: { error: 'Resource not found' } });
});

test('health and readiness checks need no token and return the version (D7)', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await app.call(path, {}, { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
  }
});

test('pages of any origin can read responses without credentials; the origins can be limited (D48)', async () => {
  const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PUT' };
  const preflight = await app.call(
    '/graphql',
    { method: 'OPTIONS' },
    { token: null, headers },
  );
  expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  const limited = await createTestApp({ config: { corsOrigins: ['https://shop.example'] } });
  const originOf = async (Origin: string) => {
    const answer = await limited.rest('GET', '/product/1', undefined, {
      headers: { Origin },
    });
    return answer.headers.get('access-control-allow-origin');
  };
  expect(await originOf('https://shop.example')).toBe('https://shop.example');
  expect(await originOf('https://evil.example')).toBeNull();
  await limited.close();
});
