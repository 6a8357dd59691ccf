// Signing in to the dashboard: one response for every error, limited attempts, sessions that end.
import { describe, expect, onTestFinished, test } from 'vitest';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config.ts';
import { budget, openTestApp } from '../../support/app.ts';
import { silentLog } from '../../support/log.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, hiddenFields, PASSWORD, type Page, shows, signedIn } from './visitor.ts';

const MINUTE = 60_000;
const WRONG = 'Incorrect email or password.';
const DISABLED = 'This account is disabled. Contact the operator';
const app = await openTestApp({ config: { signIn: budget() } });
await setPassword(operator(app.db), app.owner.id, PASSWORD);

test('a failed sign-in looks the same for a wrong password, an unknown account, one without a password and a disabled one (D4)', async () => {
  const { id, email: disabled } = await app.person('disabled');
  await setPassword(operator(app.db), id, PASSWORD);
  await disableUser(operator(app.db), id);
  const failed = async (email: string) => {
    const { status, html } = await createVisitor(app).signIn(email, 'wrong');
    return [
      status,
      html.replace(/name="form_token" value="[^"]*"/, '').replace(/name="email" value="[^"]*"/, ''),
    ];
  };
  const known = await failed(app.owner.email);
  expect(known).toEqual([401, expect.stringContaining(WRONG)]);
  for (const email of ['nobody@example.com', app.rival.email, disabled, "' OR 1=1 --", '\0\ud800'])
    expect(await failed(email)).toEqual(known);
  expect(await createVisitor(app).signIn(disabled)).toMatchObject(shows(403, DISABLED));
  expect(await app.db.session.count({ where: { userId: id } })).toBe(0);
});

test('of many sign-ins at once some are rejected without a hash, and the others are served', async () => {
  const visitors = Array.from({ length: 100 }, (_, index) =>
    createVisitor(app, `192.0.2.${index}`),
  );
  const forms = await Promise.all(visitors.map((visitor) => visitor.get('/dashboard/sign-in')));
  // A hash names its cost: this one takes some 50 ms.
  const passwordHash = `scrypt$${2 ** 14}$8$1$$${Buffer.alloc(32).toString('base64')}`;
  await app.db.user.update({ where: { id: app.rival.id }, data: { passwordHash } });
  onTestFinished(async () => {
    await app.db.user.update({ where: { id: app.rival.id }, data: { passwordHash: null } });
  });
  const given = { email: app.rival.email, password: 'wrong' };
  const pages = await Promise.all(forms.map((form, index) => visitors[index]?.submit(form, given)));
  const refused = pages.find((page) => page?.status === 503);
  expect(refused?.html).toContain('The service is busy');
  expect(refused?.headers.has('retry-after')).toBe(true);
});

