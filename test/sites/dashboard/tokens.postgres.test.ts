// The pages that list, create and revoke tokens: a value is shown once, and an owner sees no token of another.

import { describe, expect, test } from 'vitest';
import { createTestApp, openTestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { createTokenByForm, focused, hiddenFields, shows, signedIn, valueIn } from './visitor.ts';

const { logger, lines: log } = recordedLog('trace');
const app = await openTestApp({ logger });
const visitor = await signedIn(app);

const idOf = async (name: string) => (await app.db.apiToken.findFirstOrThrow({ where: { name } })).id;

const PAGES = ['', '/usage', '/usage?period=30d', '/requests', '/versions', '/activity', '/tokens/new', '/account'];

describe('creating a token', () => {
  test('shows its value once, and it opens both surfaces', async () => {
    const value = await createTokenByForm(visitor, 'Stock sync');
    expect(value).toMatch(/^svc_test_\w{34}$/);
    const product = await app.product();
    expect(await app.rest('GET', `/product/${product.id}`, undefined, { token: value })).toMatchObject({ status: 200 });
    const answer = await app.graphql(`{ product(id: ${product.id}) { id } }`, {}, { token: value });
    expect(answer.body.data.product.id).toBe(String(product.id));

    const later = await Promise.all(PAGES.map((path) => visitor.get(`/dashboard${path}`)));
    const rows = await app.db.$queryRaw`SELECT to_jsonb(t) FROM api_tokens t`;
    const random = value.slice('svc_test_'.length, -'last'.length);
    for (const place of [...later.map(({ html }) => html), JSON.stringify(rows), log.join('')]) {
      expect(place).not.toContain(random);
    }
    expect(later[0]?.html).toContain(`svc_test_…${value.slice(-4)}`);
  });

  test('the page has requests to paste for both surfaces', async () => {
    const { html } = await visitor.fill('/tokens/new', { name: 'With examples' });
    for (const path of ['/api/token-secured/product/', '/graphql']) expect(html).toContain(path);
    expect(html).toMatch(/-H &#39;Authorization: Bearer svc_test_\w{34}&#39;/);
  });

  test('a form that is sent again, also at once, creates nothing, shows nothing and leads to the token', async () => {
    const form = await visitor.get('/dashboard/tokens/new');
    const pages = await Promise.all(Array.from({ length: 5 }, () => visitor.submit(form, { name: 'Only one' })));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 303, 303, 303, 303]);
    expect(pages.filter(valueIn)).toHaveLength(1);
    const again = await visitor.submit(form, { name: 'Only one' });
    expect(again).toMatchObject({ status: 303 });
    const shown = `/dashboard/tokens/${await idOf('Only one')}?shown=1`;
    expect(again.headers.get('location')).toBe(shown);
    const page = await visitor.get(shown);
    expect(page.html).toMatch(/was shown once.*roll the token/);
    expect(page.html).not.toMatch(/svc_test_\w/);
    expect(await app.db.apiToken.count({ where: { name: 'Only one' } })).toBe(1);
  });

  test.each([
    ['no name', ' \t ', 'Give the token a name.'],
    ['a long name', '😀'.repeat(101), 'Use at most 100 characters.'],
    ['a name with NUL', 'a\0b', 'Use no control characters.'],
  ])('%s is refused, and the form keeps the input', async (_, name, message) => {
    const before = await app.db.apiToken.count();
    const page = await visitor.fill('/tokens/new', { name });
    expect(page).toMatchObject(shows(400, message));
    expect(focused(page)).toEqual(['name']);
    expect(await app.db.apiToken.count()).toBe(before);
  });
});

describe('revoking a token', () => {
  test('asks for confirmation with the name and the last use of the token; then its next request is 401', async () => {
    const value = await createTokenByForm(visitor, 'To be revoked');
    const id = await idOf('To be revoked');
    await app.rest('GET', '/product/1', undefined, { token: value });
    const question = await visitor.get(`/dashboard/tokens/${id}/revoke`);
    expect(question.html).toMatch(/To be revoked.*just now<\/time>\s*<span class="muted">over REST/s);
    expect((await app.rest('GET', '/product/1', undefined, { token: value })).status).not.toBe(401);

    const revoked = await visitor.submit(question, {});
    expect(revoked).toMatchObject({ status: 303 });
    const note = 'The token “<bdi>To be revoked</bdi>” is revoked.';
    expect((await visitor.get(revoked.headers.get('location') ?? '')).html).toContain(note);
    const stranger = await app.person('who-revoked-nothing');
    expect((await (await signedIn(app, stranger)).get(`/dashboard?revoked=${id}`)).html).not.toContain(note);
    expect(await app.rest('GET', '/product/1', undefined, { token: value })).toMatchObject({ status: 401 });
    expect((await visitor.get('/dashboard?state=revoked')).html).toMatch(
      /To be revoked.*<span class="badge stage-sunset">Revoked \d{4}-\d\d-\d\d</s,
    );
    expect((await visitor.get('/dashboard?state=usable')).html).not.toContain('To be revoked');
    expect(await visitor.submit(question, {})).toMatchObject({ status: 303 });
    expect(await visitor.get(`/dashboard/tokens/${id}/revoke`)).toMatchObject({ status: 303 });
  });
});

