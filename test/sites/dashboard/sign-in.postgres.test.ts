// Signing in to the dashboard: one response for every fault, bounded attempts, sessions that end.
import { html as escaped } from 'hono/html';
import { beforeAll, describe, expect, test } from 'vitest';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { budget, createTestApp, openTestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, hiddenFields, PASSWORD, type Page, QUICK_HASH, shows, signedIn } from './visitor.ts';

const MINUTE = 60_000;
const WRONG = 'The e-mail address or the password is not right.';
const app = await openTestApp({ config: { signIn: budget() } });
beforeAll(async () => {
  await setPassword(operator(app.db), app.owner.id, PASSWORD);
});

describe('a failed sign-in', () => {
  const withoutToken = (html: string) =>
    html.replace(/name="form_token" value="[^"]*"/, '').replace(/name="email" value="[^"]*"/, '');

  test('looks the same for a wrong password, an unknown account and one without a password', async () => {
    const known = await createVisitor(app).signIn(app.owner.email, 'wrong');
    expect(known).toMatchObject(shows(401, WRONG));
    for (const email of ['nobody@example.com', app.rival.email, "' OR 1=1 --", '\0\ud800']) {
      const { status, html } = await createVisitor(app).signIn(email);
      expect([status, withoutToken(html)]).toEqual([401, withoutToken(known.html)]);
    }
  });

  test('of a disabled account says so after the right password alone (D4)', async () => {
    const { id, email } = await app.person('disabled');
    await setPassword(operator(app.db), id, PASSWORD);
    await disableUser(operator(app.db), id);
    expect(await createVisitor(app).signIn(email, 'wrong')).toMatchObject(shows(401, WRONG));
    expect(await createVisitor(app).signIn(email)).toMatchObject(
      shows(403, 'This account is disabled. Ask the operator'),
    );
    expect(await app.db.session.count({ where: { userId: id } })).toBe(0);
  });
});

test('of many sign-ins at once most are refused at once, without a hash, and the others are served', async () => {
  const visitors = Array.from({ length: 100 }, (_, index) => createVisitor(app, `192.0.2.${index}`));
  const forms = await Promise.all(visitors.map((visitor) => visitor.get('/dashboard/sign-in')));
  const given = { email: app.rival.email, password: 'wrong' };
  const pages = await Promise.all(forms.map((form, index) => visitors[index]?.submit(form, given)));
  const refused = pages.find((page) => page?.status === 503);
  expect(refused?.html).toContain('The service is busy');
  expect(refused?.headers.has('retry-after')).toBe(true);
});

