// Sessions of the dashboard: their cookies, how they end, and where a sign-in leads.
import { describe, expect, test } from 'vitest';
import { signInLinkUrl } from '../../../src/accounts/sign-in-links.ts';
import { openTestApp } from '../../support/app.ts';
import { newLink, newSession, operator } from '../../support/operator.ts';
import {
  createVisitor,
  otherNode,
  type Page,
  pagesOfSession,
  signedIn,
  type Visitor,
} from './visitor.ts';

const app = await openTestApp();
const ownLink = () => newLink(app.db, app.owner.id);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a session', () => {
  test('has a cookie for the dashboard only; over https it is bound to the host', async () => {
    for (const [isHttps, cookie] of [
      [false, /^dashboard_session=[^;]{41,}; Path=\/dashboard; HttpOnly; SameSite=Lax$/],
      [true, /^__Host-dashboard_session=[^;]{41,}; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    ] as const) {
      const visitor = createVisitor(otherNode(app, { isHttps }));
      const { headers } = await visitor.signIn(await ownLink());
      expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(cookie));
      expect(await visitor.html()).toContain('<h1>Tokens</h1>');
    }
  });

  test('is new at each sign-in; the previous one ends, and a planted cookie is never accepted', async () => {
    const visitor = createVisitor(app);
    visitor.cookies.set('dashboard_session', 'planted-by-somebody-else');
    await visitor.signIn(await ownLink());
    const first = visitor.cookies.get('dashboard_session') ?? '';
    expect(first).not.toContain('planted');
    await visitor.signIn(await ownLink());
    visitor.cookies.set('dashboard_session', first);
    expect(await visitor.open()).toMatchObject({ status: 303 });
  });

  test('notes at most once a minute that its user was seen', async () => {
    const visitor = await signedIn(app);
    const seen = () => app.db.session.findMany({ select: { seenAt: true } });
    await app.db.session.updateMany({ data: { seenAt: minutesAgo(0.5) } });
    const before = await seen();
    await visitor.open();
    expect(await seen()).toEqual(before);
  });

  test('ends after 30 minutes without a page view, and after 12 hours in any case', async () => {
    const visitor = await signedIn(app);
    const where = { userId: app.owner.id, seenAt: { gt: minutesAgo(1) } };
    await app.db.session.updateMany({ data: { seenAt: minutesAgo(29) } });
    await visitor.open();
    expect(await app.db.session.count({ where })).toBe(1);
    for (const data of [{ seenAt: minutesAgo(31) }, { createdAt: minutesAgo(12 * 60 + 1) }]) {
      const idle = await signedIn(app);
      await app.db.session.updateMany({ data });
      const { location } = await idle.open('/usage');
      expect(location).toBe('/dashboard/sign-in?state=idle&next=%2Fdashboard%2Fusage');
    }
    expect(await visitor.html('/sign-in?state=idle')).toContain('Your session has ended');
  });

  /** Where the sign-in leads after this act in a session that has ended, and its page. */
  async function afterEnd(act: (visitor: Visitor) => Promise<() => Promise<Page>>) {
    const visitor = await signedIn(app);
    const finish = await act(visitor);
    await app.db.session.updateMany({ data: { seenAt: minutesAgo(31) } });
    const { location } = await finish();
    const next = new URL(location, 'http://x').searchParams.get('next');
    return { location, next, page: await visitor.get(location) };
  }

  test.each([
    ['/usage?name=Till+1&period=7d', '/usage?name=Till+1&period=7d'],
    [`/usage?name=x&q=${'y'.repeat(3_000)}`, '/usage'],
    ['/usage?token=svc_test_0&name=x', '/usage'],
  ])(
    'that has ended leads from %s back to it, including the query: %s',
    async (path, wanted) => {
      const { next } = await afterEnd(async (visitor) => () => visitor.open(path));
      expect(next).toBe(`/dashboard${wanted}`);
    },
  );

  test('that has ended leads back to the form that was sent, which did nothing', async () => {
    const before = await app.db.apiToken.findMany();
    const at = `/tokens/${app.owner.tokenId}/rename`;
    const { next, page } = await afterEnd(async (visitor) => {
      const form = await visitor.open(at);
      return () => visitor.submit(form, { name: 'Till' });
    });
    expect(page.html).toContain('the form was not submitted');
    expect(next).toBe(`/dashboard${at}`);
    expect(await app.db.apiToken.findMany()).toEqual(before);
  });

  test.each(['/account', '/tokens/1/rename', '/sign-out', '/nowhere'])(
    'that has ended never puts what was sent to %s into an address',
    async (path) => {
      const form = { key: 'correct', other: 'another one, long', name: 'svc_test_secret' };
      const { location, page } = await afterEnd(
        async (visitor) => () => visitor.send('POST', `/dashboard${path}`, { form }),
      );
      expect(location).not.toMatch(/correct|another|svc_/);
      expect(page.status).toBe(200);
    },
  );
});

