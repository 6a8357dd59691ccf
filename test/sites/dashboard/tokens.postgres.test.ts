// The pages that list, create, rename, roll and revoke tokens: each token is shown once, only to its owner, and its
// last day can be chosen and is warned about.
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { dayIn, focused, newcomer, shows, signedIn, valueIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

const tokenNamed = (name: string) =>
  app.db.apiToken.findFirstOrThrow({ where: { name }, orderBy: { id: 'desc' } });
const statusOf = async (token: string) => (await app.readProduct(999999, { token })).status;

async function newToken(name: string, fields: object = {}) {
  const page = await visitor.fill('/tokens/new', { name, ...fields });
  const { id } = await tokenNamed(name);
  return { value: valueIn(page), id, path: `/tokens/${id}`, html: page.html };
}

const PAGES = ['', '/usage', '/requests', '/tokens/ended', '/tokens/new', '/account'];

test('the form of a new token and the account page have the current permissions (D5); no name is cut', async () => {
  const { id, visitor: reader } = await newcomer(app, 'accountant');
  await app.db.user.update({ where: { id }, data: { permissions: ['READ'] } });
  for (const path of ['/account', '/tokens/new'])
    expect(await reader.html(path)).toContain('<dt>Permissions</dt><dd>read<');
  const html = await reader.html('/tokens/new');
  expect(html).toContain('Up to 100 characters.');
  expect(html).not.toContain('maxlength');
});

test('shows a new token once, with a request to paste', async () => {
  await app.product();
  const { value, html, path } = await newToken('Stock sync');
  expect(html).toMatch(/curl -i \S+\/api\/token-secured\/product\/\d+/);
  expect(html).toMatch(/-H &quot;Authorization: Bearer svc_test_\w{34}&quot;/);
  const later = await Promise.all([...PAGES, path].map(visitor.html));
  const random = value.slice('svc_test_'.length, -'last'.length);
  expect(later.join()).not.toContain(random);
  expect(later[0]).toContain(`svc_test_…${value.slice(-4)}`);
});

test('shows a new token even if no product can be read for the request to paste', async () => {
  await app.db.$executeRaw`ALTER TABLE products RENAME TO away`;
  const { value, html } = await newToken('Without a product');
  await app.db.$executeRaw`ALTER TABLE away RENAME TO products`;
  expect(value).toMatch(/^svc_test_/);
  expect(html).toContain('Send your first request');
});

test.each([
  ['creates nothing', 'Only one', '/tokens/new', 1],
  ['rolls nothing', 'Rolled twice', '/tokens/:id/roll', 2],
])(
  'a form that is sent again, even at once, %s, shows nothing and leads to the new token',
  async (_, name, path, count) => {
    const id = path.includes(':id') ? (await newToken(name)).id : '';
    const form = await visitor.open(path.replace(':id', `${id}`));
    const pages = await Promise.all([1, 2, 3].map(() => visitor.submit(form, { name })));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
    expect(pages.filter(valueIn)).toHaveLength(1);
    const again = await visitor.submit(form, { name, at_once: 'yes' });
    const location = `/dashboard/tokens/${(await tokenNamed(name)).id}?shown=1`;
    expect(again).toMatchObject({ status: 303, location });
    expect(await app.db.apiToken.count({ where: { name } })).toBe(count);
    const { html } = await visitor.get(location);
    expect(html).toMatch(/was shown once.*roll the token/s);
    expect(html).not.toMatch(/svc_test_\w/);
  },
);

test.each<[string, Record<string, string>, string, string]>([
  ['/new', { name: '\t' }, 'name', 'Enter a name.'],
  ['/new', { name: 'x'.repeat(101) }, 'name', 'Use at most 100 characters.'],
  ['/:id/rename', { name: 'a\0b' }, 'name', 'Remove the control characters.'],
  ['/new', { name: 'x', last_day: 'soon' }, 'last-day', 'Enter the last day as YYYY-MM-DD'],
  ['/:id/roll', { last_day: '2020-01-01' }, 'last-day', 'already over in UTC.'],
])(
  '%s with %j is rejected, changes nothing, keeps the input and focuses on the error',
  async (path, fields, id, message) => {
    const before = await app.db.apiToken.findMany();
    const at = `/tokens${path.replace(':id', `${app.owner.tokenId}`)}`;
    const page = await visitor.fill(at, fields);
    expect(page).toMatchObject(shows(400, message));
    for (const value of [fields.name, fields.last_day].filter(Boolean))
      expect(page.html).toContain(`value="${value}"`);
    expect(focused(page)).toEqual([id]);
    expect(await app.db.apiToken.findMany()).toEqual(before);
  },
);

test("only the owner can revoke a token, once, and a revoked one can't be rolled", async () => {
  const { id, path } = await newToken('To be revoked');
  const [question, roll] = [
    await visitor.open(`${path}/revoke`),
    await visitor.open(`${path}/roll`),
  ];
  const { location } = await visitor.submit(question, {});
  expect((await visitor.get(location)).html).toMatch(/<bdi>To be revoked<.*is revoked\./s);
  await app.db.apiToken.update({ where: { id }, data: { expiresAt: new Date(0) } });
  const badge = /To be revoked.*<span class="badge stage-sunset">Revoked \d{4}-\d\d-\d\d</s;
  expect(await visitor.html('/tokens/ended')).toMatch(badge);
  expect(await visitor.submit(question, {})).toMatchObject({ status: 303 });
  const rolled = await visitor.submit(roll, {});
  expect(rolled).toMatchObject(shows(400, 'This token is revoked.'));
  for (const action of ['/revoke', '/roll'])
    expect(await visitor.open(path + action)).toMatchObject({ status: 303 });
});

describe('the last day', () => {
  test("is shown with the new token, in the list and on the token's page", async () => {
    const { path, html } = await newToken('With a last day', { last_day: dayIn(200) });
    expect(html).toContain(`expires end of ${dayIn(200)} UTC`);
    const title = `title="Stops working at ${dayIn(201)} 00:00:00 UTC">end of ${dayIn(200)}`;
    for (const at of ['', path]) expect(await visitor.html(at)).toContain(title);
  });

  test('is in 90 days, unless another lifetime is chosen, or none; a day that is typed counts', async () => {
    for (const form of ['/tokens/new', `/tokens/${app.owner.tokenId}/roll`])
      expect(await visitor.html(form)).toContain(`name="lasts" value="${dayIn(90)}" checked`);
    const ends = async (lasts: string, last_day: string) => {
      const name = `Ends "${lasts}", "${last_day}"`;
      await newToken(name, { lasts, last_day });
      return (await tokenNamed(name)).expiresAt?.toISOString();
    };
    expect(await ends(dayIn(30), '')).toBe(`${dayIn(31)}T00:00:00.000Z`);
    expect(await ends(dayIn(30), dayIn(3))).toBe(`${dayIn(4)}T00:00:00.000Z`);
    expect(await ends('', '')).toBeUndefined();
  });

  test('that a form of yesterday chose is chosen anew when the form comes back', async () => {
    for (const form of ['/tokens/new', `/tokens/${app.owner.tokenId}/roll`]) {
      const { status, html } = await visitor.fill(form, {
        name: 'x',
        lasts: dayIn(89),
        last_day: '2000-01-01',
      });
      expect(status).toBe(400);
      expect(html).toContain(`name="lasts" value="${dayIn(90)}" checked`);
    }
  });

  test.each([
    [14, '', undefined],
    [3, '', 'Expires in 3 days.'],
    [-3, '/tokens/ended', '>Expired<'],
  ])(
    'in %i days is warned about in its last 14 days, and not before',
    async (days, list, text) => {
      const { visitor: own, tokenId } = await newcomer(app, 'warned');
      const expiresAt = new Date(Date.now() + days * 86_400_000 + 60_000);
      await app.db.apiToken.update({ where: { id: tokenId }, data: { expiresAt } });
      for (const path of [list, `/tokens/${tokenId}`])
        expect(/Expires in [^.]*\.|>Expired</.exec(await own.html(path))?.[0]).toBe(text);
    },
  );
});

test('a new name is shown from then on, and the token still works', async () => {
  const { path, value } = await newToken('Old name');
  const form = await visitor.open(`${path}/rename`);
  expect(form.html).toContain('value="Old name"');
  await visitor.submit(form, { name: ' Fresh name ' });
  const html = await visitor.html();
  expect(html).toContain('<bdi>Fresh name</bdi>');
  expect(html).not.toContain('Old name');
  expect(await statusOf(value)).toBe(404);
});

describe('rolling a token', () => {
  test('shows the new token once, with its last day (D4); the old one ends in 24 hours, as pages say', async () => {
    const { id, path } = await newToken('Rolled later', { last_day: dayIn(100) });
    await app.db.apiToken.update({ where: { id }, data: { version: '2025-01-01' } });
    const form = await visitor.open(`${path}/roll`);
    expect(form.html).toMatch(
      new RegExp(`value="${dayIn(100)}" checked>\\s*<span>As before`),
    );
    const page = await visitor.submit(form, { last_day: dayIn(50) });
    expect(page.html).toContain(`expires end of ${dayIn(50)} UTC`);
    expect(await tokenNamed('Rolled later')).toMatchObject({
      predecessorId: id,
      version: '2025-01-01',
    });
    expect(page.html).toMatch(
      /The old value, .*, stops working at \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
    );
    const html = await visitor.html(path);
    expect(html).toContain('Replaced by');
    expect(html + (await visitor.html())).not.toContain(valueIn(page));
    expect(await visitor.open(`${path}/roll`)).toMatchObject({ status: 303 });
  });

  test.each([false, true])(
    'ends the old token at once on request; if it is expired, %j, there is no choice',
    async (isExpired) => {
      const { id, path, value } = await newToken(`Rolled at once, expired: ${isExpired}`);
      const expiresAt = new Date();
      if (isExpired) await app.db.apiToken.update({ where: { id }, data: { expiresAt } });
      const form = await visitor.open(`${path}/roll`);
      expect(form.html.includes('name="at_once"')).toBe(!isExpired);
      const page = await visitor.submit(form, isExpired ? {} : { at_once: 'yes' });
      expect(page.html).toContain('The old value has stopped working.');
      expect([await statusOf(value), await statusOf(valueIn(page))]).toEqual([401, 404]);
    },
  );
});

test.each([
  ['by default', {}, [401, 401, 401]],
  ['not if the box is cleared', { old_values: '' }, [404, 404, 401]],
])(
  'revoking a rolled token revokes its old values that still work, too: %s',
  async (_, fields, statuses) => {
    const first = await newToken('Rolled and leaked');
    const second = await visitor.fill(`${first.path}/roll`);
    const { id } = await tokenNamed('Rolled and leaked');
    const third = await visitor.fill(`/tokens/${id}/roll`);
    const path = `/tokens/${(await tokenNamed('Rolled and leaked')).id}/revoke`;
    const page = await visitor.open(path);
    for (const value of [first.value, valueIn(second)])
      expect(page.html).toMatch(
        new RegExp(`…${value.slice(-4)}</code> works until .*UTC`, 's'),
      );
    const checked = page.html.includes('name="old_values" value="yes" checked');
    expect(checked).toBe(true);
    await visitor.submit(page, { ...(checked && { old_values: 'yes' }), ...fields });
    const values = [first.value, valueIn(second), valueIn(third)];
    expect(await Promise.all(values.map(statusOf))).toEqual(statuses);
  },
);

test('limits acts on tokens per hour, except revoking', async () => {
  const { id, tokenId, visitor: busy } = await newcomer(app, 'busy');
  const expire = BigInt(Date.now() + 3_600_000);
  await app.db.budget.create({ data: { key: `token-acts:${id}`, points: 499, expire } });
  const act = (path: string) => busy.fill(path, { name: 'New' });
  const path = `/tokens/${tokenId}`;
  expect((await act(`${path}/rename`)).status).toBe(303);
  for (const limited of [`${path}/rename`, '/tokens/new', `${path}/roll`]) {
    const refused = await act(limited);
    expect(refused).toMatchObject(shows(429, 'You’ve changed your tokens too often.'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  }
  expect((await act(`${path}/revoke`)).status).toBe(303);
});

test('another owner sees and revokes nothing, by page, form or request ID', async () => {
  const { id, value, path } = await newToken('Mine alone');
  const { headers } = await app.rest('POST', '/product', {}, { token: value });
  const ofRequest = `/requests?id=${headers.get('x-request-id')}`;
  expect(await visitor.html(ofRequest)).toContain('Mine alone');

  const rival = await signedIn(app, app.rival);
  for (const action of ['', '/revoke', '/rename', '/roll']) {
    expect(await rival.open(path + action)).toMatchObject({ status: 404 });
    const sent = await rival.post(path + action, { name: 'Theirs', at_once: 'yes' });
    expect(sent.status).not.toBe(303);
  }
  const pages = await Promise.all([...PAGES, ofRequest].map(rival.html));
  expect(pages.join()).not.toContain('Mine alone');
  expect(await rival.html(`/requests?token=${id}`)).toContain('No failed requests.');
  expect(await statusOf(value)).toBe(404);
});
