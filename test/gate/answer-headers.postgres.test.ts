// The headers that show the caller, why a request was rejected, and how many creates are left (D48).
import { describe, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { BASE, budget, openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';

const { logger, logged } = recordedLog();
const app = await openTestApp({ logger, config: { throttle: budget(3) } });

const surfaces = ['REST', 'GraphQL'] as const;
const TARGETS = { REST: `${BASE}/product/1?`, GraphQL: '/graphql?query={__typename}&' };
const send = (surface: keyof typeof TARGETS, token: string | null, query = '') =>
  app.call(TARGETS[surface] + query, {}, { token });

describe.each(surfaces)('returns 401 on %s (D48)', (surface) => {
  const person = async (data: object, isDisabled = false) => {
    const { id, token, tokenId } = await app.person('refused');
    await app.db.apiToken.update({ where: { id: tokenId }, data });
    if (isDisabled)
      await app.db.user.update({ where: { id }, data: { disabledAt: new Date() } });
    return { token, tokenId };
  };
  const now = new Date();
  const past = new Date(0);
  const unknown = createTokenValue('test');
  const none = { token: null };
  const faults: [string, string, () => Promise<object> | object, string][] = [
    ['The request has no token', 'missing', () => none, ''],
    ['The URL has several tokens', 'several', () => none, `token=${unknown}&token=x`],
    ['The token is malformed', 'malformed', () => ({ token: 'svc_test_x' }), ''],
    ['The request has no token', 'missing', () => none, 'token='],
    [
      'The token is for the other environment',
      'otherEnvironment',
      () => ({ token: createTokenValue('live') }),
      '',
    ],
    ['The token is unknown', 'unknown', () => ({ token: unknown }), ''],
    [
      'The token is revoked',
      'revoked',
      () => person({ revokedAt: now, expiresAt: past }),
      '',
    ],
    ['The token has expired', 'expired', () => person({ expiresAt: past }), ''],
    ['The account is disabled', 'disabled', () => person({}, true), ''],
    ['The token is revoked', 'revoked', () => person({ revokedAt: now }, true), ''],
  ];
  test.each(faults)(
    'the header says: %s; the log says %s, and the ID of a token that was usable',
    async (...row) => {
      const [description, fault, make, query] = row;
      const { token, tokenId } = (await make()) as { token: string | null; tokenId?: number };
      const { status, headers } = await send(surface, token, query);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", error_description="${description}"`,
      );
      expect(headers.get('token-permissions')).toBeNull();
      const {
        'owner_api.token_failure': told,
        'owner_api.token_id': id,
        ...line
      } = logged().at(-1) ?? {};
      expect([told, id, line['owner_api.failure']]).toEqual([
        fault,
        tokenId,
        'AUTH_INVALID_TOKEN',
      ]);
      expect(JSON.stringify(line)).not.toMatch(/svc_test_\w/);
    },
  );
});

describe.each(surfaces)('shows a client on %s how to send its token (D48)', (surface) => {
  const { token } = app.owner;
  const call = (headers: Record<string, string>, query = '') =>
    app.call(TARGETS[surface] + query, {}, { token: null, headers });
  const FORM = 'Send the token as: Authorization: Bearer svc_...';
  const notBearer = `The Authorization header does not start with 'Bearer '. ${FORM}`;

  test.each<[string, Record<string, string>, string]>([
    ['a token without its scheme', { Authorization: token }, notBearer],
    ['Basic', { Authorization: `Basic ${btoa(`${token}:`)}` }, notBearer],
    ['Token', { Authorization: `Token ${token}` }, notBearer],
    ['a colon', { Authorization: `Bearer:${token}` }, notBearer],
    ['X-Api-Key', { 'X-Api-Key': token }, `X-Api-Key is not read. ${FORM}`],
    ['Bearer alone', { Authorization: 'Bearer' }, 'The request has no token'],
    ['Bearer and a blank', { Authorization: 'Bearer ' }, 'The request has no token'],
  ])('when it sends %s', async (_, sent, description) => {
    const { status, headers } = await call(sent);
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", error_description="${description}"`,
    ]);
    expect(JSON.stringify(logged().at(-1))).not.toContain(token);
  });

  test('and trims white space around it, in the header and in the URL (D3)', async () => {
    expect((await call({ Authorization: `Bearer   ${token}\t ` })).status).not.toBe(401);
    expect((await call({}, `token=%20${token}%0A&token=${token}`)).status).not.toBe(401);
    // The URL is read without a Bearer header.
    expect((await call({ Authorization: 'Basic Og==' }, `token=${token}`)).status).not.toBe(
      401,
    );
  });
});

