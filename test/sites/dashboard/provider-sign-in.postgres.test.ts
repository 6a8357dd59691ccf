// Signing in with a real provider on loopback (D49): who is signed in, and a page that explains each error.
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { unlinkUser } from '../../../src/accounts/identities.ts';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { budget, createTestApp, type TestApp } from '../../support/app.ts';
import { lock } from '../../support/lock.ts';
import { recordedLog } from '../../support/log.ts';
import { startProvider, type TestProvider } from '../../support/oidc-provider.ts';
import { operator } from '../../support/operator.ts';
import { createTraveller, createVisitor, PASSWORD, type Page, shows, type Way } from './visitor.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const BEGIN = '/dashboard/sign-in/provider';
const generous = budget(1_000, 900);
const log = recordedLog();

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startProvider(ORIGIN);
  const config = { provider: provider.settings, hasPasswords: false, signIn: generous };
  app = await createTestApp({ config, logger: log.logger });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

afterEach(() => {
  provider.instead = undefined;
  vi.useRealTimers();
});

/** Another node on the same database, until the test ends; it also allows passwords. */
function otherNode(config: Partial<Config> = {}) {
  const all = { ...parseConfig({}), provider: provider.settings, signIn: generous, ...config };
  const node = createApp({ database: app.database, config: all, logger: log.logger });
  onTestFinished(() => node.close());
  return { app: node };
}

let people = 0;

/** Creates a user, and lets the provider sign them in until the next call. */
async function newPerson(claims: object = {}) {
  const user = await app.person('person');
  provider.person = { sub: `sub-${++people}`, email: user.email, email_verified: true, ...claims };
  log.lines.length = 0;
  return user;
}

/** The provider's user signs in with a new browser. */
async function signIn(way?: Way, node: Pick<TestApp, 'app'> = app) {
  const traveller = createTraveller(node);
  return { traveller, page: await traveller.signIn(way) };
}

const identities = (userId: number) => app.db.identity.findMany({ where: { userId } });
const sessions = (userId: number) => app.db.session.count({ where: { userId } });
const account = async ({ get }: { get(path: string): Promise<Page> }) =>
  (await get('/dashboard/account')).html;
const passMinutes = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

