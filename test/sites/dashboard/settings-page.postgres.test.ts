// The list of tokens: a filter by name and state, and pages of 20, by links and query parameters alone.

import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { signedIn, type Visitor } from './visitor.ts';

const app = await openTestApp();

/** A signed-in owner with tokens of these names, the last one newest. */
async function ownerOf(...names: string[]): Promise<{ visitor: Visitor; id: number }> {
  const { id, email, tokenId } = await app.person('list');
  await app.db.apiToken.delete({ where: { id: tokenId } });
  const row = { userId: id, prefix: 'svc_test_', lastFour: 'xxxx', version: NEWEST_VERSION };
  await app.db.apiToken.createMany({
    data: names.map((name) => ({ ...row, name, hash: hashToken(crypto.randomUUID()) })),
  });
  return { id, visitor: await signedIn(app, { id, email }) };
}

const namesOf = (html: string) => [...html.matchAll(/class="token-name"[^>]*><bdi>([^<]*)</g)].map(([, name]) => name);
const listed = async (visitor: Visitor, query = '') => namesOf((await visitor.get(`/dashboard${query}`)).html);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Token ${n + 1}`);

describe('pages', () => {
  test('have 20 tokens each, the newest first, and links to those before and after', async () => {
    const { visitor } = await ownerOf(...numbered(45));
    const pages = [];
    let path: string | undefined = '/dashboard';
    while (path !== undefined && pages.length < 5) {
      const { html } = await visitor.get(path);
      pages.push(namesOf(html));
      expect(html).toContain(`Page ${pages.length} of 3`);
      path = /rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(numbered(45).toReversed());
    expect((await visitor.get('/dashboard?page=2')).html).toContain('rel="prev" href="/dashboard"');
  });

  test('beyond the last are the last', async () => {
    const { visitor } = await ownerOf(...numbered(21));
    expect(await listed(visitor, '?page=2147483647')).toEqual(['Token 1']);
  });

  test('and the filter are absent below 20 tokens', async () => {
    const few = await ownerOf(...numbered(19));
    expect((await few.visitor.get('/dashboard')).html).not.toMatch(/role="search"|rel="next"/);
    const { visitor } = await ownerOf(...numbered(20));
    expect((await visitor.get('/dashboard')).html).toContain('role="search"');
  });

  test('have revoked tokens last, whichever is newest', async () => {
    const { visitor, id } = await ownerOf('Oldest', 'Revoked one', 'Newest');
    await app.db.apiToken.updateMany({ where: { userId: id, name: 'Revoked one' }, data: { revokedAt: new Date() } });
    expect(await listed(visitor)).toEqual(['Newest', 'Oldest', 'Revoked one']);
  });
});

describe('the filter', () => {
  test('finds a part of the name in any case, with the characters of patterns as themselves', async () => {
    const { visitor } = await ownerOf('Stock sync', 'Web SHOP', '50% off', '50 percent', 'a_b', 'aXb', 'c\\d');
    const found = (name: string) => listed(visitor, `?name=${encodeURIComponent(name)}`);
    expect(await found('shop')).toEqual(['Web SHOP']);
    expect(await found(' S')).toEqual(['Web SHOP', 'Stock sync']);
    expect(await found('0%')).toEqual(['50% off']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['c\\d']);
    expect(await found('nothing')).toEqual([]);
    expect((await visitor.get('/dashboard?name=nothing')).html).toContain('No token matches.');
  });

  test('finds the tokens of a state, and is kept by the links to other pages', async () => {
    const { visitor, id } = await ownerOf(...numbered(30), 'Gone', 'Over');
    await app.db.apiToken.updateMany({ where: { userId: id, name: 'Gone' }, data: { revokedAt: new Date() } });
    await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE user_id = ${id} AND name = 'Over'`;
    expect(await listed(visitor, '?state=revoked')).toEqual(['Gone']);
    expect(await listed(visitor, '?state=expired')).toEqual(['Over']);
    expect(await listed(visitor, '?state=expiring')).toEqual([]);
    const { html } = await visitor.get('/dashboard?state=usable&name=token&page=2');
    expect(namesOf(html)).toHaveLength(10);
    expect(html).toContain('30 tokens of 32.');
    expect(html).toContain('rel="prev" href="/dashboard?name=token&amp;state=usable"');
    expect(html).toContain('<option value="usable" selected>');
  });

  test.each([
    ['state=nonsense', 'The state is one of usable, expired, revoked, expiring.'],
    ['page=0', 'The page is a whole number from 1 on.'],
    ['page=1e9', 'The page is a whole number from 1 on.'],
    ['page=99999999999999999999', 'The page is a whole number from 1 on.'],
    [`name=${'x'.repeat(5_000)}`, 'A name has at most 100 characters.'],
  ])('%.30s is answered 400 with a sentence', async (query, sentence) => {
    const { visitor } = await ownerOf('One');
    const page = await visitor.get(`/dashboard?${query}`);
    expect(page).toMatchObject({ status: 400 });
    expect(page.html).toContain(sentence);
    expect(page.html.length).toBeLessThan(8_000);
  });

  test.each(['name=%00', 'name=%ff', 'name=%ED%A0%80', 'name=%', 'name=&state=&page=', 'name=a&name=b', '__proto__=1'])(
    '%s is no fault of the service',
    async (query) => {
      const { visitor } = await ownerOf('One');
      expect((await visitor.get(`/dashboard?${query}`)).status).toBeLessThan(500);
    },
  );
});
