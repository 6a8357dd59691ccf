// The tokens on the page of usage, in pages, filtered and sorted; the same as a CSV file; the tokens of a version.

import { expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { signedIn, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

const app = await openTestApp();

/** A signed-in owner with a token of each name, used as often as its place says in this hour, and as often a day ago. */
async function ownerOf(...names: string[]): Promise<Visitor> {
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
  return signedIn(app, { id, email });
}

const namesOf = (html: string) =>
  [...html.matchAll(/scope="row"><a [^>]*><bdi>([^<]*)</g)]
    .map(([, name]) => name)
    .filter((name) => name !== undefined);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Token ${n + 1}`);

test('usage has pages of 20 tokens, the most used first, which keep the period, the filter and the order', async () => {
  const visitor = await ownerOf(...numbered(45), 'Other');
  const first = await visitor.get('/dashboard/usage');
  expect(namesOf(first.html)).toEqual(['Other', ...numbered(45).toReversed()].slice(0, 20));
  const { html } = await visitor.get('/dashboard/usage?period=30d&name=token&sort=name&page=2');
  expect(namesOf(html)).toEqual(numbered(45).toSorted().slice(20, 40));
  expect(html).toContain('data-label="Calls" class="end number">54<');
  expect(html).toContain('45 tokens of 46.');
  expect(html).toContain('rel="next" href="/dashboard/usage?name=token&amp;sort=name&amp;period=30d&amp;page=3"');
  expect(html).toContain('<input type="hidden" name="period" value="30d">');
  expect(namesOf((await visitor.get('/dashboard/usage?sort=refused')).html)[0]).toBe('Token 2');
});

test.each(['sort=x', 'page=0', 'state=x', 'version=x'])(
  'usage with %s is answered 400 with a sentence',
  async (query) => {
    const visitor = await ownerOf('One');
    for (const path of ['usage', 'usage.csv']) {
      expect(await visitor.get(`/dashboard/${path}?${query}`)).toMatchObject({ status: 400 });
    }
  },
);

test('the CSV file has a row for each hour or day, token and surface, and no cell that is a formula', async () => {
  const visitor = await ownerOf('unused', '=1+1', '"Quoted", of "A"', '@SUM(A1)', '-1', 'Plain');
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
  const other = await ownerOf('unused', 'Mine');
  const { html } = await other.get('/dashboard/usage.csv');
  expect(html).toContain('Mine');
  expect(html).not.toContain('Secret name');
});

test('a version names five of its tokens, and links to the list of all', async () => {
  const visitor = await ownerOf(...numbered(7));
  const { html } = await visitor.get('/dashboard/versions');
  expect(html.match(/<bdi>Token \d/g)).toHaveLength(5);
  const path = `/dashboard?state=usable&version=${NEWEST_VERSION}`;
  expect(html).toContain(`<a href="${path.replace('&', '&amp;')}">All 7</a>`);
  expect((await visitor.get(path)).html).toContain('7 tokens of 7.');
  expect((await visitor.get('/dashboard?version=2020-01-01')).html).toContain('No token matches.');
});

test('the list of tokens has the order that is chosen', async () => {
  const visitor = await ownerOf('B', 'C', 'A');
  const first = async (query: string) =>
    /class="token-name"[^>]*><bdi>([^<]*)</.exec((await visitor.get(`/dashboard${query}`)).html)?.[1];
  await app.db.apiToken.updateMany({ where: { name: 'B' }, data: { lastUsedAt: new Date() } });
  await app.db.apiToken.updateMany({
    where: { name: 'C' },
    data: { expiresAt: new Date(Date.now() + 60 * 24 * HOUR) },
  });
  expect(await Promise.all(['', '?sort=used', '?sort=expires', '?sort=name'].map(first))).toEqual(['A', 'B', 'C', 'A']);
});
