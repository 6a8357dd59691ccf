// The lists of tokens, in the API settings and usage: filters, order and pages of 20, with plain links and query
// parameters; usage as a CSV file; the tokens of a version. A rolled token and its old ones share a row, which says
// when an old one is safe to end.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { rollToken } from '../../../src/accounts/tokens.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { newcomer, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

const app = await openTestApp();

/** A user's tokens with these names, used as often as their positions say in this hour, and as often a day ago. */
async function addTokens(userId: number, ...names: string[]) {
  const row = { userId, prefix: 'svc_test_', lastFour: 'xxxx', version: NEWEST_VERSION };
  const data = names.map((name) => ({ ...row, name, hash: hashToken(crypto.randomUUID()) }));
  const tokens = await app.db.apiToken.createManyAndReturn({ data });
  const hours = [0, 24].map((ago) => new Date((Math.floor(Date.now() / HOUR) - ago) * HOUR));
  const usage = tokens.flatMap(({ id, name }) => {
    const calls = names.indexOf(name);
    const counts = {
      tokenId: id,
      surface: 'REST',
      calls,
      refused: calls === 1 ? 1 : 0,
      throttled: 0,
    } as const;
    return hours.map((hour) => ({ ...counts, hour }));
  });
  await app.db.tokenUsage.createMany({ data: usage });
}

async function ownerOf(...names: string[]) {
  const { id, tokenId, visitor } = await newcomer(app, 'usage');
  await app.db.apiToken.delete({ where: { id: tokenId } });
  await addTokens(id, ...names);
  return { id, visitor };
}

const few = await ownerOf('One');

const namesOf = (html: string) =>
  [...html.matchAll(/class="token-name"[^>]*><bdi>([^<]*)</g)].map(([, name]) => name);
const listed = async (visitor: Visitor, query = '') =>
  namesOf((await visitor.get(`/dashboard${query}`)).html);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Token ${n + 1}`);

test('pages have 20 tokens each, latest first, and links to the previous and next one; every number beyond is the last page', async () => {
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
  expect(await listed(visitor, '?page=2147483647')).toEqual(pages[2]);
});

test('up to 20 tokens have no pages and no filter; revoked ones are last, the others in the chosen order', async () => {
  const { visitor, id } = await ownerOf('B', 'Revoked one', 'C', 'A', ...numbered(15));
  const change = (name: string, data: object) =>
    app.db.apiToken.updateMany({ where: { userId: id, name }, data });
  await change('Revoked one', { revokedAt: new Date() });
  await change('B', { lastUsedAt: new Date() });
  await change('C', { expiresAt: new Date(Date.now() + 60 * 24 * HOUR) });
  expect((await visitor.get('/dashboard')).html).not.toMatch(/role="search"|rel="next"/);
  const orders = ['', '?sort=used', '?sort=expires', '?sort=name'].map((query) =>
    listed(visitor, query),
  );
  const names = await Promise.all(orders);
  expect(names.map(([first]) => first)).toEqual(['Token 15', 'B', 'C', 'A']);
  for (const order of names) expect(order.at(-1)).toBe('Revoked one');
  await addTokens(id, 'The 20th');
  expect((await visitor.get('/dashboard')).html).toContain('role="search"');
});

describe('the filter', () => {
  test('finds a part of the name in any case, and treats pattern characters literally', async () => {
    const { visitor } = await ownerOf(
      'Stock sync',
      'Web SHOP',
      '50% off',
      '50 percent',
      'a_b',
      'aXb',
      'c\\d',
    );
    const found = (name: string) => listed(visitor, `?name=${encodeURIComponent(name)}`);
    expect(await found(' S')).toEqual(['Web SHOP', 'Stock sync']);
    const one = { shop: 'Web SHOP', '0%': '50% off', a_b: 'a_b', '\\': 'c\\d' };
    for (const [part, name] of Object.entries(one)) expect(await found(part)).toEqual([name]);
    expect((await visitor.get('/dashboard?name=nothing')).html).toContain('No tokens match.');
  });

  test('finds the tokens with a state or a version, and links to other pages keep it', async () => {
    const { visitor, id } = await ownerOf(...numbered(30), 'Gone', 'Over');
    await app.db.apiToken.updateMany({
      where: { userId: id, name: 'Gone' },
      data: { revokedAt: new Date() },
    });
    await app.db
      .$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE user_id = ${id} AND name = 'Over'`;
    expect(await listed(visitor, '?state=revoked')).toEqual(['Gone']);
    expect(await listed(visitor, '?state=expired')).toEqual(['Over']);
    expect(await listed(visitor, '?state=expiring')).toEqual([]);
    const { html } = await visitor.get('/dashboard?state=usable&name=token&page=2');
    expect(namesOf(html)).toHaveLength(10);
    expect(html).toContain('30 tokens of 32.');
    expect(html).toContain('rel="prev" href="/dashboard?name=token&amp;state=usable"');
    expect(html).toContain('<option value="usable" selected>');
    // The versions page names five of them.
    const { html: versions } = await visitor.get('/dashboard/versions');
    expect(versions.match(/<bdi>Token \d/g)).toHaveLength(5);
    const path = `/dashboard?state=usable&version=${NEWEST_VERSION}`;
    expect(versions).toContain(`<a href="${path.replace('&', '&amp;')}">All 30</a>`);
    expect((await visitor.get(path)).html).toContain('30 tokens of 32.');
    expect((await visitor.get('/dashboard?version=2020-01-01')).html).toContain('No tokens match.');
  });
});

const usedOf = (html: string) =>
  [...html.matchAll(/scope="row"><a [^>]*><bdi>([^<]*)</g)].map(([, name]) => name);