describe('a user whom the provider has signed in (D49)', () => {
  test('is found by the verified e-mail address at first, and then by issuer and subject', async () => {
    const { id, email } = await newPerson();
    const { traveller, page } = await signIn();
    expect([page.status, page.html, page.location]).toEqual([303, '', '/dashboard']);
    expect(await account(traveller)).toContain(email);
    const { sub } = provider.person;
    expect(await identities(id)).toMatchObject([{ issuer: provider.issuer, subject: sub }]);

    provider.person = { sub, email: app.rival.email, email_verified: false };
    expect(await account((await signIn()).traveller)).toContain(email);
    expect(await identities(id)).toHaveLength(1);
  });

  test('is found whatever case the e-mail address has, in the ID token or from the user endpoint', async () => {
    provider.isEmailInIdToken = true;
    await provider.rotateKeys({ isPublished: true });
    const { id, email } = await newPerson();
    provider.person = { ...provider.person, email: email.toUpperCase() };
    provider.requests.length = 0;
    await signIn();
    expect(await identities(id)).toHaveLength(1);
    expect(provider.requests).not.toContain('GET /me');
    provider.isEmailInIdToken = false;
    await provider.rotateKeys({ isPublished: true });
  });

  test('has the linked account and the session in the activity and the log, without e-mail address, codes or tokens', async () => {
    const { id, email } = await newPerson();
    const traveller = createTraveller(app);
    const answer = await traveller.answerOf();
    await traveller.arrive(answer);
    const rows = await app.db.activity.findMany({ where: { userId: id }, orderBy: { id: 'asc' } });
    const [through, address, actions] = ['provider', '192.0.2.1', ['provider-linked', 'signed-in']];
    expect(rows).toMatchObject(actions.map((action) => ({ action, through, address })));
    const told = log.logged().filter(({ level }) => level === 'notice');
    expect(told.map((line) => line['event.action'])).toEqual(actions);
    const sent = ['code', 'state'].map((name) => answer.searchParams.get(name));
    const secrets = [email, ...sent, ...traveller.cookies.values()];
    expect(secrets.filter((secret) => log.lines.join('').includes(String(secret)))).toEqual([]);
    provider.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true };
    await signIn();
    expect(log.logged().find(({ msg }) => msg === 'sign-in failed')).toMatchObject({
      'owner_api.through': 'provider',
      'owner_api.account': expect.stringMatching(/^st… [0-9a-f]{8}$/),
    });
  });

  test('learns that they are disabled, as with a password, whether linked before or not', async () => {
    for (const linked of [0, 1]) {
      const { id } = await newPerson();
      if (linked) await signIn();
      await disableUser(operator(app.db), id);
      expect((await signIn()).page).toMatchObject(
        shows(403, 'This account is disabled. Contact the operator'),
      );
      expect([(await identities(id)).length, await sessions(id)]).toEqual([linked, 0]);
    }
  });

  test("can't use another provider account once one is linked, until an operator unlinks it, which ends the sessions", async () => {
    const { id, email } = await newPerson();
    const { traveller } = await signIn();
    const sub = `${provider.person.sub}-other`;
    provider.person = { sub, email, email_verified: true };
    expect((await signIn()).page).toMatchObject({ status: 403 });
    await unlinkUser(operator(app.db), id);
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 303 });
    expect(await sessions(id)).toBe(0);
    expect((await signIn()).page).toMatchObject({ status: 303 });
    expect(await identities(id)).toMatchObject([{ subject: sub }]);
  });

  test('gets no session from an account that is unlinked during the sign-in', async () => {
    const { id } = await newPerson();
    await signIn();
    await app.db.session.deleteMany({ where: { userId: id } });
    const unlinked = 'DELETE FROM identities WHERE user_id = $1';
    const { untilOneWaits, release } = await lock(app, unlinked, id);
    const signingIn = signIn();
    await untilOneWaits();
    await release();
    expect((await signingIn).page).toMatchObject(shows(400, 'This sign-in has expired'));
    expect(await sessions(id)).toBe(0);
  });

  test('is linked once by many sign-ins at once, and to only one of two accounts', async () => {
    const { id, email } = await newPerson();
    const answers: [ReturnType<typeof createTraveller>, URL][] = [];
    for (const sub of ['one', 'one', 'one', 'two', 'two']) {
      provider.person = { sub: `${email} ${sub}`, email, email_verified: true };
      const traveller = createTraveller(app);
      answers.push([traveller, await traveller.answerOf()]);
    }
    const pages = await Promise.all(answers.map(([traveller, answer]) => traveller.arrive(answer)));
    const [identity, ...others] = await identities(id);
    expect(others).toEqual([]);
    const isFirst = identity?.subject.endsWith('one');
    expect(pages.map(({ status }) => status)).toEqual(
      isFirst ? [303, 303, 303, 403, 403] : [403, 403, 403, 303, 303],
    );
  });
});

