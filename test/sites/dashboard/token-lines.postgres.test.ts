// A rolled token and its old values are one line: in the list, in usage and requests; and when an old value is safe to end.
import { expect, test } from 'vitest';
import { rollToken } from '../../../src/accounts/tokens.ts';
import { openTestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';
import { signedIn, type Visitor } from './visitor.ts';

const MINUTE = 60_000;

const app = await openTestApp();

/** A signed-in owner with a token, and a function that rolls it. */
async function ownerWithToken(name: string) {
  const person = await app.person(name);
  const roll = (tokenId: number, overlaps: boolean) =>
    rollToken(operator(app.db), { userId: person.id, tokenId, environment: 'test', overlaps, lastDay: '' });
  return { ...person, name, roll, visitor: await signedIn(app, person) };
}

const listed = async (visitor: Visitor, query = '') =>
  [...(await visitor.get(`/dashboard${query}`)).html.matchAll(/class="token-name" href="[^"]*?(\d+)"/g)].map(([, id]) =>
    Number(id),
  );

test('the usage and the refused requests of old values stay with the token', async () => {
  const { tokenId, token, roll, visitor } = await ownerWithToken('kept');
  const refused = (value: string) => app.rest('GET', '/product/999999', undefined, { token: value });
  await refused(token);
  const second = await roll(tokenId, false);
  await refused(second.value);
  await refused(second.value);
  const third = await roll(second.id, true);
  await refused(third.value);

  const page = await visitor.get(`/dashboard/tokens/${third.id}`);
  expect(page.html).toContain('Usage, with its old values, last 24 hours: 4 calls, 4 refused');
  expect((await visitor.get(`/dashboard/tokens/${second.id}`)).html).toContain('last 24 hours: 3 calls, 3 refused');
  expect(await app.db.refusedRequest.count({ where: { tokenId: third.id } })).toBe(1);
  const requests = await visitor.get(`/dashboard/requests?token=${third.id}`);
  const ids = await app.db.refusedRequest.findMany({ where: { token: { userId: third.userId } } });
  expect(ids).toHaveLength(4);
  for (const { requestId } of ids) expect(requests.html).toContain(requestId);

  const usage = await visitor.get('/dashboard/usage');
  expect(usage.html).toContain('All tokens, last 24 hours: 4 calls');
  expect(usage.html.match(/scope="row"><a [^>]*><bdi>/g)).toHaveLength(1);
  expect(usage.html).toContain('data-label="Calls" class="end number">4<');
  const { html: csv } = await visitor.get('/dashboard/usage.csv');
  expect(csv).toMatch(new RegExp(`","${third.id}","kept","${third.lastFour}","REST","4","4","0","0"\r\n$`));
});

test('an old value is listed while it is usable, and then is a part of its line', async () => {
  const { tokenId, roll, visitor, name } = await ownerWithToken('listed');
  const second = await roll(tokenId, true);
  expect(await listed(visitor)).toEqual([second.id, tokenId]);
  expect((await visitor.get('/dashboard')).html).toMatch(
    /Its old value.*is still usable.*Not since its roll.*Old value:.*replaces it/s,
  );
  await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${tokenId}`;
  for (const query of ['', '?state=expired', `?name=${name}`]) {
    expect(await listed(visitor, query)).toEqual(query === '?state=expired' ? [] : [second.id]);
  }
  expect((await visitor.get('/dashboard')).html).not.toContain('Change over');
  expect((await visitor.get(`/dashboard/tokens/${second.id}`)).html).toContain(`href="/dashboard/tokens/${tokenId}"`);
});

test('a page tells whether the old value is safe to end, by when both were last used', async () => {
  const { tokenId, roll, visitor } = await ownerWithToken('ended');
  const { id } = await roll(tokenId, true);
  const use = (used: number, minutesAgo: number) =>
    app.db.apiToken.update({ where: { id: used }, data: { lastUsedAt: new Date(Date.now() - minutesAgo * MINUTE) } });
  const verdicts = async () => {
    const pages = await Promise.all([tokenId, id].map((one) => visitor.get(`/dashboard/tokens/${one}`)));
    return new Set(pages.map(({ html }) => /<strong>([^<]*)<\/strong>/.exec(html)?.[1]));
  };
  expect(await verdicts()).toEqual(new Set(['Safe to end:']));
  await use(tokenId, 5);
  expect(await verdicts()).toEqual(new Set(['Not yet safe to end:']));
  await use(tokenId, 90);
  expect(await verdicts()).toEqual(new Set(['Wait for the new value:']));
  await use(id, 1);
  expect(await verdicts()).toEqual(new Set(['Safe to end:']));
  const { html } = await visitor.get(`/dashboard/tokens/${id}`);
  expect(html).toContain(`href="/dashboard/tokens/${tokenId}/revoke">End the old value now`);
  await app.db.apiToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } });
  expect(await verdicts()).toEqual(new Set([undefined]));
});

test('each value of a token that was rolled twice within a day is listed', async () => {
  const { tokenId, roll, visitor } = await ownerWithToken('twice');
  const second = await roll(tokenId, true);
  const third = await roll(second.id, true);
  expect(await listed(visitor)).toEqual([third.id, second.id, tokenId]);
  expect(await listed(visitor, '?state=usable')).toEqual([third.id, second.id, tokenId]);
});
