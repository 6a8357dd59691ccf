// The lists of tokens: usable ones, ended ones in parts, and used ones. A rolled token's usage includes that of the
// values it replaced.
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { idsOfValues } from '../../../src/accounts/token-list.ts';
import { createToken, rollToken } from '../../../src/accounts/tokens.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { newcomer } from './visitor.ts';

const DAY = 86_400_000;

const app = await openTestApp();

/** A user's tokens with these names, used as often as their positions say today, and as often yesterday. */
async function ownerOf(...names: string[]) {
  const { id: userId, tokenId, visitor } = await newcomer(app, 'usage');
  await app.db.apiToken.delete({ where: { id: tokenId } });
  const row = { userId, prefix: 'svc_test_', lastFour: 'xxxx', version: NEWEST_VERSION };
  const data = names.map((name) => ({ ...row, name, hash: hashToken(crypto.randomUUID()) }));
  const tokens = await app.db.apiToken.createManyAndReturn({ data });
  const counts = { surface: 'REST', failed: 0, rateLimited: 0 } as const;
  const usage = tokens.flatMap(({ id: tokenId, name }) =>
    [0, DAY].map((ago) => ({
      ...counts,
      tokenId,
      calls: names.indexOf(name),
      day: new Date(Date.now() - ago),
    })),
  );
  await app.db.tokenUsage.createMany({ data: usage });
  return { userId, visitor };
}

