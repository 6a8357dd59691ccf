// A password that an operator knows (D49): the user changes it at the first sign-in, and reaches nothing else before.
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser, setPassword } from '../../../src/accounts/users.ts';
import { DASHBOARD_PATHS } from '../../../src/paths.ts';
import { openTestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, focused, hiddenFields, PASSWORD, shows, signedIn, type Visitor } from './visitor.ts';

const NEW = 'a new long password';
const PAGE = DASHBOARD_PATHS.password;

const app = await openTestApp();
let visitor: Visitor;
beforeEach(async () => {
  visitor = await signedIn(app);
  await app.db.user.update({ where: { id: app.owner.id }, data: { mustChangePassword: true } });
});

const change = async (fields: object, path: string = PAGE) =>
  visitor.submit(await visitor.get(path), { current: PASSWORD, password: NEW, repeated: NEW, ...fields });

const isFree = async () => (await visitor.get('/dashboard')).status === 200;

describe('until it is changed (D49)', () => {
  test('each page leads to that of the new password, with the way back', async () => {
    for (const path of Object.values(DASHBOARD_PATHS)) {
      const at = typeof path === 'string' ? path : path(app.owner.tokenId);
      if ([PAGE, DASHBOARD_PATHS.signIn, DASHBOARD_PATHS.assets].some((one) => at === one)) continue;
      const { status, headers } = await visitor.get(at);
      const next = at === DASHBOARD_PATHS.settings ? '' : `?${new URLSearchParams({ next: at.replace('.csv', '') })}`;
      expect([at, status, headers.get('location')]).toEqual([at, 303, PAGE + next]);
    }
  });

  test('no form does anything, and no token is made', async () => {
    const { form_token } = hiddenFields((await visitor.get(PAGE)).html);
    const before = await app.db.apiToken.findMany();
    const { tokens, docsToken, otherSessions, revokeToken, rollToken } = DASHBOARD_PATHS;
    const { tokenId } = app.owner;
    const form = { form_token, name: 'x', nonce: 'n'.repeat(22), end: 'at-once' };
    for (const path of [tokens, docsToken, otherSessions, revokeToken(tokenId), rollToken(tokenId)]) {
      const { status, headers } = await visitor.send('POST', path, { form });
      expect(`${status} ${headers.get('location')}`).toMatch(/^303 \/dashboard\/account\/password(?:\?next=|$)/);
    }
    expect(await app.db.apiToken.findMany()).toEqual(before);
  });

  test('its page has the form and the sign-out alone, and tokens work as before', async () => {
    const page = await visitor.get(PAGE);
    expect(page).toMatchObject(shows(200, 'set your password and knows it'));
    const actions = [...page.html.matchAll(/<form [^>]*action="([^"]*)"/g)].map(([, action]) => action);
    expect(actions).toEqual([DASHBOARD_PATHS.signOut, PAGE]);
    expect(page.html).not.toContain(`href="${DASHBOARD_PATHS.usage}"`);
    expect((await app.rest('GET', '/product/999999')).status).toBe(404);
    const { form_token } = hiddenFields(page.html);
    const signedOut = await visitor.send('POST', DASHBOARD_PATHS.signOut, { form: { form_token } });
    expect(signedOut.headers.get('location')).toBe('/dashboard/sign-in?signed-out=1');
  });

  test.each([
    ['password', PASSWORD, 'The new password is the present one: choose another one.'],
    ['password', 'owner-123456', 'A password is not the e-mail address of the account.'],
    ['password', 'qwertyuiop123', 'This is one of the commonest passwords'],
    ['current', NEW, 'The current password is not right.'],
  ])(
    'a wrong %s is refused on the same page, with the focus and the way back: %s',
    async (field, password, message) => {
      const current = field === 'current' ? 'wrong' : PASSWORD;
      const page = await change({ current, password, repeated: password }, `${PAGE}?next=${DASHBOARD_PATHS.usage}`);
      expect(page).toMatchObject(shows(400, message));
      expect([focused(page), hiddenFields(page.html).next]).toEqual([[field], DASHBOARD_PATHS.usage]);
      expect(page.html).not.toMatch(/type="password"[^>]* value=/);
      expect(await isFree()).toBe(false);
    },
  );
});

test.each([
  ['', '/dashboard'],
  ['?next=%2Fdashboard%2Fusage', '/dashboard/usage'],
  ['?next=%2F%2Fevil.example', '/dashboard'],
])('a changed password leads on: %s to %s', async (query, location) => {
  const page = await change({}, PAGE + query);
  expect([page.status, page.headers.get('location')]).toEqual([303, location]);
  expect(await isFree()).toBe(true);
  expect((await visitor.get(PAGE)).headers.get('location')).toBe(DASHBOARD_PATHS.account);
});

test('a password that an operator sets or creates an account with is to be changed, one that its user sets is not (D49)', async () => {
  const by = operator(app.db);
  const email = 'new@example.com';
  const id = await createUser(by, { email, name: 'New', permissions: ['READ'], password: PASSWORD });
  const signIn = async (password: string) => {
    visitor = createVisitor(app);
    const page = await visitor.get('/dashboard/sign-in?next=%2Fdashboard%2Fusage');
    return (await visitor.submit(page, { email, password })).headers.get('location');
  };
  const asked = `${PAGE}?next=%2Fdashboard%2Fusage`;
  expect(await signIn(PASSWORD)).toBe(asked);
  await change({}, asked);
  expect(await signIn(NEW)).toBe('/dashboard/usage');
  await setPassword(by, id, PASSWORD, { isTemporary: true });
  expect(await signIn(PASSWORD)).toBe(asked);
});