describe('a session', () => {
  test.each([
    [
      'for the dashboard only',
      false,
      /^dashboard_session=.*; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
    ],
    [
      'bound to the host over https',
      true,
      /^__Host-dashboard_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
  ])(
    'starts whatever the case of the address, with a cookie %s that is stored as a hash',
    async (_, isHttps, cookie) => {
      const config = { ...parseConfig({}), signIn: budget(), isHttps };
      const node = createApp({ database: app.database, config, logger: silentLog() });
      onTestFinished(() => node.close());
      const visitor = createVisitor({ app: node });
      const { headers } = await visitor.signIn(app.owner.email.toUpperCase());
      expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(cookie));
      const [, value = ''] =
        [...visitor.cookies].find(([name]) => name.endsWith('dashboard_session')) ?? [];
      expect(value.length).toBeGreaterThan(40);
      expect(JSON.stringify(await app.db.session.findMany())).not.toContain(value);
      expect((await visitor.get('/dashboard')).html).toContain('<h1>Tokens</h1>');
    },
  );

  test('is new at each sign-in; the previous one ends, and a planted cookie is never accepted', async () => {
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

  test('ends after 30 minutes without a page view, and after 12 hours in any case', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
    const visitor = await signedIn(app);
    await app.db.session.updateMany({ data: { seenAt: ago(29) } });
    await visitor.get('/dashboard');
    expect(
      await app.db.session.count({ where: { userId: app.owner.id, seenAt: { gt: ago(1) } } }),
    ).toBe(1);
    for (const data of [{ seenAt: ago(31) }, { createdAt: ago(12 * 60 + 1) }]) {
      const idle = await signedIn(app);
      await app.db.session.updateMany({ data });
      const { headers } = await idle.get('/dashboard/usage');
      expect(headers.get('location')).toBe(
        '/dashboard/sign-in?state=idle&next=%2Fdashboard%2Fusage',
      );
    }
    expect((await visitor.get('/dashboard/sign-in?state=idle')).html).toContain(
      'You were signed out',
    );
  });

  const ended = async () => {
    const visitor = await signedIn(app);
    const past = () =>
      app.db.session.updateMany({ data: { seenAt: new Date(Date.now() - 31 * MINUTE) } });
    /** Where the sign-in leads after this response. */
    const signInAfter = async ({ headers }: Page) => {
      const page = await visitor.get(headers.get('location') ?? '');
      return { page, next: hiddenFields(page.html).next?.replaceAll('&amp;', '&') };
    };
    return { visitor, past, signInAfter };
  };

  test.each([
    ['/usage?name=Till+1&period=7d', '/usage?name=Till+1&period=7d'],
    ['/requests?id=%2Fproduct%3A1', '/requests?id=%2Fproduct%3A1'],
    ['?name=x', '?name=x'],
    [`/usage?name=x&q=${'y'.repeat(3_000)}`, '/usage'],
    ['/usage?token=svc_test_0&name=x', '/usage'],
  ])('that has ended leads from %s back to it, including the query: %s', async (path, wanted) => {
    const { visitor, past, signInAfter } = await ended();
    await past();
    const { next, page } = await signInAfter(await visitor.get(`/dashboard${path}`));
    expect(next).toBe(`/dashboard${wanted}`);
    const answer = await visitor.submit(page, { email: app.owner.email, password: PASSWORD, next });
    expect(answer.headers.get('location')).toBe(next);
  });

  test.each(['/tokens/new', '/tokens/:id/rename', '/tokens/:id/roll'])(
    'that has ended leads back to the form of %s, which did nothing',
    async (path) => {
      const { visitor, past, signInAfter } = await ended();
      const at = `/dashboard${path.replace(':id', String(app.owner.tokenId))}`;
      const before = await app.db.apiToken.findMany();
      const form = await visitor.get(at);
      await past();
      const { next, page } = await signInAfter(await visitor.submit(form, { name: 'Till' }));
      expect(page.html).toContain('the form was not submitted');
      expect(next).toBe(at);
      expect(await app.db.apiToken.findMany()).toEqual(before);
    },
  );

  test('that has ended never puts a password or form token into an address', async () => {
    const { visitor, past, signInAfter } = await ended();
    await past();
    const fields = {
      current: PASSWORD,
      password: 'another one, long',
      name: 'svc_test_secret',
      end: 'later',
    };
    for (const path of [
      '/account/password',
      `/tokens/${app.owner.tokenId}/rename`,
      '/sign-out',
      '/nowhere',
    ]) {
      const answer = await visitor.send('POST', `/dashboard${path}`, { form: fields });
      expect(answer.headers.get('location')).not.toMatch(/correct|another|svc_/);
      expect((await signInAfter(answer)).page.status).toBe(200);
    }
  });

  test('ends with signing out, even if the cookie is kept', async () => {
    const visitor = await signedIn(app);
    const value = visitor.cookies.get('dashboard_session') ?? '';
    await visitor.signOut();
    expect(visitor.cookies.has('dashboard_session')).toBe(false);
    visitor.cookies.set('dashboard_session', value);
    expect(await visitor.get('/dashboard')).toMatchObject({ status: 303 });
  });
});

test('a sign-in only leads to pages of this service', async () => {
  const elsewhere =
    '//evil.example https://evil.example/dashboard /dashboard/../graphql /dashboard//evil /dashboard\n';
  const likeDocs = '//docs.example.com /docs//example.com /docs\\example.com';
  const own = ['/dashboard/tokens/7', '/docs/guides/first-request', '/graphql'];
  for (const next of [...own, ...elsewhere.split(' '), ...likeDocs.split(' ')]) {
    const { headers } = await createVisitor(app).fill('/sign-in', {
      email: app.owner.email,
      password: PASSWORD,
      next,
    });
    expect(headers.get('location')).toBe(own.includes(next) ? next : '/dashboard');
  }
});

test('without a session each page leads to the sign-in, and no form works, whatever API token is sent; a session opens no API', async () => {
  const visitor = createVisitor(app);
  const headers = { Authorization: `Bearer ${app.owner.token}` };
  const paths =
    ' /usage /requests /tokens/ended /tokens/new /tokens/1 /tokens/1/revoke /tokens/1/roll /account /nowhere';
  for (const path of paths.split(' ').flatMap((one) => [one, `${one}?token=${app.owner.token}`])) {
    const page = await visitor.get(`/dashboard${path}`, headers);
    expect(page).toMatchObject({ status: 303, html: '' });
    expect(page.headers.get('location')).toMatch(/^\/dashboard\/sign-in(?!.*svc_)/);
  }
  const before = await app.db.apiToken.findMany();
  for (const path of ['/new', `/${app.owner.tokenId}/revoke`])
    await visitor.send('POST', `/dashboard/tokens${path}`, {
      headers,
      form: { name: 'x', nonce: 'n'.repeat(22) },
    });
  expect(await app.db.apiToken.findMany()).toEqual(before);
  const owner = await signedIn(app);
  for (const path of ['/api/token-secured/product/1', '/graphql?query={__typename}'])
    expect(await owner.get(path)).toMatchObject({ status: 401 });
});
