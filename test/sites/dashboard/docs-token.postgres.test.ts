// The token with which the pages of a test deployment run examples: made by a signed-in user alone, one for each user.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { createTestApp, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { createVisitor, newcomer, shows, signedIn } from './visitor.ts';

const PATH = '/dashboard/docs-token';
const NAME = 'Examples of the docs';

const app = await openTestApp();
const visitor = await signedIn(app);

async function make(from = visitor) {
  const { formToken } = JSON.parse((await from.get(PATH)).html);
  return from.send('POST', PATH, { form: { form_token: formToken } });
}

const made = async (): Promise<string> => JSON.parse((await make()).html).token;
const statusOf = async (token: string) => (await app.graphql('{ viewer { name } }', {}, { token })).status;
const tokensOfDocs = () =>
  app.db.apiToken.findMany({
    where: { userId: app.owner.id, name: NAME },
    include: { successor: true },
    orderBy: { id: 'asc' },
  });

test('it opens both surfaces for a day', async () => {
  const token = await made();
  const product = await app.product();
  const { status, headers } = await app.rest('GET', `/product/${product.id}`, undefined, { token });
  expect([status, await statusOf(token)]).toEqual([200, 200]);
  const end = Date.parse(headers.get('token-expires') ?? '') - Date.now();
  expect(Math.abs(end - 86_400_000)).toBeLessThan(600_000);
});

test('another one takes its place: the value before is refused, and there is one row', async () => {
  const [first, second] = [await made(), await made()];
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  expect(await tokensOfDocs()).toHaveLength(1);
});

test('of several made at the same time one is valid', async () => {
  const tokens = await Promise.all([made(), made(), made()]);
  expect((await Promise.all(tokens.map(statusOf))).toSorted()).toEqual([200, 401, 401]);
});

test('a revoked value stays refused after another one is made', async () => {
  const revoked = await made();
  await app.db.apiToken.updateMany({ where: { name: NAME }, data: { revokedAt: new Date() } });
  const next = await made();
  expect([await statusOf(revoked), await statusOf(next)]).toEqual([401, 200]);
});

test('one that was rolled stays as it is, with its successor', async () => {
  const [{ id } = { id: 0 }] = await tokensOfDocs();
  await visitor.fill(`/tokens/${id}/roll`, { end: 'later' });
  await made();
  const [rolled, ...others] = await tokensOfDocs();
  expect([rolled?.id, rolled?.successor?.id]).toEqual([id, others[0]?.id]);
  expect(others).toHaveLength(2);
});

describe('nobody else makes one', () => {
  test('without a session, or without the token of its forms', async () => {
    const stranger = createVisitor(app);
    expect((await stranger.get(PATH)).status).toBe(303);
    expect((await stranger.send('POST', PATH, { form: { form_token: 'x' } })).status).toBe(303);
    expect((await visitor.send('POST', PATH, { form: { form_token: 'x' } })).status).toBe(403);
    expect((await visitor.get(PATH)).headers.get('cache-control')).toBe('no-store');
  });

  test('a user with as many tokens as there may be: the answer says what to do', async () => {
    const { id: userId, visitor: collector } = await newcomer(app, 'collector', ['READ']);
    const row = { userId, name: 'T', prefix: 'svc_test_', lastFour: 'abcd', version: NEWEST_VERSION };
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, hash: hashToken(`full-${index}`) }));
    await app.db.apiToken.createMany({ data: rows });
    const answer = await make(collector);
    expect(answer).toMatchObject(shows(409, 'Revoke one of them first'));
  });

  test('nobody on a live deployment', async () => {
    const live = await createTestApp({ config: { environment: 'live' } });
    expect((await (await signedIn(live)).get(PATH)).status).toBe(404);
    await live.close();
  });
});
