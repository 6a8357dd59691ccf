// The account page: a new password; the sessions, with place, browser and time, which only their user can end; the
// permissions. A password that an operator knows must be changed first at sign-in.
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser, setPassword } from '../../../src/accounts/users.ts';
import { DASHBOARD_PATHS } from '../../../src/paths.ts';
import { budget, openTestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';
import {
  createVisitor,
  focused,
  hiddenFields,
  PASSWORD,
  type Page,
  shows,
  signedIn,
  type Visitor,
} from './visitor.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NEW = 'a new long password';
const MINUTE = 60_000;

const app = await openTestApp({ config: { signIn: budget() } });
let visitor: Visitor;
beforeEach(async () => {
  visitor = await signedIn(app);
});

/** Signs the owner in again, with a browser of this name at this address. */
async function another(agent = FIREFOX, address = '192.0.2.2'): Promise<Visitor> {
  const one = createVisitor(app, address);
  const page = await one.get('/dashboard/sign-in');
  await one.submit(page, { email: app.owner.email, password: PASSWORD }, { 'User-Agent': agent });
  return one;
}

const isSignedIn = async (one: Visitor) => (await one.get('/dashboard')).status === 200;
const account = (by = visitor) => by.get('/dashboard/account');
const mustChange = (mustChangePassword: boolean) =>
  app.db.user.update({ where: { id: app.owner.id }, data: { mustChangePassword } });

test('a new password applies at once, ends every other session and gives this one a new cookie; the old cookie stops working', async () => {
  const [stolen, other, rival] = [
    createVisitor(app),
    await another(),
    await signedIn(app, app.rival),
  ];
  stolen.takeCookies(visitor);
  const before = await app.db.session.findFirstOrThrow({
    where: { userId: app.owner.id },
    orderBy: { id: 'asc' },
  });
  const changed = await visitor.post('/account/password', {
    current: PASSWORD,
    password: NEW,
    repeated: NEW,
  });
  expect(changed.headers.get('location')).toBe('/dashboard/account?done=password');
  expect(await Promise.all([visitor, stolen, other].map(isSignedIn))).toEqual([true, false, false]);
  const { id, createdAt, hash } = before;
  const after = await app.db.session.findMany({ where: { userId: app.owner.id } });
  expect(after).toMatchObject([{ id, createdAt, hash: expect.not.stringMatching(hash) }]);
  expect((await visitor.get('/dashboard/account?done=password')).html).toContain(
    'Your password is changed, and all',
  );
  for (const [password, status] of Object.entries({ [PASSWORD]: 401, [NEW]: 303 })) {
    expect(await createVisitor(app).signIn(app.owner.email, password)).toMatchObject({ status });
  }
  // Tokens and other users' sessions are unaffected.
  expect(await isSignedIn(rival)).toBe(true);
  expect(await app.rest('GET', '/product/999999')).toMatchObject({ status: 404 });
});

test.each([
  ['current', NEW, NEW, 'The current password is incorrect.'],
  ['password', 'x'.repeat(11), '', 'Use 12 to 256 characters.'],
  ['password', PASSWORD, PASSWORD, 'Choose a password that differs from your current one.'],
  ['password', 'owner-123456', 'owner-123456', 'Don’t use your email address as your password.'],
  ['password', 'qwertyuiop123', 'qwertyuiop123', 'This is a common password'],
  ['repeated', NEW, 'another one', 'The new passwords don’t match.'],
])(
  'an error in %s, %.20s and %.20s changes nothing; the field has the focus (D49)',
  async (field, password, repeated, message) => {
    const other = await another();
    await mustChange(true);
    const { usage, password: path } = DASHBOARD_PATHS;
    const form = await visitor.get(`${path}?next=${usage}`);
    const current = field === 'current' ? 'wrong' : PASSWORD;
    const page = await visitor.submit(form, { current, password, repeated });
    expect(page).toMatchObject(shows(400, message));
    expect(page.html).not.toMatch(/type="password"[^>]* value=/);
    expect([focused(page), hiddenFields(page.html).next]).toEqual([[field], usage]);
    await mustChange(false);
    expect(await Promise.all([visitor, other].map(isSignedIn))).toEqual([true, true]);
  },
);

describe('sessions', () => {
  /** The rows of the session list: the text of each cell. */
  const rowsOf = ({ html }: Page) =>
    [...html.slice(html.indexOf('id="sessions"')).matchAll(/<tr role="row">(.*?)<\/tr>/gs)]
      .slice(1)
      .map(([, row = '']) =>
        [...row.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)].map(
          ([, cell = '']) =>
            cell
              .replaceAll(/<[^>]*>/g, '')
              .replaceAll(/\s+/g, ' ')
              .trim(),
        ),
      );

  test('are listed without ended ones, the current one first and marked', async () => {
    await another(FIREFOX, '2001:db8::7');
    const idle = await another('curl/8.17.0');
    const value = idle.cookies.get('dashboard_session');
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
    const data = { createdAt: ago(90), seenAt: ago(5) };
    await app.db.session.updateMany({ where: { address: '2001:db8::7' }, data });
    await app.db.session.updateMany({ where: { agent: 'curl/8.17.0' }, data: { seenAt: ago(31) } });
    const page = await account();
    const end = expect.stringContaining('End the session of Firefox on Linux');
    expect(rowsOf(page)).toEqual([
      ['Unknown browser This session', '192.0.2.1', 'just now', 'just now', ''],
      ['Firefox on Linux', '2001:db8::7', '1 hour ago', '5 minutes ago', end],
    ]);
    expect(page.html).not.toContain(value);
  });

  test('of an unknown program show its name as text, cut; those of an older release have no address or browser', async () => {
    await another(`<script>alert(1)</script>${'x'.repeat(400)}`);
    const { agent } = await app.db.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(agent?.length).toBeLessThanOrEqual(200);
    await app.db.session.create({ data: { hash: 'e'.repeat(64), userId: app.owner.id } });
    const rows = rowsOf(await account()).map(([name, address]) => `${name} at ${address}`);
    expect(rows).toContainEqual(
      expect.stringMatching(/^&lt;script&gt;alert\(1\)&lt;\/script&gt;x+… at 192/),
    );
    expect(rows).toContain('Unknown browser at unknown');
  });

  test("end one by one and are recorded as activity, while others continue; another user's, an unknown one or none can't be ended", async () => {
    const [one, two, rival] = [
      await another(FIREFOX),
      await another('curl/8.17.0'),
      await signedIn(app, app.rival),
    ];
    const sessions = await app.db.session.findMany({ orderBy: { id: 'desc' } });
    const ids = [
      sessions.find(({ agent }) => agent === 'curl/8.17.0')?.id,
      sessions[0]?.id,
      999_999_999,
      'x',
    ];
    const locations = [];
    for (const id of ids)
      locations.push((await visitor.post('/account', { end: `${id}` })).headers.get('location'));
    expect(locations).toEqual([
      '/dashboard/account?done=session',
      ...Array(3).fill('/dashboard/account'),
    ]);
    expect(await Promise.all([visitor, one, two, rival].map(isSignedIn))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    const ended = { action: 'session-ended', userId: app.owner.id, sessionId: Number(ids[0]) };
    expect(await app.db.activity.count({ where: ended })).toBe(1);
  });

  test('end together; those beyond fifty are not listed', async () => {
    const [rival, one, idle] = [await signedIn(app, app.rival), await another(), await another()];
    const { id } = await app.db.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await app.db.session.update({
      where: { id },
      data: { seenAt: new Date(Date.now() - 31 * MINUTE) },
    });
    const rows = Array.from({ length: 59 }, (_, n) => ({
      hash: `${n}`.padStart(64, '0'),
      userId: app.owner.id,
    }));
    await app.db.session.createMany({ data: rows });
    const page = await account();
    expect(rowsOf(page)).toHaveLength(50);
    expect(await visitor.submit(page, {})).toMatchObject({ status: 303 });
    expect(await Promise.all([visitor, rival, one, idle].map(isSignedIn))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const { html } = await visitor.get('/dashboard/account?done=sessions');
    expect(html).toMatch(/All other sessions are ended\.(?!.*End all)/s);
  });
});

test('ignores an unknown notice', async () => {
  for (const done of ['constructor', '__proto__', 'x', '']) {
    const { status, html } = await visitor.get(`/dashboard/account?done=${done}`);
    expect([status, html.includes('class="note"')]).toEqual([200, false]);
  }
});

test('shows the permissions at the time of the request (D5)', async () => {
  const shown = async () => /<dt>Permissions<\/dt><dd>([^<]*)</.exec((await account()).html)?.[1];
  expect(await shown()).toBe('read, write, delete');
  await app.db.user.update({ where: { id: app.owner.id }, data: { permissions: ['READ'] } });
  expect(await shown()).toBe('read');
});

describe('a password that an operator knows (D49)', () => {
  const PASSWORD_PAGE = DASHBOARD_PATHS.password;

  const change = async (path: string = PASSWORD_PAGE) =>
    (
      await visitor.submit(await visitor.get(path), {
        current: PASSWORD,
        password: NEW,
        repeated: NEW,
      })
    ).headers.get('location');

  test('redirects each page to the one for a new password, with the way back', async () => {
    await mustChange(true);
    for (const path of Object.values(DASHBOARD_PATHS)) {
      const at = typeof path === 'string' ? path : path(app.owner.tokenId);
      if ([PASSWORD_PAGE, DASHBOARD_PATHS.signIn, DASHBOARD_PATHS.assets].some((one) => at === one))
        continue;
      const { status, headers } = await visitor.get(at);
      const next = at === DASHBOARD_PATHS.settings ? '' : `?${new URLSearchParams({ next: at })}`;
      expect([at, status, headers.get('location')]).toEqual([at, 303, PASSWORD_PAGE + next]);
    }
  });

  test('blocks every form except the sign-out, and creating tokens; tokens still work', async () => {
    await mustChange(true);
    const page = await visitor.get(PASSWORD_PAGE);
    expect(page).toMatchObject(shows(200, 'set your password and knows it'));
    const actions = [...page.html.matchAll(/<form [^>]*action="([^"]*)"/g)].map(
      ([, action]) => action,
    );
    expect(actions).toEqual([DASHBOARD_PATHS.signOut, PASSWORD_PAGE]);
    expect(page.html).not.toContain(`href="${DASHBOARD_PATHS.usage}"`);
    const before = await app.db.apiToken.findMany();
    const { newToken, docsToken, account, revokeToken, rollToken } = DASHBOARD_PATHS;
    const form = { ...hiddenFields(page.html), name: 'x', nonce: 'n'.repeat(22), end: 'at-once' };
    for (const path of [
      newToken,
      docsToken,
      account,
      revokeToken(app.owner.tokenId),
      rollToken(app.owner.tokenId),
    ]) {
      const { status, headers } = await visitor.send('POST', path, { form });
      expect(`${status} ${headers.get('location')}`).toMatch(
        /^303 \/dashboard\/account\/password(?:\?next=|$)/,
      );
    }
    expect(await app.db.apiToken.findMany()).toEqual(before);
    expect((await app.rest('GET', '/product/999999')).status).toBe(404);
    const signedOut = await visitor.send('POST', DASHBOARD_PATHS.signOut, { form });
    expect(signedOut.headers.get('location')).toBe('/dashboard/sign-in?state=signed-out');
  });

  test.each([
    ['', '/dashboard/account?done=password'],
    ['?next=%2Fdashboard%2Fusage', '/dashboard/usage'],
    ['?next=%2F%2Fevil.example', '/dashboard'],
  ])('continues from %s to %s once it is changed', async (query, location) => {
    await mustChange(true);
    expect(await change(PASSWORD_PAGE + query)).toBe(location);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('is one that an operator set, also for a new account, not one that its user set; setting it ends every session', async () => {
    const by = operator(app.db);
    const email = 'new@example.com';
    const id = await createUser(by, {
      email,
      name: 'New',
      permissions: ['READ'],
      password: PASSWORD,
    });
    const signIn = async (password: string) => {
      visitor = createVisitor(app);
      const page = await visitor.get('/dashboard/sign-in?next=%2Fdashboard%2Fusage');
      return (await visitor.submit(page, { email, password })).headers.get('location');
    };
    const asked = `${PASSWORD_PAGE}?next=%2Fdashboard%2Fusage`;
    expect(await signIn(PASSWORD)).toBe(asked);
    expect(await change(asked)).toBe('/dashboard/usage');
    expect(await signIn(NEW)).toBe('/dashboard/usage');
    await setPassword(by, id, PASSWORD, { isTemporary: true });
    expect(await app.db.session.count({ where: { userId: id } })).toBe(0);
    expect(await signIn(PASSWORD)).toBe(asked);
  });
});