describe('nobody is signed in (D49)', () => {
  const VERIFIED = 'couldn’t verify the response';
  const ENDED = 'This sign-in has expired or began in another browser.';
  const OTHER_ISSUER = 'This response isn’t from 127.0.0.1';
  const UNVERIFIED = 'hasn’t verified your email address';

  /** Sets or deletes a parameter of the address in one direction. */
  const changed = (way: 'there' | 'back', name: string, value?: string): Way => ({
    [way]: ({ searchParams }: URL) =>
      value === undefined ? searchParams.delete(name) : searchParams.set(name, value),
  });
  const anHourAgo: NonNullable<TestProvider['instead']> = (request, response) => {
    passMinutes(-60);
    response.once('finish', () => vi.useRealTimers());
    return provider.answer(request, response);
  };

  test.each<[string, Way, number, string, claims?: object]>([
    [
      'if nobody has the e-mail address',
      {},
      403,
      'No account here',
      { email: 'Stranger@example.com' },
    ],
    ['with an address that is not verified', {}, 403, UNVERIFIED, { email_verified: false }],
    ['with one that is verified by a string', {}, 403, UNVERIFIED, { email_verified: 'true' }],
    ['with one that may not be verified', {}, 403, UNVERIFIED, { email_verified: undefined }],
    ['with another nonce', changed('there', 'nonce', 'other'), 503, VERIFIED],
    ['for another PKCE challenge', changed('there', 'code_challenge', 'x'.repeat(43)), 400, ENDED],
    [
      'by a response from another issuer',
      changed('back', 'iss', 'https://evil.example'),
      400,
      OTHER_ISSUER,
    ],
    [
      'by a response without the issuer, which this provider requires',
      changed('back', 'iss'),
      400,
      OTHER_ISSUER,
    ],
    ['without a state', changed('back', 'state'), 400, ENDED],
    ['with another state', changed('back', 'state', 'other'), 400, ENDED],
    ['without a code', changed('back', 'code'), 400, ENDED],
    ['with an invented code', changed('back', 'code', 'a\0é'), 400, ENDED],
    ['by a response that declines', { refuses: true }, 403, 'didn’t sign you in'],
    ['after more than ten minutes', { back: () => passMinutes(10.1) }, 400, ENDED],
    [
      'with an expired ID token',
      { back: () => Object.assign(provider, { instead: anHourAgo }) },
      503,
      VERIFIED,
    ],
  ])('%s', async (_, way, status, sentence, claims) => {
    const { id } = await newPerson(claims);
    const users = await app.db.user.count();
    const { page, traveller } = await signIn(way);
    expect(page).toMatchObject(shows(status, sentence));
    expect(page.html).toContain(`href="${BEGIN}`);
    expect([await sessions(id), await identities(id), await app.db.user.count()]).toEqual([
      0,
      [],
      users,
    ]);
    expect(await traveller.open()).toMatchObject({ status: 303 });
  });

  test.each([
    ['that Unicode folds to it', '\u212Aim', 403, 'No account here'],
    ['with NUL', 'ki\0m', 503, VERIFIED],
    ['with a space', ' kim', 403, 'No account here'],
  ])('by an e-mail address %s', async (_, name, status, sentence) => {
    const { id, email } = await app.person('kim');
    provider.person = {
      sub: `other-${id}`,
      email: email.replace('kim', name),
      email_verified: true,
    };
    expect((await signIn()).page).toMatchObject(shows(status, sentence));
    expect([await sessions(id), await identities(id)]).toEqual([0, []]);
  });

  test('in another browser, with a different cookie, or a second time', async () => {
    const { id } = await newPerson();
    const traveller = createTraveller(app);
    const answer = await traveller.answerOf();
    const cookie = traveller.cookies.get('dashboard_attempt') ?? '';
    const text = decodeURIComponent(cookie);
    const ended = async (value: string) => {
      const other = createTraveller(app);
      other.cookies.set('dashboard_attempt', value);
      expect(await other.arrive(answer)).toMatchObject(shows(400, ENDED));
    };
    for (const changed of [text.replace('false', 'true'), `x${text}`, 'x', ''])
      await ended(encodeURIComponent(changed));
    expect(await traveller.arrive(answer)).toMatchObject({ status: 303 });
    expect(await traveller.arrive(answer)).toMatchObject(shows(400, ENDED));
    await ended(cookie);
    expect(await sessions(id)).toBe(1);
  });

  test("with a signature of a key that the provider doesn't publish; a new key works at once", async () => {
    await newPerson();
    await signIn();
    await provider.rotateKeys({ isPublished: false });
    expect((await signIn()).page).toMatchObject(shows(503, VERIFIED));
    await provider.rotateKeys({ isPublished: true });
    expect((await signIn()).page).toMatchObject({ status: 303 });
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

  test('has a key per deployment, shared by nodes that start together, and reveals nothing about the client secret', async () => {
    await app.db.deployment.updateMany({ data: { attemptKey: null } });
    const nodes = Array.from({ length: 4 }, () => otherNode());
    await newPerson();
    const travellers = nodes.map((node) => createTraveller(node));
    const answers = await Promise.all(travellers.map((one) => one.answerOf()));
    const { attemptKey } = await app.db.deployment.findUniqueOrThrow({ where: { id: 1 } });
    expect(attemptKey).toMatch(/^[\w-]{43}$/);
    const cookies = travellers.map((one) => one.cookies.get('dashboard_attempt') ?? '');
    for (const cookie of cookies) {
      expect(signedBy(attemptKey ?? '', cookie)).toBe(cookie);
      expect(signedBy(`attempts ${provider.settings.clientSecret()}`, cookie)).not.toBe(cookie);
    }
    const atAnotherNode = createTraveller(nodes[1] as (typeof nodes)[0]);
    atAnotherNode.cookies.set('dashboard_attempt', cookies[0] ?? '');
    expect(await atAnotherNode.arrive(answers[0] as URL)).toMatchObject({ status: 303, html: '' });
  });

  test('is small, limited to the dashboard and hidden from scripts; over https it is bound to the host', async () => {
    const secure = otherNode({ isHttps: true });
    const cookies = async (node: Pick<TestApp, 'app'>) =>
      (await createVisitor(node).get(BEGIN)).headers.getSetCookie();
    expect([...(await cookies(app)), ...(await cookies(secure))]).toEqual([
      expect.stringMatching(
        /^dashboard_attempt=[^;]+; Max-Age=600; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-dashboard_attempt=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });
});

test('a fresh sign-in accepts no earlier one, nor one of an unknown time (D49)', async () => {
  const from = `${BEGIN}?fresh=1&next=%2Fdashboard%2Ftokens%2Fnew`;
  const { id } = await newPerson();
  const { traveller } = await signIn();
  passMinutes(2);
  for (const maxAge of ['3600', undefined]) {
    const there = ({ searchParams }: URL) => {
      for (const name of ['prompt', 'max_age']) searchParams.delete(name);
      if (maxAge) searchParams.set('max_age', maxAge);
    };
    expect(await traveller.signIn({ from, there })).toMatchObject(shows(403, 'you just signed in'));
  }
  expect(await sessions(id)).toBe(1);
});

describe('a token form in a session with an old sign-in (D49)', () => {
  const confirmation = (page: Page) =>
    /href="([^"]*fresh=1[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';

  /** A new user with a session whose sign-in is old, and the confirmation to which the form of a new token leads. */
  async function asked() {
    const { id } = await newPerson();
    const { traveller } = await signIn();
    const authenticatedAt = new Date(Date.now() - 16 * 60_000);
    await app.db.session.updateMany({ where: { userId: id }, data: { authenticatedAt } });
    const { location } = await traveller.open('/tokens/new');
    return { id, traveller, page: await traveller.get(location) };
  }

  test('leads to the provider and back to the form in the same session, which gets a new cookie', async () => {
    const { id, traveller, page } = await asked();
    const before = await app.db.session.findMany({ where: { userId: id } });
    const value = traveller.cookies.get('dashboard_session');
    expect(page.html).not.toMatch(/type="password"/);
    const back = await traveller.signIn({ from: confirmation(page) });
    expect(back.location).toBe('/dashboard/tokens/new');
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 200 });
    expect(await app.db.session.findMany({ where: { userId: id } })).toMatchObject([
      { id: before[0]?.id },
    ]);
    expect(traveller.cookies.get('dashboard_session')).not.toBe(value);
  });

  test('stays closed after a provider sign-in that is as old, or a password', async () => {
    const { id, traveller, page } = await asked();
    await setPassword(operator(app.db), id, PASSWORD);
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
    await traveller.submit(page, { current: PASSWORD });
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

describe('a provider that fails', () => {
  const answers =
    (type: string, text: string): TestProvider['instead'] =>
    (_, response) =>
      response.setHeader('Content-Type', type).end(text);

  test.each<[string, TestProvider['instead']]>([
    ['closes connections', ({ socket }) => socket.destroy()],
    ['is silent', () => {}],
    ['answers 500', (_, response) => response.writeHead(500).end('no')],
    ['answers a page', answers('text/html', '<h1>Maintenance</h1>')],
    ['answers no metadata', answers('application/json', '{"a":1}')],
    ['is another issuer', answers('application/json', '{"issuer":"https://evil.example"}')],
  ])(
    'and %s: returns 503 with an explanation, before the redirect and after it, and then recovers',
    async (_, instead) => {
      await newPerson();
      const traveller = createTraveller(otherNode({ hasPasswords: false }));
      provider.instead = instead;
      const page = await traveller.get(BEGIN);
      expect(page).toMatchObject(shows(503, '127.0.0.1'));
      expect(page.html).toMatch(/isn’t responding|couldn’t verify the response/);
      expect(page.headers.get('retry-after')).toBe('2');
      const told = log.logged().map((line) => line['error.type']);
      expect(told).toContain('sign_in_provider');
      provider.instead = undefined;
      const answer = await traveller.answerOf();
      provider.instead = instead;
      expect(await traveller.arrive(answer)).toMatchObject({ status: 503 });
      provider.instead = undefined;
      expect(await traveller.signIn()).toMatchObject({ status: 303 });
    },
  );

  test('a rotated client secret is read again for the next sign-in, without a restart', async () => {
    await newPerson();
    let clientSecret = 'rotated';
    const node = otherNode({
      provider: { ...provider.settings, clientSecret: () => clientSecret },
    });
    expect((await signIn({}, node)).page).toMatchObject(shows(503, 'contact the operator'));
    clientSecret = provider.settings.clientSecret();
    expect((await signIn({}, node)).page).toMatchObject({ status: 303 });
  });
});

test("sign-ins that are cancelled, or return without a code, don't block the provider for others in their network (D49)", async () => {
  await newPerson();
  const neighbour = createTraveller(app, '198.51.100.3');
  const withoutCode = ({ searchParams }: URL) => searchParams.delete('code');
  for (const [way, status] of [
    [{ refuses: true }, 403] as const,
    [{ back: withoutCode }, 400] as const,
  ])
    for (let n = 0; n < 51; n++) expect((await neighbour.signIn(way)).status).toBe(status);
  provider.person = { sub: 'of nobody', email: 'nobody@example.com', email_verified: true };
  for (let n = 0; n < 51; n++) expect((await neighbour.signIn()).status).toBe(403);
  await newPerson();
  expect((await createTraveller(app, '198.51.100.3').signIn()).status).toBe(303);
});

test("50 codes that the provider rejects use up a network's limit; others and successes don't count", async () => {
  await newPerson();
  const traveller = createTraveller(app, '198.51.100.1');
  const madeUp = { back: ({ searchParams }: URL) => searchParams.set('code', 'x') };
  for (let n = 0; n < 25; n++) {
    expect((await traveller.signIn()).status).toBe(303);
    for (const way of [madeUp, madeUp]) expect((await traveller.signIn(way)).status).toBe(400);
  }
  provider.requests.length = 0;
  const page = await traveller.signIn();
  expect(page).toMatchObject(shows(429, 'Too many failed attempts. Try again in 15 minutes'));
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(provider.requests).not.toContain('POST /token');
  expect((await createTraveller(app, '198.51.100.2').signIn()).status).toBe(303);
});

test('PASSWORD_SIGN_IN=on allows passwords beside a provider; otherwise no form asks for one, and a correct one is rejected (D49)', async () => {
  const user = await newPerson();
  await setPassword(operator(app.db), user.id, PASSWORD);
  const [both, alone] = [createVisitor(otherNode()), createVisitor(app)];
  const withForm = await both.open('/sign-in');
  expect(withForm.html).toContain(`href="${BEGIN}`);
  const page = await alone.open('/sign-in?next=/dashboard/usage');
  expect(page.html).toContain(`href="${BEGIN}?next=%2Fdashboard%2Fusage"`);
  expect(page.html).not.toMatch(/password/i);
  alone.takeCookies(both);
  const given = { email: user.email, password: PASSWORD };
  expect(await alone.submit(withForm, given)).toMatchObject(
    shows(403, 'Password sign-in is turned off'),
  );
  expect(await sessions(user.id)).toBe(0);
  expect(await both.submit(withForm, given)).toMatchObject({ status: 303 });
  expect(await account(both)).toContain('Change password');

  const { traveller } = await signIn();
  expect(await account(traveller)).not.toContain('Change password');
  const change = { current: PASSWORD, password: 'another long one' };
  expect(await traveller.post('/account/password', change)).toMatchObject({ status: 404 });
});

describe('signing out', () => {
  test('ends the session here, and leads to the provider with the way back', async () => {
    const { id } = await newPerson();
    const { traveller } = await signIn();
    const page = await traveller.signOut();
    expect(page).toMatchObject(shows(200, 'You’re signed out here.'));
    expect(await sessions(id)).toBe(0);
    const url = new URL(/^0; url=(.*)$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? '');
    expect(url.href).toContain(`${provider.issuer}/session/end?`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/dashboard/sign-in`);
  });

  test('ends the session here if the provider is away or has no sign-out', async () => {
    const metadata = await (
      await fetch(`${provider.issuer}/.well-known/openid-configuration`)
    ).json();
    const withoutIt = JSON.stringify({ ...metadata, end_session_endpoint: undefined });
    const answers: TestProvider['instead'][] = [
      ({ socket }) => socket.destroy(),
      (_, response) => response.setHeader('Content-Type', 'application/json').end(withoutIt),
    ];
    for (const answer of answers) {
      const { id } = await newPerson();
      const { traveller } = await signIn();
      // A node that doesn't know the endpoints yet.
      const visitor = createVisitor(otherNode());
      visitor.takeCookies(traveller);
      provider.instead = answer;
      expect((await visitor.signOut()).location).toBe('/dashboard/sign-in?state=signed-out');
      provider.instead = undefined;
      expect(await sessions(id)).toBe(0);
    }
  });
});

test("without a provider its pages don't exist", async () => {
  const visitor = createVisitor(otherNode({ provider: undefined }));
  expect(await visitor.html('/sign-in')).not.toContain(BEGIN);
  for (const path of [BEGIN, `${BEGIN}/answer?state=x&code=y`]) {
    expect((await visitor.get(path)).location).toMatch(/^\/dashboard\/sign-in/);
  }
});