describe('a session', () => {
  const sessionCookie = ({ headers }: Page) =>
    headers.getSetCookie().find((line) => line.includes('dashboard_session='));

  test('starts whatever the case of the address, as a cookie for the dashboard alone, of which the hash is stored', async () => {
    const visitor = createVisitor(app);
    const page = await visitor.signIn(app.owner.email.toUpperCase());
    expect(page.status).toBe(303);
    expect(sessionCookie(page)).toMatch(/; Path=\/dashboard; HttpOnly; SameSite=Lax$/);
    const value = visitor.cookies.get('dashboard_session') ?? '';
    expect(value.length).toBeGreaterThan(40);
    expect(JSON.stringify(await app.db.session.findMany())).not.toContain(value);
    expect((await visitor.get('/dashboard')).html).toContain('API settings');
  });

  test('over https it is secure and bound to the host, and the sign-in works', async () => {
    const live = await createTestApp({ config: { isHttps: true, signIn: budget() } });
    await setPassword(operator(live.db), live.owner.id, PASSWORD);
    const visitor = createVisitor(live);
    const page = await visitor.signIn(live.owner.email);
    expect((await visitor.get('/dashboard')).html).toContain('API settings');
    expect(sessionCookie(page)).toMatch(/^__Host-dashboard_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    await live.close();
  });

  test('is a new one at each sign-in; the one before ends, and a planted value is never taken', async () => {
    const visitor = createVisitor(app);
    visitor.cookies.set('dashboard_session', 'planted-by-somebody-else');
    await visitor.signIn(app.owner.email);
    const first = visitor.cookies.get('dashboard_session') ?? '';
    expect(first).not.toContain('planted');
    await visitor.signIn(app.owner.email);
    expect(visitor.cookies.get('dashboard_session')).not.toBe(first);
    visitor.cookies.set('dashboard_session', first);
    expect(await visitor.get('/dashboard')).toMatchObject({ status: 303 });
  });

  test.each([
    ['30 minutes without a page', { seenAt: new Date(Date.now() - 31 * MINUTE) }],
    ['12 hours', { createdAt: new Date(Date.now() - 12 * 60 * MINUTE - MINUTE) }],
  ])('ends after %s', async (_, data) => {
    const visitor = await signedIn(app);
    await app.db.session.updateMany({ data });
    const page = await visitor.get('/dashboard/usage');
    expect(page.headers.get('location')).toBe('/dashboard/sign-in?ended=1&next=%2Fdashboard%2Fusage');
    expect((await visitor.get('/dashboard/sign-in?ended=1')).html).toContain('You were signed out');
  });

  const ended = async () => {
    const visitor = await signedIn(app);
    const past = () => app.db.session.updateMany({ data: { seenAt: new Date(Date.now() - 31 * MINUTE) } });
    /** Where the sign-in leads after this answer. */
    const signInAfter = async ({ headers }: Page) => {
      const page = await visitor.get(headers.get('location') ?? '');
      return { page, next: hiddenFields(page.html).next?.replaceAll('&amp;', '&') };
    };
    return { visitor, past, signInAfter };
  };

  test.each([
    ['/usage?name=Till+1&period=7d', '/usage?name=Till+1&period=7d'],
    ['/requests?code=REQUIRED&path=%2Fproduct%3A1', '/requests?code=REQUIRED&path=%2Fproduct%3A1'],
    ['/usage.csv?period=7d', '/usage?period=7d'],
    ['?name=x', '?name=x'],
    [`/usage?name=x&q=${'y'.repeat(3_000)}`, '/usage'],
    ['/usage?token=svc_test_0&name=x', '/usage?name=x'],
  ])('that has ended leads from %s back to it, query and all: %s', async (path, wanted) => {
    const { visitor, past, signInAfter } = await ended();
    await past();
    const { next, page } = await signInAfter(await visitor.get(`/dashboard${path}`));
    expect(next).toBe(`/dashboard${wanted}`);
    const answer = await visitor.submit(page, { email: app.owner.email, password: PASSWORD, next });
    expect(answer.headers.get('location')).toBe(next);
  });

  test.each([
    ['/tokens/new', { name: 'Till “1” & <b>', expires: 'own', last_day: '2031-02-03' }],
    ['/tokens/:id/rename', { name: '名'.repeat(100) }],
    ['/tokens/:id/roll', { end: 'at-once', expires: 'never' }],
  ])('that has ended keeps what the form of %s held, and does nothing', async (path, fields) => {
    const { visitor, past, signInAfter } = await ended();
    const at = `/dashboard${path.replace(':id', String(app.owner.tokenId))}`;
    const before = await app.db.apiToken.findMany();
    const form = await visitor.get(at);
    await past();
    const { next, page } = await signInAfter(await visitor.submit(form, fields));
    expect(page.html).toContain('nothing was done');
    expect(next?.slice(0, at.length + 1)).toBe(`${at}?`);
    expect(Object.fromEntries(new URLSearchParams(next?.split('?')[1]))).toEqual(expect.objectContaining(fields));
    expect(await app.db.apiToken.findMany()).toEqual(before);
    await visitor.submit(page, { email: app.owner.email, password: PASSWORD });
    const { html } = await visitor.get(next ?? '');
    for (const value of Object.values(fields)) {
      const given = `value="${escaped`${value}`}"`;
      expect(['checked', 'required', 'min'].some((next) => html.includes(`${given} ${next}`))).toBe(true);
    }
  });

  test('that has ended takes no password and no token of a form into an address', async () => {
    const { visitor, past, signInAfter } = await ended();
    await past();
    const fields = { current: PASSWORD, password: 'another one, long', name: 'svc_test_secret', end: 'later' };
    for (const path of ['/account/password', `/tokens/${app.owner.tokenId}/rename`, '/sign-out', '/nowhere']) {
      const answer = await visitor.send('POST', `/dashboard${path}`, { form: fields });
      expect(answer.headers.get('location')).not.toMatch(/correct|another|svc_/);
      expect((await signInAfter(answer)).page.status).toBe(200);
    }
  });

  test('is prolonged by pages', async () => {
    const visitor = await signedIn(app);
    await app.db.session.updateMany({ data: { seenAt: new Date(Date.now() - 29 * MINUTE) } });
    await visitor.get('/dashboard');
    const [session] = await app.db.session.findMany();
    expect(Date.now() - Number(session?.seenAt)).toBeLessThan(MINUTE);
  });

  test('ends with signing out, even if the cookie is kept, and with a new password', async () => {
    const visitor = await signedIn(app);
    const value = visitor.cookies.get('dashboard_session') ?? '';
    const { html } = await visitor.get('/dashboard');
    await visitor.send('POST', '/dashboard/sign-out', { form: hiddenFields(html) });
    expect(visitor.cookies.has('dashboard_session')).toBe(false);
    visitor.cookies.set('dashboard_session', value);
    const other = await signedIn(app);
    await setPassword(operator(app.db), app.owner.id, PASSWORD);
    for (const one of [visitor, other]) expect(await one.get('/dashboard')).toMatchObject({ status: 303 });
  });
});

describe('a sign-in leads', () => {
  const leads = async (next: string) => {
    const form = { email: app.owner.email, password: PASSWORD, next };
    return (await createVisitor(app).fill('/sign-in', form)).headers.get('location');
  };

  test.each(['/dashboard/tokens/7', '/docs/guides/first-request', '/graphql'])('to %s', async (next) => {
    expect(await leads(next)).toBe(next);
  });

  const ELSEWHERE = '//evil.example https://evil.example/dashboard /dashboard/../graphql /dashboard//evil /dashboard\n';
  const LIKE_DOCS = '//docs.example.com /docs//example.com /docs\\example.com';
  test.each([...ELSEWHERE.split(' '), ...LIKE_DOCS.split(' ')])('not to %s', async (next) => {
    expect(await leads(next)).toBe('/dashboard');
  });
});

describe('without a session', () => {
  const PATHS = ' /usage /requests /versions /tokens/new /tokens/1 /tokens/1/revoke /tokens/1/roll /account /nowhere';
  const visitor = createVisitor(app);
  const headers = { Authorization: `Bearer ${app.owner.token}` };

  test.each(PATHS.split(' '))('/dashboard%s leads to the sign-in, whatever API token is sent', async (path) => {
    for (const query of ['', `?token=${app.owner.token}`]) {
      const page = await visitor.get(`/dashboard${path}${query}`, headers);
      expect(page).toMatchObject({ status: 303, html: '' });
      expect(page.headers.get('location')).toMatch(/^\/dashboard\/sign-in(?!.*svc_)/);
    }
  });

  test('an API token creates and revokes nothing', async () => {
    const before = await app.db.apiToken.findMany();
    await visitor.send('POST', '/dashboard/tokens', { headers, form: { name: 'x', nonce: 'n'.repeat(22) } });
    await visitor.send('POST', `/dashboard/tokens/${app.owner.tokenId}/revoke`, { headers, form: { a: '1' } });
    expect(await app.db.apiToken.findMany()).toEqual(before);
  });

  test('a session opens no API', async () => {
    const owner = await signedIn(app);
    for (const path of ['/api/token-secured/product/1', '/graphql?query={__typename}']) {
      expect(await owner.get(path)).toMatchObject({ status: 401 });
    }
  });
});

test('a right sign-in replaces a weaker hash of an earlier release, and the next one needs no other (D49)', async () => {
  const { id, email } = await app.person('earlier');
  await app.db.user.update({ where: { id }, data: { passwordHash: QUICK_HASH } });
  const stored = async () => (await app.db.user.findUniqueOrThrow({ where: { id } })).passwordHash;
  expect(await createVisitor(app).signIn(email, 'wrong')).toMatchObject({ status: 401 });
  expect(await stored()).toBe(QUICK_HASH);
  expect(await createVisitor(app).signIn(email)).toMatchObject({ status: 303 });
  const renewed = await stored();
  expect(renewed).toMatch(/^scrypt\$\d+\$8\$3\$/);
  expect(await createVisitor(app).signIn(email)).toMatchObject({ status: 303 });
  expect(await stored()).toBe(renewed);
});
