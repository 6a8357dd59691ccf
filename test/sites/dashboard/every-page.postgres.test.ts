// What all dashboard pages have in common: headers, escaped text, and no errors for any query.
import { expect, test } from 'vitest';
import { createTestApp, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { pagesOfSession, shows, signedIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);
const TOKEN = `/tokens/${app.owner.tokenId}`;
const PAGES = [
  ...pagesOfSession(),
  ...['', '/revoke', '/rename', '/roll'].map((action) => TOKEN + action),
];

test('has the security headers, is never stored, and has no inline scripts, styles or event handlers', async () => {
  for (const path of [...PAGES, '/nowhere', '/sign-in']) {
    const { headers, html } = await visitor.open(path);
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
  await app.createProduct({ [name]: 1 });
  const queries = ['/requests?id=', '?name=', '/sign-in?next='].map(
    (path) => path + encodeURIComponent(name),
  );
  for (const path of [...PAGES, ...queries]) {
    expect(await visitor.html(path)).not.toContain('<script>alert');
  }
  const text = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
  expect(await visitor.html()).toContain(text);
});

test('accepts any query, and returns 404 for an invalid ID', async () => {
  const values = [
    '%00',
    '%ff',
    '%ED%A0%80',
    '%',
    '-1',
    '1e9',
    '99999999999999999999',
    '%3Cb%3E',
  ];
  for (const value of values) {
    const query = `token=${value}&before=${value}&id=${value}&done=${value}`;
    for (const path of PAGES)
      expect((await visitor.get(`/dashboard${path}?${query}`)).status).toBe(200);
  }
  for (const id of ['0', '-1', '1e3', '2147483648', 'abc', '%00', '999999999']) {
    for (const action of ['', '/revoke', '/rename', '/roll'])
      expect(await visitor.open(`/tokens/${id}${action}`)).toMatchObject({ status: 404 });
  }
});

test('returns 503 without the database, and hides the cause', async () => {
  const broken = await createTestApp();
  const owner = await signedIn(broken);
  await broken.database.close();
  const page = await owner.open();
  expect(page).toMatchObject(shows(503, 'can’t reach its database'));
  expect(page.headers.get('retry-after')).toBe('2');
  expect(page.html).not.toMatch(/prisma|sql|pglite/i);
  await broken.app.close();
});
