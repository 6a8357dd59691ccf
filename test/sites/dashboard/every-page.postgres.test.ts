// What all dashboard pages have in common: headers, escaped text, and an explanation for each invalid query.
import { expect, test } from 'vitest';
import { createTestApp, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { shows, signedIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);
const TOKEN = `/tokens/${app.owner.tokenId}`;
const PAGES = [
  ...['', '/usage?period=30d', '/requests', '/versions', '/activity', '/account', '/tokens/new'],
  ...['', '/revoke', '/rename', '/roll'].map((action) => TOKEN + action),
];

test('has the security headers, is never stored, and has no inline scripts, styles or event handlers', async () => {
  for (const path of [...PAGES, '/nowhere', '/sign-in']) {
    const { headers, html } = await visitor.get(`/dashboard${path}`);
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|javascript:/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-api-version': NEWEST_VERSION,
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  }
});

test('shows names, fields and queries as text', async () => {
  const name = `"><script>alert('x')</script>&amp;`;
  await visitor.fill(`${TOKEN}/rename`, { name });
  await app.rest('POST', '/product', { product: { [name]: 1 } });
  const queries = ['/requests?id=', '?name=', '/sign-in?next='].map(
    (path) => path + encodeURIComponent(name),
  );
  for (const path of [...PAGES, ...queries]) {
    expect((await visitor.get(`/dashboard${path}`)).html).not.toContain('<script>alert');
  }
  const text = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
  expect((await visitor.get('/dashboard')).html).toContain(text);
});

const LISTS = ['', '/usage', '/usage.csv'];
const OF_ACTIVITY = ['/activity', '/activity.csv'];
const NO_PAGE = 'The page must be a whole number, 1 or more.';
const NO_TOKEN = 'Choose one of your tokens.';
const NO_STATUS = 'The status must be a number from 200 to 599.';
const NO_ID = 'A request ID has letters, digits and hyphens.';

test.each<[paths: readonly string[], query: string, sentence: string]>([
  [LISTS, 'state=nonsense', 'The state must be one of usable, expired, revoked, expiring.'],
  [LISTS, 'sort=x', 'The order must be one of '],
  [LISTS, 'version=x', 'The version must be a date, such as 2025-08-16.'],
  [LISTS, `name=${'x'.repeat(5_000)}`, 'Names have at most 100 characters.'],
  [[...LISTS, '/requests', '/versions'], 'page=0', NO_PAGE],
  [LISTS, 'page=1e9', NO_PAGE],
  [LISTS, 'page=99999999999999999999', NO_PAGE],
  [['/requests', ...OF_ACTIVITY], 'token=abc', NO_TOKEN],
  [['/requests', ...OF_ACTIVITY], 'token=2147483648', NO_TOKEN],
  [['/requests'], 'status=abc', NO_STATUS],
  [['/requests'], 'status=40000000000', NO_STATUS],
  [['/requests'], 'status=100', NO_STATUS],
  [['/requests'], 'code=%27%3B--', 'The code must be in capital letters'],
  [['/requests'], `code=${'A'.repeat(1_000)}`, 'The code must be in capital letters'],
  [['/requests'], 'time=2026-02-30', 'The time must be a day'],
  [['/requests'], 'time=2026-01-31T24', 'The time must be a day'],
  [['/requests'], 'time=0000-01-01', 'The time must be a day'],
  [['/requests'], 'id=%00', NO_ID],
  [['/requests'], 'id=%3Cb%3E', NO_ID],
  [OF_ACTIVITY, 'action=deleted', 'Choose an action from the list.'],
  [OF_ACTIVITY, 'action=sign-in-throttled', 'Choose an action from the list.'],
  [OF_ACTIVITY, 'from=2026-02-30', 'The first day must be a date, such as 2026-01-31.'],
  [OF_ACTIVITY, 'to=99999-01-01', 'The last day must be a date, such as 2026-01-31.'],
  [OF_ACTIVITY, 'from=2026-02-02&to=2026-02-01', 'The last day is before the first.'],
  [['/activity'], 'before=-1', 'This page doesn’t exist.'],
  [['/activity'], 'after=9999999999999999999', 'This page doesn’t exist.'],
])('%j with %.30s returns 400 with an explanation and no rows', async (paths, query, sentence) => {
  for (const path of paths) {
    const page = await visitor.get(`/dashboard${path}?${query}`);
    expect(page).toMatchObject(shows(400, sentence));
    expect(page.html).not.toContain('class="card flush');
    expect(page.html.length).toBeLessThan(20_000);
  }
});

test('accepts any other query, and returns 404 for an invalid ID', async () => {
  const queries =
    'name=%00 name=%ff name=%ED%A0%80 name=% name=&state=&page= name=a&name=b __proto__=1'.split(
      ' ',
    );
  for (const query of queries) expect((await visitor.get(`/dashboard?${query}`)).status).toBe(200);
  for (const id of ['0', '-1', '1e3', '2147483648', 'abc', '%00', '999999999']) {
    for (const action of ['', '/revoke', '/rename', '/roll'])
      expect(await visitor.get(`/dashboard/tokens/${id}${action}`)).toMatchObject({ status: 404 });
  }
});

test('returns 503 without the database, and hides the cause', async () => {
  const broken = await createTestApp();
  const owner = await signedIn(broken);
  await broken.database.close();
  const page = await owner.get('/dashboard');
  expect(page).toMatchObject(shows(503, 'can’t reach its database'));
  expect(page.headers.get('retry-after')).toBe('2');
  expect(page.html).not.toMatch(/prisma|sql|pglite/i);
  await broken.app.close();
});
