// The lists of tokens, of the API settings and of usage: a filter by name and state, an order, and pages of 20, by links and query
// parameters alone; usage as a CSV file; the tokens of a version.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { signedIn, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

const app = await openTestApp();

/** A signed-in owner with a token of each name, used as often as its place says in this hour, and as often a day ago. */
async function ownerOf(...names: string[]): Promise<{ visitor: Visitor; id: number }> {
  const { id, email, tokenId } = await app.person('usage');
  await app.db.apiToken.delete({ where: { id: tokenId } });
  const row = { userId: id, prefix: 'svc_test_', lastFour: 'xxxx', version: NEWEST_VERSION };
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  for (const [index, name] of names.entries()) {
    const usage = [now, now - 24 * HOUR].map((hour) => ({
      hour: new Date(hour),
      surface: 'REST' as const,
      calls: index,
      refused: index === 1 ? 1 : 0,
      throttled: 0,
    }));
    await app.db.apiToken.create({
      data: { ...row, name, hash: hashToken(crypto.randomUUID()), usage: { create: usage } },
    });
  }
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

const usedOf = (html: string) => [...html.matchAll(/scope="row"><a [^>]*><bdi>([^<]*)</g)].map(([, name]) => name);

test('usage has pages of 20 tokens, the most used first, which keep the period, the filter and the order', async () => {
  const { visitor } = await ownerOf(...numbered(45), 'Other');
  const first = await visitor.get('/dashboard/usage');
  expect(usedOf(first.html)).toEqual(['Other', ...numbered(45).toReversed()].slice(0, 20));
  const { html } = await visitor.get('/dashboard/usage?period=30d&name=token&sort=name&page=2');
  expect(usedOf(html)).toEqual(numbered(45).toSorted().slice(20, 40));
  expect(html).toContain('data-label="Calls" class="end number">54<');
  expect(html).toContain('45 tokens of 46.');
  expect(html).toContain('rel="next" href="/dashboard/usage?name=token&amp;sort=name&amp;period=30d&amp;page=3"');
  expect(html).toContain('<input type="hidden" name="period" value="30d">');
  expect(usedOf((await visitor.get('/dashboard/usage?sort=refused')).html)[0]).toBe('Token 2');
});

test.each(['sort=x', 'page=0', 'state=x', 'version=x'])(
  'usage with %s is answered 400 with a sentence',
  async (query) => {
    const { visitor } = await ownerOf('One');
    for (const path of ['usage', 'usage.csv']) {
      expect(await visitor.get(`/dashboard/${path}?${query}`)).toMatchObject({ status: 400 });
    }
  },
);

test('the CSV file has a row for each hour or day, token and surface, and no cell that is a formula', async () => {
  const { visitor } = await ownerOf('unused', '=1+1', '"Quoted", of "A"', '@SUM(A1)', '-1', 'Plain');
  const { html } = await visitor.get('/dashboard/usage?period=30d');
  const path = /href="(\/dashboard\/usage\.csv[^"]*)"/.exec(html)?.[1] ?? '';
  const file = await visitor.get(path);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="usage-days-\d{4}-\d\d-\d\d\.csv"$/);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const [heading, ...rows] = file.html.trimEnd().split('\r\n');
  expect(heading).toBe('"Day (UTC)","Token id","Token","Last four","Surface","Calls","Refused","Throttled","Replayed"');
  expect(rows).toHaveLength(12);
  const today = new Date().toISOString().slice(0, 10);
  const ofToday = rows.filter((row) => row.startsWith(`"${today}"`)).map((row) => row.replace(/^"[^"]*","\d+",/, ''));
  expect(ofToday).toEqual([
    `"Plain","xxxx","REST","5","0","0","0"`,
    `"'-1","xxxx","REST","4","0","0","0"`,
    `"'@SUM(A1)","xxxx","REST","3","0","0","0"`,
    `"""Quoted"", of ""A""","xxxx","REST","2","0","0","0"`,
    `"'=1+1","xxxx","REST","1","1","0","0"`,
    `"unused","xxxx","REST","0","0","0","0"`,
  ]);
  const hours = await visitor.get('/dashboard/usage.csv?name=plain');
  expect(hours.html).toMatch(/^"Hour \(UTC\)".*\r\n"[\d-]{10} \d\d:00","\d+","Plain".*\r\n$/);
});

test('another owner has another CSV file', async () => {
  await ownerOf('unused', 'Secret name');
  const { visitor: other } = await ownerOf('unused', 'Mine');
  const { html } = await other.get('/dashboard/usage.csv');
  expect(html).toContain('Mine');
  expect(html).not.toContain('Secret name');
});

test('a version names five of its tokens, and links to the list of all', async () => {
  const { visitor } = await ownerOf(...numbered(7));
  const { html } = await visitor.get('/dashboard/versions');
  expect(html.match(/<bdi>Token \d/g)).toHaveLength(5);
  const path = `/dashboard?state=usable&version=${NEWEST_VERSION}`;
  expect(html).toContain(`<a href="${path.replace('&', '&amp;')}">All 7</a>`);
  expect((await visitor.get(path)).html).toContain('7 tokens of 7.');
  expect((await visitor.get('/dashboard?version=2020-01-01')).html).toContain('No token matches.');
});

test('the list of tokens has the order that is chosen', async () => {
  const { visitor } = await ownerOf('B', 'C', 'A');
  const first = async (query: string) => (await listed(visitor, query))[0];
  await app.db.apiToken.updateMany({ where: { name: 'B' }, data: { lastUsedAt: new Date() } });
  await app.db.apiToken.updateMany({
    where: { name: 'C' },
    data: { expiresAt: new Date(Date.now() + 60 * 24 * HOUR) },
  });
  expect(await Promise.all(['', '?sort=used', '?sort=expires', '?sort=name'].map(first))).toEqual(['A', 'B', 'C', 'A']);
});
