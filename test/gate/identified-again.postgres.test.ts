// A body may take seconds to arrive. What became of its token and its user meanwhile counts.
import { expect, test, vi } from 'vitest';
import { revokeToken, rollToken } from '../../src/accounts/tokens.ts';
import { disableUser, eraseUser, setPermissions } from '../../src/accounts/users.ts';
import { jsonRequest, openServedApp } from '../http/served-app.ts';
import { fakeTimers, nextReading } from '../http/slow-bodies.ts';
import { BASE } from '../support/app.ts';
import { operator } from '../support/operator.ts';

const app = await openServedApp();
const by = operator(app.db);

fakeTimers();

type Person = Awaited<ReturnType<typeof app.person>>;

const SENT = {
  REST: [`${BASE}/product`, { product: { title: 'Late', rent: 5, sku: 'L-1' } }],
  GraphQL: [
    '/graphql',
    {
      query: `mutation { createProduct(input: { title: "Late", rent: 5, sku: "L-1" }) { id } }`,
    },
  ],
} as const;

/** Long enough to be read in chunks. */
const LENGTH = 20_000;

/** Sends a create, and all of its body but the end once the service reads it, which takes so long. */
async function sendSlowly(
  api: keyof typeof SENT,
  { token }: Person,
  milliseconds: number,
  meanwhile: () => Promise<unknown>,
) {
  const reading = nextReading();
  const [path, body] = SENT[api];
  const bytes = jsonRequest(token, 'POST', path, JSON.stringify(body).padEnd(LENGTH));
  const connection = await app.connect();
  connection.send(bytes.slice(0, -LENGTH));
  const answer = connection.answer();
  await reading;
  await meanwhile();
  vi.advanceTimersByTime(milliseconds);
  connection.send(bytes.slice(-LENGTH));
  const { status, headers, body: text } = await answer;
  connection.close();
  return { status, challenge: headers.get('www-authenticate')?.[0] ?? '', text };
}

const MEANWHILE = {
  'a token revoked': {
    act: ({ id, tokenId }) => revokeToken(by, id, tokenId),
    reason: 'The token is revoked',
  },
  'a token rolled without overlap': {
    act: ({ id, tokenId }) =>
      rollToken(by, {
        userId: id,
        tokenId,
        environment: 'test',
        overlaps: false,
        lastDay: '',
      }),
    reason: 'The token is revoked',
  },
  'a token expired': {
    act: ({ tokenId }) =>
      app.db.apiToken.update({ where: { id: tokenId }, data: { expiresAt: new Date(0) } }),
    reason: 'The token has expired',
  },
  'a user disabled': {
    act: ({ id }) => disableUser(by, id),
    reason: 'The account is disabled',
  },
  'a user erased': { act: ({ id }) => eraseUser(by, id), reason: 'The token is unknown' },
} satisfies Record<string, { act: (person: Person) => Promise<unknown>; reason: string }>;

const products = ({ id }: Person) => app.db.product.count({ where: { ownerId: id } });

test.each(
  Object.entries(MEANWHILE).flatMap(([name, one]) =>
    (['REST', 'GraphQL'] as const).map((api) => ({ name, api, ...one })),
  ),
)(
  '$name while its body took more than a second to arrive is 401 on $api (D4)',
  async ({ api, act, reason }) => {
    const person = await app.person('slow');
    const { status, challenge } = await sendSlowly(api, person, 1_100, () => act(person));
    expect([status, challenge]).toEqual([401, expect.stringContaining(reason)]);
    expect(await products(person)).toBe(0);
  },
);

test('a permission removed while the body took more than a second to arrive is 403 (D4)', async () => {
  const person = await app.person('slow');
  const lose = () => setPermissions(by, person.id, ['READ']);
  const rest = await sendSlowly('REST', person, 1_100, lose);
  expect([rest.status, rest.challenge]).toEqual([403, expect.stringContaining('write')]);
  const other = await app.person('slow');
  const graphql = await sendSlowly('GraphQL', other, 1_100, () =>
    setPermissions(by, other.id, ['READ']),
  );
  expect(JSON.parse(graphql.text).errors[0].extensions.code).toBe('FORBIDDEN');
  expect([await products(person), await products(other)]).toEqual([0, 0]);
});

test.each(['REST', 'GraphQL'] as const)(
  'a slow body of a token that still works is served on %s',
  async (api) => {
    const person = await app.person('slow');
    const { status } = await sendSlowly(api, person, 7_000, async () => {});
    expect([status, await products(person)]).toEqual([api === 'REST' ? 201 : 200, 1]);
  },
);
