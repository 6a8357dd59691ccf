// Sessions of users who sign in with a provider on loopback (D49): the act that begins one, the cookie of a sign-in,
// several tabs, forms that need a fresh one, links beside the provider, and signing out.
import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { stateParameter } from '../../../src/accounts/provider.ts';
import { startSession } from '../../../src/accounts/sessions.ts';
import { lock } from '../../support/lock.ts';
import { ageSignIns, newLink, operator } from '../../support/operator.ts';
import {
  BEGIN,
  changed,
  confirmation,
  openProviderApp,
  passMinutes,
} from './provider-app.ts';
import {
  createTraveller,
  createVisitor,
  shows,
  signOutThere,
  type Visitor,
} from './visitor.ts';

const { app, overSocket, provider, log, events, nodeWith, newPerson, signIn, sessions } =
  await openProviderApp();

// A session begins with an act of its user (ASVS 5.0, 7.6.2).
test('only the button of the sign-in page in the same browser begins a sign-in, not an address', async () => {
  const { id } = await newPerson();
  const { html } = await createVisitor(overSocket).open('/sign-in');
  const [, ofOther = ''] = /form_token=([\w-]+)/.exec(html) ?? [];
  // The provider knows the user, and would ask nothing.
  const { traveller } = await signIn({}, overSocket);
  await traveller.signOut();
  for (const query of ['', '&form_token=', `&form_token=${ofOther}`]) {
    const page = await traveller.get(`${BEGIN}?next=%2Fdashboard%2Fusage${query}`);
    expect(page).toMatchObject({ location: '/dashboard/sign-in?next=%2Fdashboard%2Fusage' });
    const { location } = await traveller.get(`${BEGIN}?fresh=1${query}`);
    expect(location).toBe('/dashboard/confirm?next=%2Fdashboard');
  }
  expect(await sessions(id)).toBe(0);
  expect((await traveller.signIn()).status).toBe(303);
});

describe('of two tabs that sign in', () => {
  const with2 = (next: string) => ({ from: `${BEGIN}?next=%2Fdashboard%2F${next}` });

  /** A user with the answers of two tabs of one browser. */
  async function tabs() {
    const { id } = await newPerson();
    const traveller = createTraveller(overSocket);
    const older = await traveller.answerOf(with2('usage'));
    const newer = await traveller.answerOf(with2('account'));
    return { id, traveller, older, newer };
  }

  test('the older one goes on with the session of the newer one, and a reload too, until it ends', async () => {
    const { id, traveller, older, newer } = await tabs();
    for (const answer of [newer, older, newer])
      expect(await traveller.arrive(answer)).toMatchObject({
        status: 303,
        location: '/dashboard/account',
      });
    expect(await sessions(id)).toBe(1);
    await traveller.signOut();
    const late = await traveller.arrive(newer);
    expect(late).toMatchObject(shows(400, 'This sign-in has ended'));
  });

  test('the older one gets one sentence and the button if it comes first, and ends nothing', async () => {
    const { traveller, older, newer } = await tabs();
    const page = await traveller.arrive(older);
    expect(page).toMatchObject(shows(400, 'This sign-in has ended: sign in again.<'));
    expect(page.html).toMatch(
      /href="[^"]*provider\?form_token=[^"]*next=%2Fdashboard%2Faccount"/,
    );
    expect(await traveller.arrive(newer)).toMatchObject({ location: '/dashboard/account' });
  });
});

describe('the cookie of a sign-in in progress', () => {
  /** The cookie signed with another key, as a browser sends it. */
  function signedBy(key: string, cookie: string) {
    const text = decodeURIComponent(cookie);
    const content = text.slice(0, text.lastIndexOf('.'));
    const signature = createHmac('sha256', key).update(content).digest('base64');
    return encodeURIComponent(`${content}.${signature}`);
  }

  test('is signed with a key that the nodes of a deployment share, not with the client secret', async () => {
    await app.db.deployment.updateMany({ data: { attemptKey: null } });
    await newPerson();
    const travellers = [1, 2, 3].map(() => createTraveller(nodeWith({})));
    const answers = await Promise.all(travellers.map((one) => one.answerOf()));
    const { attemptKey } = await app.db.deployment.findUniqueOrThrow({ where: { id: 1 } });
    expect(attemptKey).toMatch(/^[\w-]{43}$/);
    const cookies = travellers.map((one) => one.cookies.get('dashboard_attempt') ?? '');
    for (const cookie of cookies) expect(signedBy(attemptKey ?? '', cookie)).toBe(cookie);
    const secret = `attempts ${provider.settings.clientSecret()}`;
    expect(cookies).not.toContain(signedBy(secret, cookies[0] ?? ''));
    const atAnotherNode = createTraveller(nodeWith({}));
    atAnotherNode.takeCookies(travellers[0] as Visitor);
    expect(await atAnotherNode.arrive(answers[0] as URL)).toMatchObject({
      status: 303,
      html: '',
    });
  });

  test('is small, limited to the dashboard and hidden from scripts; over https it is bound to the host', async () => {
    for (const [node, cookie] of [
      [
        app,
        /^dashboard_attempt=[^;]+; Max-Age=600; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
      ],
      [
        nodeWith({}, { isHttps: true }),
        /^__Host-dashboard_attempt=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ],
    ] as const) {
      const { headers } = await createTraveller(node).begin();
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(cookie)]);
    }
  });

  test('begins none once the sign-in is finished, though its state can be computed', async () => {
    await newPerson();
    const { traveller } = await signIn({}, overSocket);
    await traveller.signOut();
    provider.requests.length = 0;
    const forged = `${BEGIN}/answer?code=x&state=${stateParameter('')}`;
    const page = await traveller.get(`${forged}&iss=${encodeURIComponent(provider.issuer)}`);
    expect(page).toMatchObject(shows(400, 'This sign-in has ended'));
    expect(provider.requests).not.toContain('POST /token');
  });
});

