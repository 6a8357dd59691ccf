// The pages that list, create, rename, roll and revoke tokens: each token is shown once, only to its owner, and its
// last day can be chosen and is warned about.
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { dayIn, focused, hiddenFields, newcomer, shows, signedIn, valueIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

const tokenNamed = (name: string) => app.db.apiToken.findFirstOrThrow({ where: { name } });
const statusOf = async (token: string) =>
  (await app.rest('GET', '/product/999999', undefined, { token })).status;

async function newToken(name: string, fields: object = {}) {
  const page = await visitor.fill('/tokens/new', { name, ...fields });
  return { value: valueIn(page), id: (await tokenNamed(name)).id, html: page.html };
}

const PAGES = [
  '',
  '/usage',
  '/usage?period=30d',
  '/requests',
  '/tokens/ended',
  '/activity',
  '/tokens/new',
  '/account',
];

test('shows a new token once, with requests to paste for both APIs', async () => {
  await app.product();
  const { value, html } = await newToken('Stock sync');
  for (const path of ['/api/token-secured/product/', '/graphql']) expect(html).toContain(path);
  expect(html).toMatch(/-H &#39;Authorization: Bearer svc_test_\w{34}&#39;/);
  const later = await Promise.all(PAGES.map((path) => visitor.get(`/dashboard${path}`)));
  const rows = await app.db.$queryRaw`SELECT to_jsonb(t) FROM api_tokens t`;
  const random = value.slice('svc_test_'.length, -'last'.length);
  for (const place of [...later.map(({ html }) => html), JSON.stringify(rows)])
    expect(place).not.toContain(random);
  expect(later[0]?.html).toContain(`svc_test_…${value.slice(-4)}`);
});

describe('a form that is sent again, even at once', () => {
  test.each([
    ['creates nothing', 'Only one', '/tokens/new', 1],
    ['rolls nothing', 'Rolled twice', '/tokens/:id/roll', 2],
  ])('%s, shows nothing and leads to the new token', async (_, name, path, count) => {
    const id = path.includes(':id') ? (await newToken(name)).id : '';
    const form = await visitor.get(`/dashboard${path.replace(':id', `${id}`)}`);
    const pages = await Promise.all([1, 2, 3].map(() => visitor.submit(form, { name })));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
    expect(pages.filter(valueIn)).toHaveLength(1);
    const again = await visitor.submit(form, { name, end: 'at-once' });
    const [made, ...others] = await app.db.apiToken.findMany({
      where: { name },
      orderBy: { id: 'desc' },
    });
    expect(others).toHaveLength(count - 1);
    expect([again.status, again.headers.get('location')]).toEqual([
      303,
      `/dashboard/tokens/${made?.id}?shown=1`,
    ]);
    const page = await visitor.get(again.headers.get('location') ?? '');
    expect(page.html).toMatch(/was shown once.*roll the token/s);
    expect(page.html).not.toMatch(/svc_test_\w/);
  });
});

test.each([
  ['/tokens/new', { name: '\t' }, 'name', 'Enter a name.'],
  ['/tokens/:id/rename', { name: 'a\0b' }, 'name', 'Remove the control characters.'],
  ['/tokens/new', { name: 'x', expires: 'own' }, 'last-day', 'Enter the last day.'],
  ['/tokens/new', { name: 'x', expires: 'soon' }, 'last-day', 'Enter the last day as YYYY-MM-DD'],
  [
    '/tokens/new',
    { name: 'x', expires: 'own', last_day: '2020-01-01' },
    'last-day',
    'This day is already over in UTC.',
  ],
  [
    '/tokens/:id/roll',
    { end: 'later', expires: 'own', last_day: '2020-01-01' },
    'last-day',
    'This day is already over',
  ],
  ['/tokens/:id/roll', { end: 'never' }, undefined, 'Choose when the old value ends.'],
])(
  '%s with %j is rejected, changes nothing, keeps the input and focuses on the error',
  async (path, fields, id, message) => {
    const at = path.replace(':id', `${app.owner.tokenId}`);
    const before = await app.db.apiToken.findMany();
    const page = await visitor.fill(at, fields);
    expect(page).toMatchObject(shows(400, message));
    for (const [name, value] of Object.entries(fields)) {
      if (name !== 'end' && name !== 'expires') expect(page.html).toContain(`value="${value}"`);
    }
    if (id === 'last-day') expect(page.html).toContain('value="own" checked');
    expect(focused(page)).toEqual(id ? [id] : []);
    expect(await app.db.apiToken.findMany()).toEqual(before);
  },
);

test("only the owner can revoke a token, once, and a revoked one can't be rolled", async () => {
  const { id } = await newToken('To be revoked');
  const question = await visitor.get(`/dashboard/tokens/${id}/revoke`);
  const roll = await visitor.get(`/dashboard/tokens/${id}/roll`);
  const { headers } = await visitor.submit(question, {});
  expect((await visitor.get(headers.get('location') ?? '')).html).toContain(
    'The token is revoked.',
  );
  const badge = /To be revoked.*<span class="badge stage-sunset">Revoked \d{4}-\d\d-\d\d</s;
  expect((await visitor.get('/dashboard/tokens/ended')).html).toMatch(badge);
  expect(await visitor.submit(question, {})).toMatchObject({ status: 303 });
  expect(await visitor.submit(roll, { end: 'later' })).toMatchObject(
    shows(400, 'This token is revoked.'),
  );
  for (const action of ['revoke', 'roll'])
    expect(await visitor.get(`/dashboard/tokens/${id}/${action}`)).toMatchObject({ status: 303 });
});

describe('the last day', () => {
  test("is shown with the new token, in the list and on the token's page", async () => {
    const lastDay = dayIn(200);
    const { id, html } = await newToken('With a last day', { last_day: lastDay });
    expect(html).toContain(`expires end of ${lastDay} UTC`);
    const title = `title="Stops working at ${dayIn(201)} 00:00:00 UTC">end of ${lastDay}`;
    for (const path of ['', `/tokens/${id}`])
      expect((await visitor.get(`/dashboard${path}`)).html).toContain(title);
    expect(html).not.toContain('Roll it');
  });

  test('can be chosen from named periods, never and a custom day', async () => {
    const form = await visitor.get('/dashboard/tokens/new');
    const spans = [7, 30, 90, 365].map(dayIn);
    const choices = [...form.html.matchAll(/name="expires" value="([^"]*)"/g)].map(
      ([, value]) => value,
    );
    expect(choices).toEqual([...spans, 'never', 'own']);
    for (const date of spans) expect(form.html).toContain(`until ${date}</span>`);
    const ends = async (expires: string) => {
      await newToken(`Expires ${expires}`, { expires, last_day: dayIn(3) });
      return (await tokenNamed(`Expires ${expires}`)).expiresAt?.toISOString();
    };
    expect(await ends(dayIn(30))).toBe(`${dayIn(31)}T00:00:00.000Z`);
    expect(await ends('own')).toBe(`${dayIn(4)}T00:00:00.000Z`);
    expect(await ends('never')).toBeUndefined();
  });

  test('is warned about in its last 14 days, and not before', async () => {
    const { visitor: own, tokenId } = await newcomer(app, 'warned');
    const told = async (days: number, text: RegExp) => {
      const expiresAt = new Date(Date.now() + days * 86_400_000 + 60_000);
      await app.db.apiToken.update({ where: { id: tokenId }, data: { expiresAt } });
      const list = days > 0 ? '/dashboard' : '/dashboard/tokens/ended';
      for (const path of [list, `/dashboard/tokens/${tokenId}`])
        expect(/Expires in [^.]*\.|>Expired</.exec((await own.get(path)).html)?.[0] ?? '').toMatch(
          text,
        );
    };
    await told(14, /^$/);
    await told(3, /^Expires in 3 days\.$/);
    await told(-3, /^>Expired<$/);
    expect((await own.get('/dashboard')).html).toContain('You don’t have a usable token');
  });
});

test('a new name is shown from then on, and the token still works', async () => {
  const { id, value } = await newToken('Old name');
  const form = await visitor.get(`/dashboard/tokens/${id}/rename`);
  expect(form.html).toContain('value="Old name"');
  expect(await visitor.submit(form, { name: ' Fresh name ' })).toMatchObject({ status: 303 });
  const { html } = await visitor.get('/dashboard');
  expect(html).toContain('<bdi>Fresh name</bdi>');
  expect(html).not.toContain('Old name');
  expect(await statusOf(value)).toBe(404);
});

describe('rolling a token', () => {
  test('shows the new token once, with the chosen last day (D4); the old one ends in 24 hours, as each page says', async () => {
    const lastDay = dayIn(100);
    const { id } = await newToken('Rolled later', { last_day: lastDay });
    const form = await visitor.get(`/dashboard/tokens/${id}/roll`);
    expect(form.html).toContain(`value="${lastDay}"`);
    const page = await visitor.submit(form, { end: 'later', last_day: dayIn(50) });
    expect(page.html).toContain(`expires end of ${dayIn(50)} UTC`);
    expect(page.html).toMatch(/The old value, .*, stops working at \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    const { html } = await visitor.get(`/dashboard/tokens/${id}`);
    expect(html).toContain('Replaced by');
    expect(html).not.toContain('>Roll</a>');
    for (const one of [html, (await visitor.get('/dashboard')).html])
      expect(one).not.toContain(valueIn(page));
    expect(await visitor.get(`/dashboard/tokens/${id}/roll`)).toMatchObject({ status: 303 });
  });

  test.each([false, true])(
    'ends the old token at once on request; if it is expired, %j, there is no choice',
    async (isExpired) => {
      const { id, value } = await newToken(`Rolled at once, expired: ${isExpired}`);
      if (isExpired)
        await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${id}`;
      const form = await visitor.get(`/dashboard/tokens/${id}/roll`);
      expect(form.html.includes('name="end"')).toBe(!isExpired);
      const page = await visitor.submit(form, isExpired ? {} : { end: 'at-once' });
      expect(page.html).toContain('The old value has stopped working.');
      expect([await statusOf(value), await statusOf(valueIn(page))]).toEqual([401, 404]);
    },
  );
});

test('limits acts on tokens, each recorded for a year, per hour, except revoking (D50)', async () => {
  const { id, tokenId, visitor: busy } = await newcomer(app, 'busy');
  const rename = (name: string) => busy.fill(`/tokens/${tokenId}/rename`, { name });
  const key = `token-acts:${id}`;
  await app.db.budget.create({
    data: { key, points: 499, expire: BigInt(Date.now() + 3_600_000) },
  });
  expect((await rename('The 500th')).status).toBe(303);
  const refused = await rename('Another');
  expect(refused).toMatchObject(shows(429, 'You’ve changed your tokens too often.'));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await busy.fill('/tokens/new', { name: 'New' })).status).toBe(429);
  expect((await busy.fill(`/tokens/${tokenId}/roll`, { end: 'later' })).status).toBe(429);
  expect((await busy.fill(`/tokens/${tokenId}/revoke`)).status).toBe(303);
  const rows = await app.db.activity.findMany({ where: { userId: id }, orderBy: { id: 'asc' } });
  expect(rows.map(({ action }) => action)).toEqual(['signed-in', 'token-renamed', 'token-revoked']);
});

describe('another owner', () => {
  test('sees and revokes nothing, by page, form or request ID', async () => {
    const { id, value } = await newToken('Mine alone');
    const { headers } = await app.rest('POST', '/product', {}, { token: value });
    const requestId = headers.get('x-request-id');
    expect((await visitor.get(`/dashboard/requests?id=${requestId}`)).html).toContain('Mine alone');

    const rival = await signedIn(app, app.rival);
    const actions = ['revoke', 'rename', 'roll'].map((action) => `/tokens/${id}/${action}`);
    for (const path of [`/tokens/${id}`, ...actions]) {
      expect(await rival.get(`/dashboard${path}`)).toMatchObject({ status: 404 });
    }
    const form = {
      ...hiddenFields((await rival.get('/dashboard/tokens/new')).html),
      name: 'Theirs',
      end: 'at-once',
    };
    for (const path of actions) {
      expect(await rival.send('POST', `/dashboard${path}`, { form })).toMatchObject({
        status: 404,
      });
    }
    const none = 'No failed requests.';
    expect((await rival.get(`/dashboard/requests?token=${id}`)).html).toContain(none);
    for (const path of [...PAGES, `/requests?id=${requestId}`]) {
      expect((await rival.get(`/dashboard${path}`)).html).not.toContain('Mine alone');
    }
    expect((await app.rest('GET', '/product/1', undefined, { token: value })).status).not.toBe(401);
  });
});
