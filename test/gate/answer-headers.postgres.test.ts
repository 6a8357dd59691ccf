// The headers that show the caller, why a request was rejected, and how many creates are left (D48).
import { describe, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { BASE, budget, openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';

const { logger, logged } = recordedLog();
const app = await openTestApp({ logger, config: { throttle: budget(3) } });

const surfaces = ['REST', 'GraphQL'] as const;
const TARGETS = { REST: `${BASE}/product/1?`, GraphQL: '/graphql?query={__typename}&' };

const { token } = app.owner;

/** The value of a token of another user, which has this state. */
const tokenOf = async (data: object, isDisabled = false) => {
  const { id, tokenId, ...person } = await app.person('rejected');
  await app.db.apiToken.update({ where: { id: tokenId }, data });
  if (isDisabled)
    await app.db.user.update({ where: { id }, data: { disabledAt: new Date() } });
  return { token: person.token, tokenId };
};
const now = new Date();
const past = new Date(0);
const unknown = createTokenValue('test');
const otherEnvironment = createTokenValue('live');

interface Sent {
  readonly token?: string;
  readonly tokenId?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}
const authorization = (Authorization: string): Sent => ({ headers: { Authorization } });

const FORM = 'Send the token as: Authorization: Bearer svc_...';
const NOT_BEARER = `The Authorization header does not start with 'Bearer '. ${FORM}`;
const NONE = 'The request has no token';

/** What is sent, what the header says, and why the log says that the token failed. */
const FAILURES: [description: string, failure: string, sent: () => Sent | Promise<Sent>][] = [
  [NONE, 'missing', () => ({})],
  [NONE, 'missing', () => ({ query: 'token=' })],
  [NONE, 'missing', () => authorization('Bearer')],
  [NONE, 'missing', () => authorization('Bearer ')],
  ['The URL has several tokens', 'several', () => ({ query: `token=${unknown}&token=x` })],
  ['The token is malformed', 'malformed', () => ({ token: 'svc_test_x' })],
  [
    'The token is for the other environment',
    'otherEnvironment',
    () => ({ token: otherEnvironment }),
  ],
  ['The token is unknown', 'unknown', () => ({ token: unknown })],
  ['The token is revoked', 'revoked', () => tokenOf({ revokedAt: now, expiresAt: past })],
  ['The token has expired', 'expired', () => tokenOf({ expiresAt: past })],
  ['The account is disabled', 'disabled', () => tokenOf({}, true)],
  ['The token is revoked', 'revoked', () => tokenOf({ revokedAt: now }, true)],
  ...[token, `Basic ${btoa(`${token}:`)}`, `Token ${token}`, `Bearer:${token}`].map(
    (value): (typeof FAILURES)[number] => [
      NOT_BEARER,
      'notBearer',
      () => authorization(value),
    ],
  ),
  [
    `X-Api-Key is not read. ${FORM}`,
    'otherHeader',
    () => ({ headers: { 'X-Api-Key': token } }),
  ],
];

describe.each(surfaces)('on %s (D48)', (surface) => {
  const send = ({ query = '', headers = {}, ...sent }: Sent) =>
    app.call(TARGETS[surface] + query, {}, { token: sent.token ?? null, headers });

  test.each(FAILURES)(
    'a 401 says: %s; the log says %s, and the ID of a token that was usable',
    async (...row) => {
      const [description, failure, make] = row;
      const sent = await make();
      const { status, headers } = await send(sent);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", error_description="${description}"`,
      );
      expect(headers.get('token-permissions')).toBeNull();
      const line = logged().at(-1) ?? {};
      expect([
        line['owner_api.token_failure'],
        line['owner_api.token_id'],
        line['owner_api.failure'],
      ]).toEqual([failure, sent.tokenId, 'AUTH_INVALID_TOKEN']);
      expect(JSON.stringify(line)).not.toMatch(/svc_test_\w/);
    },
  );

  test.each<Sent>([
    authorization(`Bearer   ${token}\t `),
    { query: `token=%20${token}%0A&token=${token}` },
    // The URL is read without a Bearer header.
    { ...authorization('Basic Og=='), query: `token=${token}` },
  ])('a token is found, without the white space around it: %j (D3)', async (sent) => {
    expect((await send(sent)).status).not.toBe(401);
  });

  test('each response to a valid token has its permissions and expiry', async () => {
    const caller = await app.person('caller', ['READ', 'WRITE']);
    const first = await send(caller);
    expect(first.headers.get('token-permissions')).toBe('read, write');
    expect(first.headers.get('token-expires')).toBeNull();
    await app.db.apiToken.update({
      where: { id: caller.tokenId },
      data: { expiresAt: new Date('2126-05-02T00:00:00Z') },
    });
    expect((await send(caller)).headers.get('token-expires')).toBe(
      'Thu, 02 May 2126 00:00:00 GMT',
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

test('the 404 of an unknown path links to the existing paths, and that of an ID does not', async () => {
  const link = '</docs/rest>; rel="help"';
  expect((await app.call('/products', {})).headers.get('link')).toBe(link);
  const linkOf = async (path: string) => (await app.rest('GET', path)).headers.get('link');
  expect(await linkOf('/product/1/nothing')).toBe(link);
  expect(await linkOf('/product/999999')).toBeNull();
});

test("both creates and both APIs share one limit, and return what is left, even if rejected; other requests don't (D31, D48)", async () => {
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
  const [onRest, onGraphQL] = answers.slice(3).map(({ headers, body }) => {
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(headers.get('ratelimit')).toBe(`"creates";r=0;t=${seconds}`);
    return { body, seconds };
  });
  expect(onRest?.body.error).toBe('Request limit exceeded');
  expect(onGraphQL?.body.errors).toMatchObject([
    {
      message: 'Request limit exceeded',
      path: ['createProduct'],
      extensions: { code: 'RATE_LIMITED', retryAfter: onGraphQL?.seconds },
    },
  ]);
  const read = await app.readProduct(1, { token });
  expect(read.headers.has('ratelimit')).toBe(false);
});
