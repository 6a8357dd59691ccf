// Forms that do not come from our own page of this session change nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPassword } from '../../src/accounts/users.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createVisitor, hiddenFields, PASSWORD, signedIn, type Visitor } from './visitor.ts';

let app: TestApp;
let visitor: Visitor;
let fields: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp({ config: { signIn: { name: 'sign-in', points: 1_000, windowSeconds: 900 } } });
});
afterAll(() => app.close());
beforeEach(async () => {
  visitor = await signedIn(app);
  fields = { ...hiddenFields((await visitor.get('/dashboard/tokens/new')).html), name: 'By a form' };
});

const create = (form: object, headers: object = {}) => visitor.send('POST', '/dashboard/tokens', { form, headers });
const count = () => app.db.apiToken.count({ where: { name: 'By a form' } });

describe('a form is refused', () => {
  test.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['typed as an address', { 'Sec-Fetch-Site': 'none' }],
    [
      'from another origin, whatever its origin header says',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost' },
    ],
  ])('%s', async (_, headers) => {
    expect(await create(fields, headers)).toMatchObject({ status: 403 });
    expect(await count()).toBe(0);
  });

  test('without, with a wrong, or with another session’s form token', async () => {
    const other = hiddenFields((await (await signedIn(app, app.rival)).get('/dashboard/tokens/new')).html);
    for (const form_token of ['', 'x', (fields.form_token ?? '').toLowerCase(), other.form_token]) {
      expect(await create({ ...fields, form_token })).toMatchObject({ status: 403 });
    }
    expect(await count()).toBe(0);
  });

  test('that is larger than any of ours, or no form', async () => {
    expect(await create({ ...fields, name: 'x'.repeat(20_000) })).toMatchObject({ status: 413 });
    expect(await create(fields, { 'Content-Type': 'application/json' })).toMatchObject({ status: 415 });
    expect(await count()).toBe(0);
  });
});

test('a browser that tells the origin only is let in by the form token', async () => {
  const headers = new Headers({
    Origin: 'http://dashboard.lan:4000',
    Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const post = (form: Record<string, string>) =>
    app.app.fetch(
      new Request('http://localhost/dashboard/tokens', { method: 'POST', headers, body: new URLSearchParams(form) }),
    );
  expect((await post({ ...fields, form_token: 'x' })).status).toBe(403);
  expect((await post(fields)).status).toBe(200);
});

test('nobody is signed in by a form of another site', async () => {
  await setPassword(app.db, app.owner.id, PASSWORD);
  const victim = createVisitor(app);
  const form = { email: app.owner.email, password: PASSWORD, form_token: fields.form_token ?? '' };
  const page = await victim.send('POST', '/dashboard/sign-in', { form });
  expect(page).toMatchObject({ status: 403 });
  expect(page.html).toContain('This form was no longer valid');
  expect(victim.cookies.has('dashboard_session')).toBe(false);
});
