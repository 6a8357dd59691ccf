// The pages that list, create, rename, roll and revoke tokens: a value is shown once, an owner sees no token of another, a last day is
// chosen and warned of.
import { describe, expect, test } from 'vitest';
import { createTestApp, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { focused, hiddenFields, newcomer, shows, signedIn, valueIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

const idOf = async (name: string) => (await app.db.apiToken.findFirstOrThrow({ where: { name } })).id;

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
const statusOf = async (token: string) => (await app.rest('GET', '/product/999999', undefined, { token })).status;

async function newToken(name: string, lastDay = '') {
  const page = await visitor.fill('/tokens/new', { name, last_day: lastDay });
  return { value: valueIn(page), id: await idOf(name), html: page.html };
}

const PAGES = ['', '/usage', '/usage?period=30d', '/requests', '/versions', '/activity', '/tokens/new', '/account'];

describe('creating a token', () => {
  test('shows its value once', async () => {
    const { value } = await newToken('Stock sync');
    expect(value).toMatch(/^svc_test_\w{34}$/);
    const later = await Promise.all(PAGES.map((path) => visitor.get(`/dashboard${path}`)));
    const rows = await app.db.$queryRaw`SELECT to_jsonb(t) FROM api_tokens t`;
    const random = value.slice('svc_test_'.length, -'last'.length);
    for (const place of [...later.map(({ html }) => html), JSON.stringify(rows)]) {
      expect(place).not.toContain(random);
    }
    expect(later[0]?.html).toContain(`svc_test_…${value.slice(-4)}`);
  });

  test('the page has requests to paste for both surfaces', async () => {
    await app.product();
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
    const { id, value } = await newToken('To be revoked');
    await app.rest('GET', '/product/1', undefined, { token: value });
    const question = await visitor.get(`/dashboard/tokens/${id}/revoke`);
    expect(question.html).toMatch(/To be revoked.*just now<\/time>\s*<span class="muted">over REST/s);
    expect((await app.rest('GET', '/product/1', undefined, { token: value })).status).not.toBe(401);

    const revoked = await visitor.submit(question, {});
    expect(revoked).toMatchObject({ status: 303 });
    const note = 'The token “<bdi>To be revoked</bdi>” is revoked.';
    expect((await visitor.get(revoked.headers.get('location') ?? '')).html).toContain(note);
    const { visitor: stranger } = await newcomer(app, 'who-revoked-nothing');
    expect((await stranger.get(`/dashboard?revoked=${id}`)).html).not.toContain(note);
    expect(await app.rest('GET', '/product/1', undefined, { token: value })).toMatchObject({ status: 401 });
    expect((await visitor.get('/dashboard?state=revoked')).html).toMatch(
      /To be revoked.*<span class="badge stage-sunset">Revoked \d{4}-\d\d-\d\d</s,
    );
    expect((await visitor.get('/dashboard?state=usable')).html).not.toContain('To be revoked');
    expect(await visitor.submit(question, {})).toMatchObject({ status: 303 });
    expect(await visitor.get(`/dashboard/tokens/${id}/revoke`)).toMatchObject({ status: 303 });
  });
});

describe('the last day', () => {
  test('is shown with the new value, in the list and on the page of the token', async () => {
    const lastDay = dayIn(200);
    const { id, html } = await newToken('With a last day', lastDay);
    expect(html).toContain(`expires end of ${lastDay} UTC`);
    for (const path of ['', `/tokens/${id}`]) {
      const title = `title="Refused from ${dayIn(201)} 00:00:00 UTC on">end of ${lastDay}`;
      expect((await visitor.get(`/dashboard${path}`)).html).toContain(title);
    }
    expect(html).not.toContain('Roll it');
  });

  test('is chosen among spans that say it, never and a day of one’s own', async () => {
    const form = await visitor.get('/dashboard/tokens/new');
    const spans = [7, 30, 90, 365].map(dayIn);
    const choices = [...form.html.matchAll(/name="expires" value="([^"]*)"/g)].map(([, value]) => value);
    expect(choices).toEqual([...spans, 'never', 'own']);
    for (const date of spans) expect(form.html).toContain(`until ${date}</span>`);
    const ends = async (fields: object) => {
      const name = `Expires ${JSON.stringify(fields)}`;
      await visitor.fill('/tokens/new', { name, ...fields });
      return (await app.db.apiToken.findFirst({ where: { name } }))?.expiresAt?.toISOString();
    };
    expect(await ends({ expires: spans[1], last_day: dayIn(3) })).toBe(`${dayIn(31)}T00:00:00.000Z`);
    expect(await ends({ expires: 'own', last_day: dayIn(3) })).toBe(`${dayIn(4)}T00:00:00.000Z`);
    expect(await ends({ expires: 'never', last_day: dayIn(3) })).toBeUndefined();
  });

  test.each([
    ['own', '', 'Give the last day.'],
    ['soon', '', 'Write the last day as YYYY-MM-DD'],
    ['own', '2020-01-01', 'The last day is over, in UTC.'],
    ['own', '2030-02-30', 'Write the last day as YYYY-MM-DD'],
    ['own', '9999-12-31', 'Choose a day within the next 3650 days'],
  ])('is refused with the choice %s and the day %j; the form keeps the input', async (expires, lastDay, message) => {
    const fields = { name: 'Not made', expires, last_day: lastDay };
    const page = await visitor.fill('/tokens/new', fields);
    expect(page).toMatchObject({ status: 400 });
    for (const text of [message, 'value="Not made"', `value="${lastDay}"`, 'value="own" checked']) {
      expect(page.html).toContain(text);
    }
    expect(focused(page)).toEqual(['last-day']);
    expect(await app.db.apiToken.count({ where: { name: 'Not made' } })).toBe(0);
  });

  test('is warned of in its last 14 days, and not before', async () => {
    const { visitor: own, tokenId } = await newcomer(app, 'warned');
    const told = async (days: number, text: RegExp) => {
      const expiresAt = new Date(Date.now() + days * 86_400_000 + 60_000);
      await app.db.apiToken.update({ where: { id: tokenId }, data: { expiresAt } });
      const [list, page] = [await own.get('/dashboard'), await own.get(`/dashboard/tokens/${tokenId}`)];
      for (const { html } of [list, page]) expect(/Expires in [^.]*\.|>Expired</.exec(html)?.[0] ?? '').toMatch(text);
      return list.html;
    };
    await told(14, /^$/);
    expect(await told(3, /^Expires in 3 days\.$/)).toMatch(/>1 token<\/a> expires within 14 days/);
    expect((await own.get('/dashboard?state=expiring')).html).toContain('>warned<');
    expect(await told(-3, /^>Expired<$/)).toContain('No usable token');
  });
});

describe('a new name', () => {
  test('is shown from then on, and the token works as before', async () => {
    const { id, value } = await newToken('Old name');
    const form = await visitor.get(`/dashboard/tokens/${id}/rename`);
    expect(form.html).toContain('value="Old name"');
    expect(await visitor.submit(form, { name: ' Fresh name ' })).toMatchObject({ status: 303 });
    const { html } = await visitor.get('/dashboard');
    expect(html).toContain('<bdi>Fresh name</bdi>');
    expect(html).not.toContain('Old name');
    expect(await statusOf(value)).toBe(404);
  });

  test('that the rules refuse changes nothing', async () => {
    const { id } = await newToken('Kept');
    expect(await visitor.fill(`/tokens/${id}/rename`, { name: 'a\0b' })).toMatchObject(shows(400, 'id="name-error"'));
    expect(await idOf('Kept')).toBe(id);
  });
});

describe('rolling a token', () => {
  const formOf = (id: number) => visitor.get(`/dashboard/tokens/${id}/roll`);

  test('shows the new value once; the old one ends in 24 hours, as each page says', async () => {
    const lastDay = dayIn(100);
    const { id, value } = await newToken('Rolled later', lastDay);
    const form = await formOf(id);
    expect(form.html).toContain(`value="${lastDay}"`);
    const page = await visitor.submit(form, { end: 'later', last_day: lastDay });
    const rolled = valueIn(page);
    expect([await statusOf(value), await statusOf(rolled)]).toEqual([404, 404]);
    expect(page.html).toMatch(/The old value, .*, is refused from \d{4}-\d\d-\d\d \d\d:\d\d UTC on/);
    const { html } = await visitor.get(`/dashboard/tokens/${id}`);
    expect(html).toContain('Replaced by');
    expect(html).not.toContain('>Roll</a>');
    for (const one of [html, (await visitor.get('/dashboard')).html]) expect(one).not.toContain(rolled);
    expect(await visitor.get(`/dashboard/tokens/${id}/roll`)).toMatchObject({ status: 303 });
  });

  test('a form that is sent twice, also at once, makes one new token, and leads to it', async () => {
    const { id } = await newToken('Rolled twice');
    const form = await formOf(id);
    const pages = await Promise.all([1, 2, 3].map(() => visitor.submit(form, { end: 'later' })));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
    const again = await visitor.submit(form, { end: 'at-once' });
    expect(again).toMatchObject({ status: 303 });
    const { id: rolledId } = await app.db.apiToken.findFirstOrThrow({ where: { predecessorId: id } });
    expect(again.headers.get('location')).toBe(`/dashboard/tokens/${rolledId}?shown=1`);
    expect(await app.db.apiToken.count({ where: { name: 'Rolled twice' } })).toBe(2);
  });

  test.each([
    ['an unknown end', { end: 'never' }, 'Choose when the old value ends.'],
    ['a last day that is over', { end: 'at-once', last_day: '2020-01-01' }, 'The last day is over'],
  ])('%s is refused, and the token stays usable', async (name, fields, message) => {
    const { id, value } = await newToken(`Not rolled: ${name}`);
    expect(await visitor.submit(await formOf(id), fields)).toMatchObject(shows(400, message));
    expect(await statusOf(value)).toBe(404);
  });

  test('a token that was revoked meanwhile is not rolled', async () => {
    const { id } = await newToken('Revoked meanwhile');
    const form = await formOf(id);
    await visitor.fill(`/tokens/${id}/revoke`);
    expect(await visitor.submit(form, { end: 'later' })).toMatchObject(shows(400, 'The token is revoked.'));
    expect(await formOf(id)).toMatchObject({ status: 303 });
  });

  test('ends the old value at once, if that is chosen; an expired one has no such choice', async () => {
    for (const isExpired of [false, true]) {
      const { id, value } = await newToken(`Rolled at once, expired: ${isExpired}`);
      if (isExpired) await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${id}`;
      const form = await formOf(id);
      expect(form.html.includes('name="end"')).toBe(!isExpired);
      const page = await visitor.submit(form, isExpired ? {} : { end: 'at-once' });
      if (!isExpired) expect(page.html).toContain('is refused from now on');
      expect([await statusOf(value), await statusOf(valueIn(page))]).toEqual([401, 404]);
    }
  });
});

test('acts on tokens, of which each is a row for a year, are bounded by the hour; revoking is not (D50)', async () => {
  const { id, tokenId, visitor: busy } = await newcomer(app, 'busy');
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
    const { id, value } = await newToken('Mine alone');
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
    const { id, value } = await newToken(name);
    await app.rest('POST', '/product', { product: { [name]: 1 } }, { token: value });
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
