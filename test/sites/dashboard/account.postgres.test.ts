// The account page: a new password; the sessions, with place, browser and time, which only their user can end; the
// permissions. A password that an operator knows must be changed first at sign-in.
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser, setPassword } from '../../../src/accounts/users.ts';
import { DASHBOARD_PATHS } from '../../../src/paths.ts';
import { budget, openTestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
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
const CHANGE = { current: PASSWORD, password: NEW, repeated: NEW };

const { logger, logged } = recordedLog('notice');
const app = await openTestApp({ logger, config: { signIn: budget() } });
let visitor: Visitor;
let rival: Visitor;
beforeEach(async () => {
  visitor = await signedIn(app);
  rival = await signedIn(app, app.rival);
});

/** Signs the owner in again, with a browser of this name at this address. */
async function another(agent = FIREFOX, address = '192.0.2.2'): Promise<Visitor> {
  const one = createVisitor(app, address);
  const given = { email: app.owner.email, password: PASSWORD };
  await one.submit(await one.open('/sign-in'), given, { 'User-Agent': agent });
  return one;
}

const areSignedIn = (...visitors: Visitor[]) =>
  Promise.all(visitors.map(async (one) => (await one.open()).status === 200));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const latestSession = () => app.db.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
const mustChange = (mustChangePassword = true) =>
  app.db.user.update({ where: { id: app.owner.id }, data: { mustChangePassword } });

test("a new password applies at once, ends other sessions, and replaces this one's cookie", async () => {
  const [stolen, other] = [createVisitor(app), await another()];
  stolen.takeCookies(visitor);
  const where = { userId: app.owner.id };
  const before = await app.db.session.findFirst({ where, orderBy: { id: 'asc' } });
  const { location } = await visitor.post('/account/password', CHANGE);
  expect(await visitor.get(location)).toMatchObject(
    shows(200, 'Your password is changed, and all'),
  );
  // Other users' sessions are unaffected, and so are tokens.
  expect(await areSignedIn(visitor, rival, stolen, other)).toEqual([true, true, false, false]);
  const { id, createdAt, hash = '' } = before ?? {};
  const after = await app.db.session.findMany({ where });
  expect(after).toMatchObject([{ id, createdAt, hash: expect.not.stringMatching(hash) }]);
  for (const [password, status] of Object.entries({ [PASSWORD]: 401, [NEW]: 303 }))
    expect(await createVisitor(app).signIn(app.owner.email, password)).toMatchObject({ status });
  expect(await app.readProduct(999999)).toMatchObject({ status: 404 });
});

test.each([
  ['current', NEW, NEW, 'The current password is incorrect.'],
  ['password', 'x'.repeat(11), '', 'Use 12 to 256 characters.'],
  ['password', PASSWORD, PASSWORD, 'Choose a password that differs from your current one.'],
  ['password', 'owner-123456', 'owner-123456', 'Don’t use your email address as your password.'],
  ['repeated', NEW, 'another one', 'The new passwords don’t match.'],
])(
  'an error in %s, %.20s and %.20s changes nothing; the field has the focus (D49)',
  async (field, password, repeated, message) => {
    const other = await another();
    await mustChange();
    const form = await visitor.open('/account/password?next=/dashboard/usage');
    const current = field === 'current' ? 'wrong' : PASSWORD;
    const page = await visitor.submit(form, { current, password, repeated });
    expect(page).toMatchObject(shows(400, message));
    expect(page.html).not.toMatch(/type="password"[^>]* value=/);
    expect([focused(page), hiddenFields(page.html).next]).toEqual([[field], '/dashboard/usage']);
    await mustChange(false);
    expect(await areSignedIn(visitor, other)).toEqual([true, true]);
  },
);

describe('sessions', () => {
  /** The rows of the session list: the text of each cell. */
  const rows = async () => {
    const [, html = ''] = (await visitor.html('/account')).split('id="sessions"');
    return [...html.matchAll(/<tr role="row">(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) =>
      [...row.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)].map(
        ([, cell = '']) =>
          cell
            .replaceAll(/<[^>]*>/g, '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
      ),
    );
  };

  test('are listed without ended ones, the current one first and marked', async () => {
    await another(FIREFOX, '2001:db8::7');
    await another('curl/8.17.0');
    const data = { createdAt: minutesAgo(90), seenAt: minutesAgo(5) };
    await app.db.session.updateMany({ where: { address: '2001:db8::7' }, data });
    const idle = { seenAt: minutesAgo(31) };
    await app.db.session.updateMany({ where: { agent: 'curl/8.17.0' }, data: idle });
    const end = expect.stringContaining('End the session of Firefox on Linux');
    expect(await rows()).toEqual([
      ['Unknown browser This session', '192.0.2.1', 'just now', 'just now', ''],
      ['Firefox on Linux', '2001:db8::7', '1 hour ago', '5 minutes ago', end],
    ]);
  });

  test('of an unknown program show its name, cut; those of an older release have no address or browser', async () => {
    await another(`<script>alert(1)</script>${'x'.repeat(400)}`);
    expect((await latestSession()).agent?.length).toBeLessThanOrEqual(200);
    await app.db.session.create({ data: { hash: 'e'.repeat(64), userId: app.owner.id } });
    const shown = (await rows()).map(([name, address]) => `${name} at ${address}`);
    const program = /^&lt;script&gt;alert\(1\)&lt;\/script&gt;x+… at 192/;
    expect(shown).toContainEqual(expect.stringMatching(program));
    expect(shown).toContain('Unknown browser at unknown');
  });

  test('end one by one, are logged, and only their user can end them', async () => {
    const one = await another();
    const two = await another('curl/8.17.0');
    const { id: sessionId } = await latestSession();
    rival = await signedIn(app, app.rival);
    const ids = [sessionId, (await latestSession()).id, 999_999_999, 'x'];
    const locations = [];
    for (const end of ids) locations.push((await visitor.post('/account', { end })).location);
    const [first, ...others] = locations;
    expect(first).toBe('/dashboard/account?done=session');
    expect(new Set(others)).toEqual(new Set(['/dashboard/account']));
    expect(await areSignedIn(visitor, one, rival, two)).toEqual([true, true, true, false]);
    const ended = logged().filter((line) => line['event.action'] === 'session-ended');
    expect(ended).toMatchObject([
      { 'owner_api.user_id': app.owner.id, 'owner_api.session_id': sessionId },
    ]);
  });

  test('end together; those beyond fifty are not listed', async () => {
    const one = await another();
    const many = Array.from({ length: 59 }, (_, n) => ({
      hash: `${n}`.padStart(64, '0'),
      userId: app.owner.id,
    }));
    await app.db.session.createMany({ data: many });
    expect(await rows()).toHaveLength(50);
    const { location } = await visitor.fill('/account');
    expect(await areSignedIn(visitor, rival, one)).toEqual([true, true, false]);
    const { html } = await visitor.get(location);
    expect(html).toMatch(/All other sessions are ended\.(?!.*End all)/s);
  });
});

test('ignores an unknown notice', async () => {
  for (const done of ['constructor', '__proto__', 'x', ''])
    expect(await visitor.html(`/account?done=${done}`)).not.toContain('class="note"');
});

test('shows the permissions at the time of the request (D5)', async () => {
  await app.db.user.update({ where: { id: app.owner.id }, data: { permissions: ['READ'] } });
  expect(await visitor.html('/account')).toContain('<dt>Permissions</dt><dd>read<');
});

describe('a password that an operator knows (D49)', () => {
  const { password: PASSWORD_PAGE, signIn, assets, settings } = DASHBOARD_PATHS;

  test('redirects each page to the one for a new password, with the way back', async () => {
    await mustChange();
    for (const path of Object.values(DASHBOARD_PATHS)) {
      const at = typeof path === 'string' ? path : path(app.owner.tokenId);
      if ([PASSWORD_PAGE, signIn, assets].some((one) => one === at)) continue;
      const next = at === settings ? '' : `?${new URLSearchParams({ next: at })}`;
      expect(await visitor.get(at)).toMatchObject({ status: 303, location: PASSWORD_PAGE + next });
    }
  });

  test('blocks every form except the sign-out, and creating tokens; tokens still work', async () => {
    await mustChange();
    const page = await visitor.get(PASSWORD_PAGE);
    expect(page).toMatchObject(shows(200, 'set your password and knows it'));
    const actions = [...page.html.matchAll(/<form [^>]*action="([^"]*)"/g)].map(([, to]) => to);
    expect(actions).toEqual([DASHBOARD_PATHS.signOut, PASSWORD_PAGE]);
    const before = await app.db.apiToken.findMany();
    const { newToken, docsToken, account, revokeToken, rollToken } = DASHBOARD_PATHS;
    const form = { ...hiddenFields(page.html), name: 'x', nonce: 'n'.repeat(22), end: 'at-once' };
    const ofToken = [revokeToken, rollToken].map((pathOf) => pathOf(app.owner.tokenId));
    for (const path of [newToken, docsToken, account, ...ofToken]) {
      const { location } = await visitor.send('POST', path, { form });
      expect(location).toMatch(/^\/dashboard\/account\/password(?:\?next=|$)/);
    }
    expect(await app.db.apiToken.findMany()).toEqual(before);
    expect((await app.readProduct(999999)).status).toBe(404);
    const { location } = await visitor.send('POST', DASHBOARD_PATHS.signOut, { form });
    expect(location).toBe('/dashboard/sign-in?state=signed-out');
  });

  test.each([
    ['', '/dashboard/account?done=password'],
    ['?next=%2Fdashboard%2Fusage', '/dashboard/usage'],
    ['?next=%2F%2Fevil.example', '/dashboard'],
  ])('continues from %s to %s once it is changed', async (query, location) => {
    await mustChange();
    expect(await visitor.fill(`/account/password${query}`, CHANGE)).toMatchObject({ location });
    expect(await areSignedIn(visitor)).toEqual([true]);
  });

  test('is one that an operator set, not one that its user set; setting it ends every session', async () => {
    const by = operator(app.db);
    const person = { email: 'new@example.com', name: 'New', permissions: [], password: PASSWORD };
    const id = await createUser(by, person);
    const asked = async (password: string): Promise<[boolean, Page]> => {
      visitor = createVisitor(app);
      const { location } = await visitor.signIn(person.email, password);
      return [location.startsWith(PASSWORD_PAGE), await visitor.get(location)];
    };
    const [isAsked, page] = await asked(PASSWORD);
    await visitor.submit(page, CHANGE);
    expect([isAsked, (await asked(NEW))[0]]).toEqual([true, false]);
    await setPassword(by, id, PASSWORD, { isTemporary: true });
    expect(await app.db.session.count({ where: { userId: id } })).toBe(0);
    expect((await asked(PASSWORD))[0]).toBe(true);
  });
});
