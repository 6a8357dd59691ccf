// The lists of tokens: usable ones, ended ones in parts, and used ones. A rolled token's usage includes that of the values
// it replaced.
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { rollToken } from '../../../src/accounts/tokens.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { newcomer, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

const app = await openTestApp();

/** A user's tokens with these names, used as often as their positions say in this hour, and as often a day ago. */
async function ownerOf(...names: string[]) {
  const { id: userId, tokenId, visitor } = await newcomer(app, 'usage');
  await app.db.apiToken.delete({ where: { id: tokenId } });
  const row = { userId, prefix: 'svc_test_', lastFour: 'xxxx', version: NEWEST_VERSION };
  const data = names.map((name) => ({ ...row, name, hash: hashToken(crypto.randomUUID()) }));
  const tokens = await app.db.apiToken.createManyAndReturn({ data });
  const hours = [0, 24].map((ago) => new Date((Math.floor(Date.now() / HOUR) - ago) * HOUR));
  const usage = tokens.flatMap(({ id, name }) => {
    const calls = names.indexOf(name);
    const counts = { tokenId: id, surface: 'REST', calls, refused: 0, throttled: 0 } as const;
    return hours.map((hour) => ({ ...counts, hour }));
  });
  await app.db.tokenUsage.createMany({ data: usage });
  return { userId, visitor };
}

const namesOf = (html: string) =>
  [...html.matchAll(/scope="row"[^>]*><a [^>]*><bdi>([^<]*)</g)].map(([, name]) => name);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Token ${n + 1}`);

test('all usable tokens are on one page, the expired and revoked ones on others with 50 each, latest first', async () => {
  const { userId, visitor } = await ownerOf(...numbered(60), 'Usable', 'Over');
  const end = (name: object, data: object) =>
    app.db.apiToken.updateMany({ where: { userId, name }, data });
  await end({ startsWith: 'Token' }, { revokedAt: new Date() });
  await end({ equals: 'Over' }, { expiresAt: new Date(0) });
  expect(namesOf((await visitor.get('/dashboard')).html)).toEqual(['Usable']);
  const first = await visitor.get('/dashboard/tokens/ended');
  const next = /rel="next" href="([^"]*)"/.exec(first.html)?.[1] ?? '';
  const second = await visitor.get(next);
  expect(second.html).not.toContain('rel="next"');
  expect([...namesOf(first.html), ...namesOf(second.html)]).toEqual([
    'Over',
    ...numbered(60).toReversed(),
  ]);
});

test('a full page of ended tokens links to older ones only if there are any', async () => {
  const { userId, visitor } = await ownerOf(...numbered(50));
  await app.db.apiToken.updateMany({ where: { userId }, data: { revokedAt: new Date() } });
  const { html } = await visitor.get('/dashboard/tokens/ended');
  expect(namesOf(html)).toHaveLength(50);
  expect(html).not.toContain('rel="next"');
});

test('the tokens page sends at most five statements', async () => {
  const { visitor } = await ownerOf(...numbered(30));
  await visitor.get('/dashboard');
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await visitor.get('/dashboard');
  expect(sent.mock.calls.length).toBeGreaterThan(0);
  expect(sent.mock.calls.length).toBeLessThanOrEqual(5);
  sent.mockRestore();
});

test('usage lists the most used tokens of the period first', async () => {
  const { visitor } = await ownerOf(...numbered(110));
  const { html } = await visitor.get('/dashboard/usage');
  expect(namesOf(html)).toEqual(numbered(110).toReversed().slice(0, 100));
  const month = await visitor.get('/dashboard/usage?period=30d');
  expect(month.html).toContain('data-label="Calls" class="end number">218<');
});

/** A signed-in owner with a token, and a function that rolls it. */
async function ownerWithToken(name: string) {
  const person = await newcomer(app, name);
  const roll = (tokenId: number, overlaps: boolean) =>
    rollToken(operator(app.db), {
      userId: person.id,
      tokenId,
      environment: 'test',
      overlaps,
      lastDay: '',
    });
  return { ...person, roll };
}

async function idsOf(visitor: Visitor): Promise<number[]> {
  const { html } = await visitor.get('/dashboard');
  return [...html.matchAll(/class="token-name" href="[^"]*?(\d+)"/g)].map(([, id]) => Number(id));
}

test('the usage and failed requests of old tokens stay with the rolled token', async () => {
  const { tokenId, token, roll, visitor } = await ownerWithToken('kept');
  const refused = (value: string) =>
    app.rest('GET', '/product/999999', undefined, { token: value });
  await refused(token);
  const second = await roll(tokenId, false);
  await refused(second.value);
  await refused(second.value);
  const third = await roll(second.id, true);
  await refused(third.value);

  const page = await visitor.get(`/dashboard/tokens/${third.id}`);
  expect(page.html).toContain('Usage, including old values, last 24 hours: 4 calls, 4 failed');
  expect((await visitor.get(`/dashboard/tokens/${second.id}`)).html).toContain(
    'last 24 hours: 3 calls, 3 failed',
  );
  expect(await app.db.refusedRequest.count({ where: { tokenId: third.id } })).toBe(1);
  const requests = await visitor.get(`/dashboard/requests?token=${third.id}`);
  const ids = await app.db.refusedRequest.findMany({ where: { token: { userId: third.userId } } });
  expect(ids).toHaveLength(4);
  for (const { requestId } of ids) expect(requests.html).toContain(requestId);

  const usage = await visitor.get('/dashboard/usage');
  expect(usage.html).toContain('All tokens, last 24 hours: 4 calls');
  expect(usage.html.match(/scope="row"><a [^>]*><bdi>/g)).toHaveLength(1);
  expect(usage.html).toContain('data-label="Calls" class="end number">4<');
});

test('lists each old token while it is usable, and says what it is and when each value was used', async () => {
  const { tokenId, roll, visitor } = await ownerWithToken('listed');
  const second = await roll(tokenId, true);
  const third = await roll(second.id, true);
  expect(await idsOf(visitor)).toEqual([third.id, second.id, tokenId]);
  expect((await visitor.get('/dashboard')).html).toMatch(
    /The old value.*still works.*Old value, replaced by/s,
  );
  const lastUsedAt = new Date(Date.now() - 90 * 60_000);
  await app.db.apiToken.update({ where: { id: second.id }, data: { lastUsedAt } });
  const { html } = await visitor.get(`/dashboard/tokens/${third.id}`);
  expect(html).toMatch(/<dt>Last used<\/dt><dd>.*Never/);
  expect(html).toMatch(new RegExp(`<dt>Replaces</dt><dd><a href="/dashboard/tokens/${second.id}"`));
  const old = (await visitor.get(`/dashboard/tokens/${second.id}`)).html;
  expect(old).toMatch(/<dt>Last used<\/dt><dd>.*1 hour ago/);
  expect(old).toContain(`href="/dashboard/tokens/${second.id}/revoke"`);
  await app.db
    .$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id IN (${tokenId}, ${second.id})`;
  expect(await idsOf(visitor)).toEqual([third.id]);
  expect((await visitor.get('/dashboard')).html).not.toContain('The old value');
  expect((await visitor.get(`/dashboard/tokens/${second.id}`)).html).toContain(
    `href="/dashboard/tokens/${tokenId}"`,
  );
});