const namesOf = (html: string) =>
  [...html.matchAll(/scope="row"[^>]*><a [^>]*><bdi>([^<]*)</g)].map(([, name]) => name);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Token ${n + 1}`);

test('usable tokens are on one page, expired and revoked ones on others with 50 each, latest first', async () => {
  const { userId, visitor } = await ownerOf(...numbered(99), 'Usable', 'Over');
  const end = (data: object, name: object) =>
    app.db.apiToken.updateMany({ where: { userId, name }, data });
  await end({ revokedAt: new Date() }, { startsWith: 'Token' });
  await end({ expiresAt: new Date(0) }, { equals: 'Over' });
  expect(namesOf(await visitor.html())).toEqual(['Usable']);
  const first = await visitor.html('/tokens/ended');
  const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? [];
  const { html: second } = await visitor.get(next);
  expect(second).not.toContain('rel="next"');
  expect(namesOf(first + second)).toEqual(['Over', ...numbered(99).toReversed()]);
});

test('says that a token is revoked only if it is', async () => {
  const { tokenId, visitor } = await newcomer(app, 'misled');
  const page = () => visitor.html(`?revoked=${tokenId}`);
  expect(await page()).not.toContain('is revoked');
  await app.db.apiToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } });
  expect(await page()).toContain('is revoked');
});

test('the tokens page sends at most four statements', async () => {
  const { visitor } = await ownerOf(...numbered(30));
  await visitor.open();
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await visitor.open();
  expect([1, 2, 3, 4]).toContain(sent.mock.calls.length);
  sent.mockRestore();
});

test('usage lists the most used tokens of the last 30 days first', async () => {
  const { visitor } = await ownerOf(...numbered(110));
  const expected = numbered(110).toReversed().slice(0, 100);
  const html = await visitor.html('/usage');
  expect(namesOf(html)).toEqual(expected);
  expect(html).toContain('data-label="Calls" class="end number">218<');
});

test('of a token that was rolled very often, the values of the last hundred rolls count', async () => {
  const { userId } = await ownerOf(...numbered(110));
  await app.db.$executeRaw`
    UPDATE api_tokens SET predecessor_id = (
      SELECT max(id) FROM api_tokens AS older WHERE older.user_id = ${userId} AND older.id < api_tokens.id)
    WHERE user_id = ${userId}`;
  const { id } = await app.db.apiToken.findFirstOrThrow({
    where: { userId },
    orderBy: { id: 'desc' },
  });
  expect(await idsOfValues(app.db, id)).toHaveLength(1 + 100);
});

/** A signed-in owner with a token, and a function that rolls it. */
async function ownerWithToken(name: string) {
  const person = await newcomer(app, name);
  const given = { userId: person.id, environment: 'test', lastDay: '' } as const;
  const roll = (tokenId: number, overlaps: boolean) =>
    rollToken(operator(app.db), { ...given, tokenId, overlaps });
  return { ...person, roll };
}

test('the usage and failed requests of old tokens stay with the rolled token', async () => {
  const { tokenId, token: first, roll, visitor } = await ownerWithToken('kept');
  const refused = (token: string) => app.readProduct(999999, { token });
  await refused(first);
  const second = await roll(tokenId, false);
  await refused(second.value);
  await refused(second.value);
  const third = await roll(second.id, true);
  await refused(third.value);

  for (const [{ id }, calls] of [[third, 4] as const, [second, 3] as const])
    expect(await visitor.html(`/tokens/${id}`)).toContain(
      `last 30 days: ${calls} calls, ${calls} failed`,
    );
  const requests = await visitor.html(`/requests?token=${third.id}`);
  const rows = await app.db.failedRequest.findMany({
    where: { token: { userId: third.userId } },
  });
  const ids = JSON.stringify(rows).match(/[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}/g) ?? [];
  expect(ids).toHaveLength(4);
  for (const id of ids) expect(requests).toContain(id);
  const usage = await visitor.html('/usage');
  expect(usage).toContain('All tokens, last 30 days: 4 calls');
  expect(namesOf(usage)).toHaveLength(1);
});

test('lists each old token while it is usable, and says what it is and when each value was used', async () => {
  const { tokenId, roll, visitor } = await ownerWithToken('listed');
  const second = await roll(tokenId, true);
  const third = await roll(second.id, true);
  const change = (ids: number[], data: object) =>
    app.db.apiToken.updateMany({ where: { id: { in: ids } }, data });
  const path = `/tokens/${second.id}`;
  const pathsIn = (html: string) =>
    [...html.matchAll(/class="token-name" href="\/dashboard([^"]*)"/g)].map(([, at]) => at);
  const list = await visitor.html();
  expect(pathsIn(list)).toEqual([third.id, second.id, tokenId].map((id) => `/tokens/${id}`));
  expect(list).toMatch(/The old value.*still works.*Old value, replaced by/s);
  await change([second.id], { lastUsedAt: new Date(Date.now() - 90 * 60_000) });
  const newest = await visitor.html(`/tokens/${third.id}`);
  expect(newest).toMatch(/<dt>Last used<\/dt><dd>.*Never/);
  expect(newest).toContain(`<dt>Replaces</dt><dd><a href="/dashboard${path}"`);
  expect(await visitor.html(path)).toMatch(/<dt>Last used<\/dt><dd>.*1 hour ago/);
  await change([tokenId, second.id], { expiresAt: new Date(0) });
  const left = await visitor.html();
  expect(pathsIn(left)).toEqual([`/tokens/${third.id}`]);
  expect(left).not.toContain('The old value');
  expect(await visitor.html(path)).toContain(`href="/dashboard/tokens/${tokenId}"`);
});

test('wherever it names a token, the last four characters of its value tell it from others of its name', async () => {
  const { id: userId, tokenId, visitor, token: value } = await newcomer(app, 'twins');
  const twin = await createToken(app.db, {
    ...{ userId, name: 'Twin', environment: 'test', version: NEWEST_VERSION },
  });
  await app.db.apiToken.update({ where: { id: tokenId }, data: { name: 'Twin' } });
  const values = [value, twin.value];
  for (const token of values) await app.readProduct(999_999, { token });
  const token = `/tokens/${twin.id}`;
  for (const path of ['/usage', '/requests', token, `${token}/rename`]) {
    const named = (await visitor.html(path)).match(/<bdi>Twin<\/bdi>.{0,40}/gs) ?? [];
    expect([path, named.length > 0]).toEqual([path, true]);
    for (const one of named)
      expect(one).toMatch(/^<bdi>Twin<\/bdi> <span class="muted nowrap">…\w{4}</);
  }
  const list = await visitor.html();
  for (const one of values) expect(list).toContain(`…${one.slice(-4)}</span></span>`);
});