test('acts on tokens, of which each is a row for a year, are bounded by the hour; revoking is not (D50)', async () => {
  const { id, email, tokenId } = await app.person('busy');
  const busy = await signedIn(app, { id, email });
  const rename = (name: string) => busy.fill(`/tokens/${tokenId}/rename`, { name });
  const key = `token-acts:${id}`;
  await app.db.budget.create({ data: { key, points: 499, expire: BigInt(Date.now() + 3_600_000) } });
  expect((await rename('The 500th')).status).toBe(303);
  const refused = await rename('Another');
  expect(refused).toMatchObject(shows(429, 'Your tokens were changed too often.'));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await busy.fill('/tokens/new', { name: 'New' })).status).toBe(429);
  expect((await busy.fill(`/tokens/${tokenId}/roll`, { end: 'later' })).status).toBe(429);
  expect((await busy.fill(`/tokens/${tokenId}/revoke`)).status).toBe(303);
  const rows = await app.db.activity.findMany({ where: { userId: id }, orderBy: { id: 'asc' } });
  expect(rows.map(({ action }) => action)).toEqual(['signed-in', 'token-renamed', 'token-revoked']);
});

describe('another owner', () => {
  test('sees and revokes nothing, by page, form or request id', async () => {
    const value = await createTokenByForm(visitor, 'Mine alone');
    const id = await idOf('Mine alone');
    const { headers } = await app.rest('POST', '/product', {}, { token: value });
    const requestId = headers.get('x-request-id');
    expect((await visitor.get(`/dashboard/requests?id=${requestId}`)).html).toContain('Mine alone');

    const rival = await signedIn(app, app.rival);
    const actions = ['revoke', 'rename', 'roll'].map((action) => `/tokens/${id}/${action}`);
    for (const path of [`/tokens/${id}`, ...actions]) {
      expect(await rival.get(`/dashboard${path}`)).toMatchObject({ status: 404 });
    }
    const form = { ...hiddenFields((await rival.get('/dashboard/tokens/new')).html), name: 'Theirs', end: 'at-once' };
    for (const path of actions) {
      expect(await rival.send('POST', `/dashboard${path}`, { form })).toMatchObject({ status: 404 });
    }
    const none = 'No refused request of your tokens matches';
    expect((await rival.get(`/dashboard/requests?token=${id}`)).html).toContain(none);
    for (const path of [...PAGES, `/requests?id=${requestId}`]) {
      expect((await rival.get(`/dashboard${path}`)).html).not.toContain('Mine alone');
    }
    expect((await app.rest('GET', '/product/1', undefined, { token: value })).status).not.toBe(401);
  });

  test.each(['0', '-1', '1e3', '2147483648', 'abc', '%00', '999999999'])('/tokens/%s is no page', async (id) => {
    for (const action of ['', '/revoke', '/rename', '/roll']) {
      expect(await visitor.get(`/dashboard/tokens/${id}${action}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('every page', () => {
  test('has the security headers, is never stored, and has no script, style or event handler of its own', async () => {
    for (const path of [...PAGES, '/nowhere', '/sign-in', `/tokens/${app.owner.tokenId}`]) {
      const { headers, html } = await visitor.get(`/dashboard${path}`);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
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
    const value = await createTokenByForm(visitor, name);
    await app.rest('POST', '/product', { product: { [name]: 1 } }, { token: value });
    const id = await idOf(name);
    const actions = ['', '/revoke', '/rename', '/roll'].map((action) => `/tokens/${id}${action}`);
    const queries = ['/requests?id=', '?name=', '/sign-in?next='].map((path) => path + encodeURIComponent(name));
    for (const path of [...PAGES, ...actions, ...queries]) {
      expect((await visitor.get(`/dashboard${path}`)).html).not.toContain('<script>alert');
    }
    const text = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
    expect((await visitor.get('/dashboard')).html).toContain(text);
  });
});

test('without the database pages are 503 and hide the cause', async () => {
  const broken = await createTestApp();
  const owner = await signedIn(broken);
  await broken.database.close();
  const page = await owner.get('/dashboard');
  expect(page).toMatchObject(shows(503, 'cannot reach its database'));
  expect(page.headers.get('retry-after')).toBe('2');
  expect(page.html).not.toMatch(/prisma|sql|pglite/i);
  await broken.app.close();
});