const [reader, writer] = [
  await app.person('reader', ['READ']),
  await app.person('writer', ['WRITE']),
];

test('403 names the missing permission, and nothing about what belongs to others (D5, D48)', async () => {
  const { id } = await app.product();
  const requests = [
    ['PUT', `/product/${id}`, reader, 'write'],
    ['POST', '/product', reader, 'write'],
    ['POST', '/bundle', reader, 'write'],
    ['GET', `/product/${id}`, writer, 'read'],
    ['GET', '/rental/999999', writer, 'read'],
    ['GET', `/product/${id}`, reader, undefined],
  ] as const;
  for (const [method, path, { token }, scope] of requests) {
    const { status, headers } = await app.rest(
      method,
      path,
      method === 'GET' ? undefined : {},
      {
        token,
      },
    );
    const told = scope ? `Bearer error="insufficient_scope", scope="${scope}"` : null;
    expect([method, path, status, headers.get('www-authenticate')]).toEqual([
      method,
      path,
      403,
      told,
    ]);
  }
});

test.each([
  [
    'write',
    `mutation { createBundle(input: { title: "a", items: [{ adId: 1, quantity: 1 }] }) { id }
      createProduct(input: { title: "a", rent: 1 }) { id } updateProduct(id: 999999, input: {}) { success } }`,
    reader.token,
  ],
  [
    'read',
    '{ bundle(id: 999999) { id } product(id: 999999) { id } rental(id: 999999) { id } }',
    writer.token,
  ],
])(
  'without %s, the GraphQL fields that need it are FORBIDDEN (D5)',
  async (_, document, token) => {
    const { body } = await app.graphql(document, {}, { token });
    expect(body.errors).toMatchObject(Array(3).fill({ extensions: { code: 'FORBIDDEN' } }));
  },
);

test.each(surfaces)(
  'each response to a valid token on %s has its permissions and expiry (D48)',
  async (surface) => {
    const { token, tokenId } = await app.person('caller', ['READ', 'WRITE']);
    const first = await send(surface, token);
    expect(first.headers.get('token-permissions')).toBe('read, write');
    expect(first.headers.get('token-expires')).toBeNull();
    await app.db.apiToken.update({
      where: { id: tokenId },
      data: { expiresAt: new Date('2126-05-02T00:00:00Z') },
    });
    expect((await send(surface, token)).headers.get('token-expires')).toBe(
      'Thu, 02 May 2126 00:00:00 GMT',
    );
  },
);

test('the 404 of an unknown path links to the existing paths, and that of an ID does not', async () => {
  const link = '</docs/rest>; rel="help"';
  expect((await app.call('/products', {})).headers.get('link')).toBe(link);
  const linkOf = async (path: string) => (await app.rest('GET', path)).headers.get('link');
  expect(await linkOf('/product/1/nothing')).toBe(link);
  expect(await linkOf('/product/999999')).toBeNull();
});

test("creates return the remaining number on both APIs, even if rejected; other requests don't (D48)", async () => {
  const { token } = await app.person('creator');
  const create = () => app.createProduct({}, { token });
  const bundle = () => app.rest('POST', '/bundle', '{', { token });
  const mutation = () =>
    app.graphql(
      'mutation { createProduct(input: {title: "", rent: 1}) { success } }',
      {},
      { token },
    );
  const answers = [
    await create(),
    await bundle(),
    await mutation(),
    await create(),
    await mutation(),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 429, 429]);
  const left = answers.map(({ headers }) => headers.get('ratelimit')?.replace(/\d+$/, 's'));
  expect(left).toEqual([2, 1, 0, 0, 0].map((remaining) => `"creates";r=${remaining};t=s`));
  const policies = answers.map(({ headers }) => headers.get('ratelimit-policy'));
  expect(new Set(policies)).toEqual(new Set(['"creates";q=3;w=60']));
  const refused = answers[3]?.headers;
  expect(refused?.get('ratelimit')).toBe(`"creates";r=0;t=${refused?.get('retry-after')}`);
  const read = await app.readProduct(1, { token });
  expect(read.headers.has('ratelimit')).toBe(false);
});