test('a fresh sign-in accepts no earlier one (D49)', async () => {
  const from = `${BEGIN}?fresh=1&next=%2Fdashboard%2Ftokens%2Fnew`;
  const { id } = await newPerson();
  const { traveller } = await signIn();
  passMinutes(2);
  const there = changed('there', { prompt: undefined, max_age: '3600' });
  expect(await traveller.signIn({ from, ...there })).toMatchObject(
    shows(403, 'you just signed in'),
  );
  expect(await sessions(id)).toBe(1);
});

test('a sign-in that a provider dates in the future is as old as its session', async () => {
  const { id } = await newPerson();
  await signIn();
  const account = await app.db.identity.findFirstOrThrow({ where: { userId: id } });
  const at = Date.now() / 1_000 + 3_600;
  await startSession(operator(app.db), { method: 'provider', userId: id, account, at });
  const { createdAt, authenticatedAt } = await app.db.session.findFirstOrThrow({
    where: { userId: id },
    orderBy: { id: 'desc' },
  });
  expect(authenticatedAt).toEqual(createdAt);
});

describe('a token form in a session with an old sign-in (D49)', () => {
  /** A new user with a session whose sign-in is old, and the confirmation to which the form of a new token leads. */
  async function asked() {
    const { id } = await newPerson();
    const { traveller } = await signIn();
    await ageSignIns(app.db);
    const { location } = await traveller.open('/tokens/new');
    return { id, traveller, page: await traveller.get(location) };
  }

  test('leads to the provider and back to the form in the same session, which gets a new cookie', async () => {
    const { id, traveller, page } = await asked();
    const before = await app.db.session.findMany({ where: { userId: id } });
    const value = traveller.cookies.get('dashboard_session');
    const back = await traveller.signIn({ from: confirmation(page) });
    expect(back.location).toBe('/dashboard/tokens/new');
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 200 });
    expect(await app.db.session.findMany({ where: { userId: id } })).toMatchObject([
      { id: before[0]?.id },
    ]);
    expect(traveller.cookies.get('dashboard_session')).not.toBe(value);
  });

  test('begins a new session if the old one ends while it is confirmed', async () => {
    const { id, traveller, page } = await asked();
    const answer = await traveller.answerOf({ from: confirmation(page) });
    log.lines.length = 0;
    const ending = await lock(app, 'DELETE FROM sessions WHERE user_id = $1', id);
    const back = traveller.arrive(answer);
    await ending.untilOneWaits();
    await ending.release();
    expect((await back).location).toBe('/dashboard/tokens/new');
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 200 });
    expect(events()).toMatchObject([{ 'event.action': 'signed-in' }]);
    expect(await sessions(id)).toBe(1);
  });

  test('stays closed after a provider sign-in that is as old', async () => {
    const { id, traveller } = await asked();
    await traveller.signIn();
    passMinutes(2);
    await traveller.signIn();
    vi.useRealTimers();
    const [session] = await app.db.session.findMany({ where: { userId: id } });
    expect(Number(session?.authenticatedAt)).toBeLessThan(Number(session?.createdAt));
    await app.db.session.updateMany({
      where: { userId: id },
      data: { authenticatedAt: new Date(0) },
    });
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 303 });
  });

  test("doesn't continue with another user's session", async () => {
    const first = await asked();
    const second = await newPerson();
    first.traveller.forgetProvider();
    await first.traveller.signIn({ from: confirmation(first.page) });
    expect([await sessions(first.id), await sessions(second.id)]).toEqual([0, 1]);
  });
});

test("a link works beside a provider, whose page doesn't mention links; its session confirms by either (D49)", async () => {
  const { id } = await newPerson();
  const visitor = createVisitor(app);
  const page = await visitor.open('/sign-in?next=/dashboard/usage');
  expect(page.html).toMatch(
    /href="\/dashboard\/sign-in\/provider\?form_token=[\w-]+&amp;next=%2Fdashboard%2Fusage"/,
  );
  expect(page.html).not.toMatch(/link<|sign-in --email/);
  await visitor.signIn(await newLink(app.db, id));
  await ageSignIns(app.db);
  const { html } = await visitor.get((await visitor.open('/tokens/new')).location);
  expect(html).toContain(`href="${BEGIN}?fresh=1`);
  expect(html).toContain('sign-in --email');
  expect((await visitor.signOut()).location).toBe('/dashboard/sign-in?state=signed-out');
});

test('signing out ends the session here even if the provider is away (D49)', async () => {
  const { id } = await newPerson();
  const { traveller } = await signIn();
  // A node that doesn't know the endpoints yet.
  const visitor = createVisitor(nodeWith({}));
  visitor.takeCookies(traveller);
  provider.instead = ({ socket }) => socket.destroy();
  const page = await visitor.get((await visitor.signOut()).location);
  expect(page).toMatchObject(shows(200, 'You’re signed out.'));
  expect(signOutThere(page)).toBe('');
  expect(await sessions(id)).toBe(0);
});

test("without a provider its pages don't exist", async () => {
  const visitor = createVisitor(nodeWith({}, { provider: undefined }));
  expect(await visitor.html('/sign-in')).not.toContain(BEGIN);
  for (const path of [BEGIN, `${BEGIN}/answer?state=x&code=y`]) {
    expect((await visitor.get(path)).location).toMatch(/^\/dashboard\/sign-in/);
  }
});