test('usage has pages of 20 tokens, the most used first, which keep the period, the filter and the order', async () => {
  const { visitor } = await ownerOf(...numbered(45), 'Other');
  const first = await visitor.get('/dashboard/usage');
  expect(usedOf(first.html)).toEqual(['Other', ...numbered(45).toReversed()].slice(0, 20));
  const { html } = await visitor.get('/dashboard/usage?period=30d&name=token&sort=name&page=2');
  expect(usedOf(html)).toEqual(numbered(45).toSorted().slice(20, 40));
  expect(html).toContain('data-label="Calls" class="end number">54<');
  expect(html).toContain('45 tokens of 46.');
  expect(html).toContain(
    'rel="next" href="/dashboard/usage?name=token&amp;sort=name&amp;period=30d&amp;page=3"',
  );
  expect(html).toContain('<input type="hidden" name="period" value="30d">');
  expect(usedOf((await visitor.get('/dashboard/usage?sort=refused')).html)[0]).toBe('Token 2');
});

test('the CSV file has a row for each hour or day, token and API, and no cell with a formula', async () => {
  const { visitor } = await ownerOf(
    'unused',
    '=1+1',
    '"Quoted", of "A"',
    '@SUM(A1)',
    '-1',
    'Plain',
  );
  const { html } = await visitor.get('/dashboard/usage?period=30d');
  const path = /href="(\/dashboard\/usage\.csv[^"]*)"/.exec(html)?.[1] ?? '';
  const file = await visitor.get(path);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="usage-days-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(file.headers.get('cache-control')).toBe('no-store');
  const [heading, ...rows] = file.html.trimEnd().split('\r\n');
  expect(heading).toBe(
    '"Day (UTC)","Token ID","Token","Last four","API","Calls","Failed","Rate limited","Replayed"',
  );
  expect(rows).toHaveLength(12);
  const today = new Date().toISOString().slice(0, 10);
  const ofToday = rows
    .filter((row) => row.startsWith(`"${today}"`))
    .map((row) => row.replace(/^"[^"]*","\d+",/, ''));
  expect(ofToday).toEqual([
    `"Plain","xxxx","REST","5","0","0","0"`,
    `"'-1","xxxx","REST","4","0","0","0"`,
    `"'@SUM(A1)","xxxx","REST","3","0","0","0"`,
    `"""Quoted"", of ""A""","xxxx","REST","2","0","0","0"`,
    `"'=1+1","xxxx","REST","1","1","0","0"`,
    `"unused","xxxx","REST","0","0","0","0"`,
  ]);
  expect((await few.visitor.get('/dashboard/usage.csv')).html).toMatch(/"One"(?!.*"Plain")/s);
  const hours = await visitor.get('/dashboard/usage.csv?name=plain');
  expect(hours.html).toMatch(/^"Hour \(UTC\)".*\r\n"[\d-]{10} \d\d:00","\d+","Plain".*\r\n$/);
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

async function idsOf(visitor: Visitor, query = ''): Promise<number[]> {
  const { html } = await visitor.get(`/dashboard${query}`);
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
  const { html: csv } = await visitor.get('/dashboard/usage.csv');
  expect(csv).toMatch(
    new RegExp(`","${third.id}","kept","${third.lastFour}","REST","4","4","0","0"\r\n$`),
  );
});

test('lists each old token while it is usable, and then as part of its row', async () => {
  const { tokenId, roll, visitor, name } = await ownerWithToken('listed');
  const second = await roll(tokenId, true);
  const third = await roll(second.id, true);
  for (const query of ['', '?state=usable']) {
    expect(await idsOf(visitor, query)).toEqual([third.id, second.id, tokenId]);
  }
  expect((await visitor.get('/dashboard')).html).toMatch(
    /The old value.*still works.*Not since it was rolled.*Old value, replaced by/s,
  );
  await app.db
    .$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id IN (${tokenId}, ${second.id})`;
  for (const query of ['', '?state=expired', `?name=${name}`]) {
    expect(await idsOf(visitor, query)).toEqual(query === '?state=expired' ? [] : [third.id]);
  }
  expect((await visitor.get('/dashboard')).html).not.toContain('>Switch</a>');
  expect((await visitor.get(`/dashboard/tokens/${second.id}`)).html).toContain(
    `href="/dashboard/tokens/${tokenId}"`,
  );
});

test('a page says whether the old token is safe to end, by when both were last used', async () => {
  const { tokenId, roll, visitor } = await ownerWithToken('ended');
  const { id } = await roll(tokenId, true);
  const use = (used: number, minutesAgo: number) =>
    app.db.apiToken.update({
      where: { id: used },
      data: { lastUsedAt: new Date(Date.now() - minutesAgo * 60_000) },
    });
  const verdicts = async () => {
    const pages = await Promise.all(
      [tokenId, id].map((one) => visitor.get(`/dashboard/tokens/${one}`)),
    );
    return new Set(pages.map(({ html }) => /<strong>([^<]*)<\/strong>/.exec(html)?.[1]));
  };
  expect(await verdicts()).toEqual(new Set(['Safe to end:']));
  await use(tokenId, 5);
  expect(await verdicts()).toEqual(new Set(['Not yet safe to end:']));
  await use(tokenId, 90);
  expect(await verdicts()).toEqual(new Set(['Not yet safe to end:']));
  await use(id, 1);
  expect(await verdicts()).toEqual(new Set(['Safe to end:']));
  const { html } = await visitor.get(`/dashboard/tokens/${id}`);
  expect(html).toContain(`href="/dashboard/tokens/${tokenId}/revoke">End the old value now`);
  await app.db.apiToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } });
  expect(await verdicts()).toEqual(new Set([undefined]));
});