test('signing out of a session that has ended clears the cookie, the token and the tabs, too (D49)', async () => {
  const visitor = await signedIn(app);
  const page = await visitor.open('/account');
  await app.db.session.updateMany({ data: { seenAt: minutesAgo(31) } });
  const { location, headers } = await visitor.submit(page, {});
  expect(location).toBe('/dashboard/sign-in?state=signed-out');
  expect(headers.get('clear-site-data')).toBe('"storage"');
  expect(visitor.cookies.has('dashboard_session')).toBe(false);
  // A form of another site, with which a browser sends no cookie.
  const foreign = await createVisitor(app).send('POST', '/dashboard/sign-out', { form: {} });
  expect(foreign.headers.has('clear-site-data')).toBe(false);
});

test('signs out everywhere: all browsers of the user, and unused links, whose tokens keep working', async () => {
  const [visitor, rival] = [await signedIn(app), await signedIn(app, app.rival)];
  const other = createVisitor(app);
  other.cookies.set('dashboard_session', await newSession(operator(app.db), app.owner.id));
  expect(await other.open()).toMatchObject({ status: 200 });
  const link = await ownLink();
  const { location, headers } = await visitor.fill('/account');
  expect(location).toBe('/dashboard/sign-in?state=signed-out');
  expect(headers.get('clear-site-data')).toBe('"storage"');
  expect(visitor.cookies.has('dashboard_session')).toBe(false);
  expect([(await other.open()).status, (await rival.open()).status]).toEqual([303, 200]);
  expect(await other.get(signInLinkUrl('', link))).toMatchObject({ status: 403 });
  expect(await app.readProduct(999999)).toMatchObject({ status: 404 });
});

test('without a session pages lead to the sign-in and no form works; a session opens no API', async () => {
  const visitor = createVisitor(app);
  const headers = { Authorization: `Bearer ${app.owner.token}` };
  for (const path of [...pagesOfSession(), '/tokens/1/roll', '/nowhere'])
    for (const query of ['', `?token=${app.owner.token}`]) {
      const page = await visitor.open(path + query, headers);
      expect(page).toMatchObject({ status: 303, html: '' });
      expect(page.location).toMatch(/^\/dashboard\/sign-in(?!.*svc_)/);
    }
  const before = await app.db.apiToken.findMany();
  const form = { name: 'x', nonce: 'n'.repeat(22) };
  for (const path of ['/new', `/${app.owner.tokenId}/revoke`])
    await visitor.send('POST', `/dashboard/tokens${path}`, { headers, form });
  expect(await app.db.apiToken.findMany()).toEqual(before);
  const owner = await signedIn(app);
  for (const path of ['/api/token-secured/product/1', '/graphql?query={__typename}'])
    expect(await owner.get(path)).toMatchObject({ status: 401 });
});
