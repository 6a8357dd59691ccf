// Signing in at a provider, a real one on loopback (D49): who is signed in, and a page with a sentence for each fault.
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { unlinkUser } from '../../../src/accounts/identities.ts';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { providerPath } from '../../../src/sites/dashboard/next-page.ts';
import { budget, createTestApp, type TestApp } from '../../support/app.ts';
import { recordedLog, silentLog } from '../../support/log.ts';
import { startProvider, type TestProvider } from '../../support/oidc-provider.ts';
import { operator } from '../../support/operator.ts';
import { createTraveller, createVisitor, hiddenFields, PASSWORD, type Page, shows, type Visitor } from './visitor.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const BEGIN = '/dashboard/sign-in/provider';
const ANSWER = `${BEGIN}/answer`;
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

/** Another node on the same database, until the test ends. */
function otherNode(config: Partial<Config> = {}, logger = silentLog()) {
  const all = { ...parseConfig({}), provider: provider.settings, signIn: generous, ...config };
  const node = createApp({ database: app.database, config: all, logger });
  onTestFinished(() => node.close());
  return { app: node };
}

let people = 0;

/** A new user, who is the person at the provider from now on. */
async function newPerson(claims: object = {}) {
  const user = await app.person('person');
  provider.person = { sub: `sub-${++people}`, email: user.email, email_verified: true, ...claims };
  return user;
}

/** The browser of a person who has signed in. */
async function signedInThere() {
  const traveller = createTraveller(app);
  await traveller.signIn();
  return traveller;
}

const identities = (userId: number) => app.db.identity.findMany({ where: { userId } });
const sessions = (userId: number) => app.db.session.count({ where: { userId } });
const isSignedIn = async (traveller: { get(path: string): Promise<Page> }) =>
  (await traveller.get('/dashboard')).status === 200;

describe('a person whom the provider has signed in (D49)', () => {
  test('is the user with the verified e-mail address at first, and then the one of the issuer and the subject', async () => {
    const { id, email } = await newPerson();
    const traveller = createTraveller(app);
    const first = await traveller.signIn();
    expect([first.status, first.html, first.headers.get('location')]).toEqual([303, '', '/dashboard']);
    expect((await traveller.get('/dashboard/account')).html).toContain(email);
    const { sub } = provider.person;
    expect(await identities(id)).toMatchObject([{ issuer: provider.issuer, subject: sub }]);

    provider.person = { sub, email: app.rival.email, email_verified: false };
    const again = await signedInThere();
    expect((await again.get('/dashboard/account')).html).toContain(email);
    expect(await identities(id)).toHaveLength(1);
  });

  test('is found by whatever case the e-mail address has, in the ID token or at the user endpoint', async () => {
    provider.isEmailInIdToken = true;
    await provider.rotateKeys({ isPublished: true });
    const { id, email } = await newPerson();
    provider.person = { ...provider.person, email: email.toUpperCase() };
    provider.requests.length = 0;
    await createTraveller(app).signIn();
    expect(await identities(id)).toHaveLength(1);
    expect(provider.requests).not.toContain('GET /me');
    provider.isEmailInIdToken = false;
    await provider.rotateKeys({ isPublished: true });
  });

  test('has the account linked and the session opened in the activity and the log, without the e-mail address, codes and tokens', async () => {
    const { id, email } = await newPerson();
    log.lines.length = 0;
    const traveller = createTraveller(app);
    const answer = await traveller.answerOf();
    await traveller.arrive(answer);
    const rows = await app.db.activity.findMany({ where: { userId: id }, orderBy: { id: 'asc' } });
    const acts = ['provider-linked provider', 'signed-in provider'];
    expect(rows.map(({ action, through }) => `${action} ${through}`)).toEqual(acts);
    expect(rows[1]).toMatchObject({ address: '192.0.2.1', sessionId: expect.any(Number) });
    const told = log.logged().filter(({ level }) => level === 'notice');
    const words = (line: (typeof told)[0]) =>
      `${line['event.action']} ${line['owner_api.through']} ${line['client.address']}`;
    expect(told.map(words)).toEqual(acts.map((act) => `${act} 192.0.2.1`));
    const sent = ['code', 'state'].map((name) => answer.searchParams.get(name));
    const secrets = [email, ...sent, ...traveller.cookies.values()];
    expect(secrets.filter((secret) => log.lines.join('').includes(String(secret)))).toEqual([]);
  });

  test('gets no account where nobody has the e-mail address', async () => {
    provider.person = { sub: 'stranger', email: 'Stranger@example.com', email_verified: true };
    const counts = () => Promise.all([app.db.user.count(), app.db.identity.count()]);
    const before = await counts();
    log.lines.length = 0;
    const traveller = createTraveller(app);
    expect(await traveller.signIn()).toMatchObject(shows(403, 'No account of this service has the e-mail'));
    expect(await counts()).toEqual(before);
    expect(await isSignedIn(traveller)).toBe(false);
    expect(log.logged().find(({ msg }) => msg === 'sign-in refused')).toMatchObject({
      'owner_api.through': 'provider',
      'owner_api.account': expect.stringMatching(/^st… [0-9a-f]{8}$/),
    });
  });

  test.each([[false], ['true'], [1], [undefined]])('is nobody with email_verified %j', async (email_verified) => {
    const { id } = await newPerson({ email_verified });
    expect(await createTraveller(app).signIn()).toMatchObject(shows(403, 'has not verified your e-mail address'));
    expect([await identities(id), await sessions(id)]).toEqual([[], 0]);
  });

  test('is told that the user is disabled, as with a password, linked before or not', async () => {
    for (const isLinked of [false, true]) {
      const { id } = await newPerson();
      if (isLinked) await createTraveller(app).signIn();
      await disableUser(operator(app.db), id);
      expect(await createTraveller(app).signIn()).toMatchObject(
        shows(403, 'This account is disabled. Ask the operator'),
      );
      expect([(await identities(id)).length, await sessions(id)]).toEqual([isLinked ? 1 : 0, 0]);
    }
  });

  test('with another account there is not the user who has one, until an operator unlinks it', async () => {
    const { id, email } = await newPerson();
    await createTraveller(app).signIn();
    provider.person = { sub: `${provider.person.sub}-other`, email, email_verified: true };
    expect(await createTraveller(app).signIn()).toMatchObject({ status: 403 });
    await unlinkUser(operator(app.db), id);
    expect(await createTraveller(app).signIn()).toMatchObject({ status: 303 });
    expect(await identities(id)).toMatchObject([{ subject: provider.person.sub }]);
  });

  test('is linked once by many sign-ins at once, and of two accounts one alone', async () => {
    const { id, email } = await newPerson();
    const answers = [];
    for (const sub of ['one', 'one', 'one', 'two', 'two']) {
      provider.person = { sub: `${email} ${sub}`, email, email_verified: true };
      const traveller = createTraveller(app);
      answers.push({ traveller, answer: await traveller.answerOf() });
    }
    const pages = await Promise.all(answers.map(({ traveller, answer }) => traveller.arrive(answer)));
    const [identity, ...others] = await identities(id);
    expect(others).toEqual([]);
    const isFirst = identity?.subject.endsWith('one');
    expect(pages.map(({ status }) => status)).toEqual(isFirst ? [303, 303, 303, 403, 403] : [403, 403, 403, 303, 303]);
  });

  test.each([
    ['/dashboard/usage', '/dashboard/usage'],
    [`/dashboard/tokens/new?name=${'%E5'.repeat(300)}`, `/dashboard/tokens/new?name=${'%E5'.repeat(300)}`],
    [`/dashboard?${'%'.repeat(800)}`, '/dashboard'],
    [`/dashboard/${'a'.repeat(2_400)}`, '/dashboard'],
  ])('goes on at %s', async (next, location) => {
    await newPerson();
    const page = await createTraveller(app).signIn({ from: `${BEGIN}?next=${encodeURIComponent(next)}` });
    expect(page.headers.get('location')).toBe(location);
  });
});

describe('an answer does not count (D49)', () => {
  const VERIFIED = 'could not be verified';
  const ENDED = 'This sign-in has ended, or began in another browser.';

  type Way = NonNullable<Parameters<ReturnType<typeof createTraveller>['signIn']>[0]>;
  /** Sets or deletes a parameter of the address on one of the two ways. */
  const changed = (way: 'there' | 'back', name: string, value?: string): Way => ({
    [way]: ({ searchParams }: URL) => (value === undefined ? searchParams.delete(name) : searchParams.set(name, value)),
  });
  const OTHER_ISSUER = 'is not one of 127.0.0.1';

  const inSeconds = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  const anHourAgo: NonNullable<TestProvider['instead']> = (request, response) => {
    inSeconds(-3_600);
    response.once('finish', () => vi.useRealTimers());
    return provider.answer(request, response);
  };

  const CASES: Readonly<Record<string, readonly [Way, number, string]>> = {
    'with another nonce': [changed('there', 'nonce', 'other'), 503, VERIFIED],
    'for another PKCE challenge': [changed('there', 'code_challenge', 'x'.repeat(43)), 400, ENDED],
    'of another issuer': [changed('back', 'iss', 'https://evil.example'), 400, OTHER_ISSUER],
    'without the issuer, which this provider names': [changed('back', 'iss'), 400, OTHER_ISSUER],
    'without a state': [changed('back', 'state'), 400, ENDED],
    'with another state': [changed('back', 'state', 'other'), 400, ENDED],
    'without a code': [changed('back', 'code'), 400, ENDED],
    'with a code that somebody made up': [changed('back', 'code', 'a\0é'), 400, ENDED],
    'that says no': [{ refuses: true }, 403, 'did not sign you in'],
    'after more than ten minutes': [{ back: () => inSeconds(601) }, 400, ENDED],
    'with an ID token that has expired': [
      { back: () => Object.assign(provider, { instead: anHourAgo }) },
      503,
      VERIFIED,
    ],
  };

  test.each(Object.entries(CASES))('%s', async (_, [way, status, sentence]) => {
    const { id } = await newPerson();
    const page = await createTraveller(app).signIn(way);
    expect(page).toMatchObject(shows(status, sentence));
    expect(page.html).toContain(`href="${BEGIN}`);
    expect([await sessions(id), await identities(id)]).toEqual([0, []]);
  });

  test('in another browser, with a cookie that is not the one that was set, nor a second time', async () => {
    const { id } = await newPerson();
    const traveller = createTraveller(app);
    const answer = await traveller.answerOf();
    const cookie = traveller.cookies.get('dashboard_provider') ?? '';
    const text = decodeURIComponent(cookie);
    const ended = async (value: string) => {
      const other = createTraveller(app);
      other.cookies.set('dashboard_provider', value);
      expect(await other.arrive(answer)).toMatchObject(shows(400, ENDED));
    };
    for (const changed of [text.replace(' 0 ', ' 1 '), `x${text}`, 'x', '']) {
      await ended(encodeURIComponent(changed));
    }
    expect(await traveller.arrive(answer)).toMatchObject({ status: 303 });
    expect(await traveller.arrive(answer)).toMatchObject(shows(400, ENDED));
    await ended(cookie);
    expect(await sessions(id)).toBe(1);
  });

  test('with a signature of a key that the provider does not publish; one of new keys counts at once', async () => {
    const { id } = await newPerson();
    await createTraveller(app).signIn();
    await provider.rotateKeys({ isPublished: false });
    const page = await createTraveller(app).signIn();
    expect(page).toMatchObject(shows(503, VERIFIED));
    expect(await sessions(id)).toBe(1);
    await provider.rotateKeys({ isPublished: true });
    expect(await createTraveller(app).signIn()).toMatchObject({ status: 303 });
  });
});

describe('the cookie of the sign-ins that have begun', () => {
  test('is short, of the dashboard alone, and not for scripts; over https it is bound to the host', async () => {
    const secure = otherNode({ isHttps: true });
    const cookies = async (node: Pick<TestApp, 'app'>) => (await createVisitor(node).get(BEGIN)).headers.getSetCookie();
    expect([...(await cookies(app)), ...(await cookies(secure))]).toEqual([
      expect.stringMatching(/^dashboard_provider=[^;]+; Max-Age=600; Path=\/dashboard; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^__Host-dashboard_provider=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  test('lets four tabs end in any order', async () => {
    await newPerson();
    const traveller = createTraveller(app);
    const answers = [];
    for (let tab = 0; tab < 5; tab++) answers.push(await traveller.answerOf());
    const statuses = [];
    for (const answer of answers) statuses.push((await traveller.arrive(answer)).status);
    expect(statuses).toEqual([400, 303, 303, 303, 303]);
    expect(traveller.cookies.has('dashboard_provider')).toBe(false);
  });
});

describe('a fresh sign-in (D49)', () => {
  const from = providerPath({ next: '/dashboard/tokens/new', isFresh: true });

  test('asks a person anew who is signed in at the provider', async () => {
    await newPerson();
    const traveller = createTraveller(app);
    await traveller.signIn();
    const isAsked = () => provider.requests.some((request) => request.startsWith('POST /interaction'));
    provider.requests.length = 0;
    await traveller.signIn();
    expect(isAsked()).toBe(false);
    const page = await traveller.signIn({ from });
    expect(page.headers.get('location')).toBe('/dashboard/tokens/new');
    expect(isAsked()).toBe(true);
  });

  test('opens no session where the provider tells of an earlier one, or tells nothing', async () => {
    const { id } = await newPerson();
    const traveller = await signedInThere();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    for (const maxAge of ['3600', undefined]) {
      const there = ({ searchParams }: URL) => {
        for (const name of ['prompt', 'max_age']) searchParams.delete(name);
        if (maxAge) searchParams.set('max_age', maxAge);
      };
      const page = await traveller.signIn({ from, there });
      expect(page).toMatchObject(shows(403, 'have just signed in there'));
    }
    expect(await sessions(id)).toBe(1);
  });
});

describe('a form of tokens in a session whose sign-in is old (D49)', () => {
  const age = (userId: number) =>
    app.db.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) } });
  const confirmation = (page: Page) => /href="([^"]*fresh=1)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';

  test('leads to the provider and back to the form, with what was entered, in the same session', async () => {
    const { id } = await newPerson();
    const traveller = await signedInThere();
    const [{ id: sessionId } = { id: 0 }] = await app.db.session.findMany({ where: { userId: id } });
    const value = traveller.cookies.get('dashboard_session');
    await age(id);
    const lastDay = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const entered = { name: 'Till “7” & more', expires: 'own', last_day: lastDay };
    const asked = await traveller.fill('/tokens/new', entered);
    expect(asked).toMatchObject(shows(403, 'Confirm your sign-in'));
    expect(asked.html).not.toMatch(/type="password"/);
    const back = await traveller.signIn({ from: confirmation(asked) });
    expect(back.headers.get('location')).toMatch(/^\/dashboard\/tokens\/new\?name=Till/);
    expect(await app.db.session.findMany({ where: { userId: id } })).toMatchObject([{ id: sessionId }]);
    expect(traveller.cookies.get('dashboard_session')).not.toBe(value);
    const form = await traveller.get(back.headers.get('location') ?? '');
    for (const value of ['Till “7” &amp; more', lastDay]) expect(form.html).toContain(`value="${value}"`);
    expect((await traveller.submit(form, entered)).html).toContain('Token created');
    const confirmed = { userId: id, action: 'sign-in-confirmed', through: 'provider' } as const;
    expect(await app.db.activity.count({ where: confirmed })).toBe(1);
  });

  test('says so where what was entered is too long to travel, and leads back to the empty form', async () => {
    const { id } = await newPerson();
    const traveller = await signedInThere();
    await age(id);
    const name = '名'.repeat(300);
    const asked = await traveller.fill('/tokens/new', { name, expires: 'never' });
    expect(asked.html).toContain('What you entered is too long to be kept: copy it first.');
    const back = await traveller.signIn({ from: confirmation(asked) });
    expect(back.headers.get('location')).toBe('/dashboard/tokens/new');
  });

  test('is not opened by a sign-in at the provider that is as old, nor by a password', async () => {
    const { id } = await newPerson();
    await setPassword(operator(app.db), id, PASSWORD);
    const traveller = await signedInThere();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    await traveller.signIn();
    vi.useRealTimers();
    const [session] = await app.db.session.findMany({ where: { userId: id } });
    expect(Number(session?.authenticatedAt)).toBeLessThan(Number(session?.createdAt));
    await age(id);
    const entered = { name: 'Till', current: PASSWORD };
    expect(await traveller.fill('/tokens/new', entered)).toMatchObject({ status: 403 });
    expect(await app.db.apiToken.count({ where: { userId: id, name: 'Till' } })).toBe(0);
  });

  test('does not go on with the session of another user', async () => {
    const first = await newPerson();
    const traveller = await signedInThere();
    await age(first.id);
    const asked = await traveller.fill('/tokens/new', { name: 'Till' });
    const second = await newPerson();
    traveller.forgetProvider();
    await traveller.signIn({ from: confirmation(asked) });
    expect(await sessions(first.id)).toBe(0);
    expect(await sessions(second.id)).toBe(1);
  });
});

describe('a provider that fails', () => {
  const lonelyLog = recordedLog();
  const lonelyNode = () => otherNode({ hasPasswords: false }, lonelyLog.logger);

  const AWAY: Readonly<Record<string, NonNullable<TestProvider['instead']>>> = {
    'closes connections': ({ socket }) => socket.destroy(),
    'is silent': () => {},
    'answers 500': (_, response) => response.writeHead(500).end('no'),
    'answers a page': (_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Maintenance</h1>'),
    'answers no metadata': (_, response) => response.setHeader('Content-Type', 'application/json').end('{"a":1}'),
    'is another issuer': (_, response) =>
      response.setHeader('Content-Type', 'application/json').end('{"issuer":"https://evil.example"}'),
  };

  test.each(Object.entries(AWAY))(
    'and %s: 503 and a sentence, before the redirect and after it; then it goes on',
    async (_, instead) => {
      await newPerson();
      lonelyLog.lines.length = 0;
      const traveller = createTraveller(lonelyNode());
      provider.instead = instead;
      const page = await traveller.get(BEGIN);
      expect(page).toMatchObject(shows(503, '127.0.0.1'));
      expect(page.html).toMatch(/does not answer|could not be verified/);
      expect(page.headers.get('retry-after')).toBe('2');
      expect(lonelyLog.logged().find(({ msg }) => msg === '503: the provider of sign-in failed')).toMatchObject({
        level: 'warn',
        'error.type': 'sign_in_provider',
        'exception.message': expect.stringMatching(/.{10}/),
      });
      provider.instead = undefined;
      const answer = await traveller.answerOf();
      provider.instead = instead;
      expect(await traveller.arrive(answer)).toMatchObject({ status: 503 });
      provider.instead = undefined;
      expect(await traveller.signIn()).toMatchObject({ status: 303 });
      provider.instead = instead;
      expect(await isSignedIn(traveller)).toBe(true);
    },
  );

  test('is asked for its endpoints by those at once together, and after an answer no more', async () => {
    const discoveries = () => provider.requests.filter((request) => request.includes('openid-configuration')).length;
    const lonely = lonelyNode();
    const begin = async () => {
      const pages = await Promise.all(Array.from({ length: 50 }, () => createVisitor(lonely).get(BEGIN)));
      return new Set(pages.map(({ status }) => status));
    };
    provider.requests.length = 0;
    provider.instead = (_, response) => response.writeHead(500).end();
    expect(await begin()).toEqual(new Set([503]));
    const refused = discoveries();
    expect(refused).toBeLessThan(50);
    provider.instead = undefined;
    expect(await begin()).toEqual(new Set([303]));
    expect(await begin()).toEqual(new Set([303]));
    expect(discoveries() - refused).toBe(1);
  });

  test('and takes another secret: 503, and the log says so', async () => {
    await newPerson();
    lonelyLog.lines.length = 0;
    const wrong = otherNode({ provider: { ...provider.settings, clientSecret: 'wrong' } }, lonelyLog.logger);
    const page = await createTraveller(wrong).signIn();
    expect(page).toMatchObject(shows(503, 'tell the operator'));
    expect(lonelyLog.lines.join('')).toContain('sign_in_provider');
    expect(lonelyLog.lines.join('')).not.toContain('wrong');
  });
});

test('of one network 50 failed sign-ins cost the provider a request in the window; others and successes do not count', async () => {
  await newPerson();
  const traveller = createTraveller(app, '198.51.100.1');
  const madeUp = { back: ({ searchParams }: URL) => searchParams.set('code', 'x') };
  for (let n = 0; n < 25; n++) {
    expect((await traveller.signIn()).status).toBe(303);
    expect((await traveller.signIn(madeUp)).status).toBe(400);
    expect((await traveller.signIn(madeUp)).status).toBe(400);
  }
  provider.requests.length = 0;
  const page = await traveller.signIn();
  expect(page).toMatchObject({
    status: 429,
    html: expect.stringMatching(/Too many failed attempts\. Try again in 15 minutes/),
  });
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(provider.requests).not.toContain('POST /token');
  expect((await createTraveller(app, '198.51.100.2').signIn()).status).toBe(303);
});

describe('passwords beside a provider (D49)', () => {
  test('are off: no form asks for one, and the right one is refused', async () => {
    const user = await newPerson();
    await setPassword(operator(app.db), user.id, PASSWORD);
    const visitor = createVisitor(app);
    const page = await visitor.get('/dashboard/sign-in?next=/dashboard/usage');
    expect(page.html).toContain(`href="${BEGIN}?next=%2Fdashboard%2Fusage"`);
    expect(page.html).not.toMatch(/password/i);
    const withForm = await createVisitor(otherNode()).get('/dashboard/sign-in');
    const cookie = withForm.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const refused = await visitor.submit(withForm, { email: user.email, password: PASSWORD }, { Cookie: cookie });
    expect(refused).toMatchObject(shows(403, 'Passwords are off'));
    expect(await sessions(user.id)).toBe(0);

    const traveller = await signedInThere();
    const account = await traveller.get('/dashboard/account');
    expect(account.html).not.toMatch(/type="password"/);
    const password = 'another long one';
    const change = { ...hiddenFields(account.html), current: PASSWORD, password, repeated: password };
    expect((await traveller.send('POST', '/dashboard/account/password', { form: change })).status).toBe(404);
  });

  test('are on with PASSWORD_SIGN_IN=on', async () => {
    const user = await newPerson();
    await setPassword(operator(app.db), user.id, PASSWORD);
    const both = otherNode();
    const visitor = createVisitor(both);
    expect((await visitor.get('/dashboard/sign-in')).html).toContain(`href="${BEGIN}`);
    expect(await visitor.signIn(user.email)).toMatchObject({ status: 303 });
    expect((await visitor.get('/dashboard/account')).html).toContain('Change the password');
    expect((await createTraveller(both).signIn()).status).toBe(303);
  });
});

describe('signing out', () => {
  const signOut = async (traveller: Pick<Visitor, 'get' | 'send'>) =>
    traveller.send('POST', '/dashboard/sign-out', { form: hiddenFields((await traveller.get('/dashboard')).html) });

  test('ends the session here, and leads to the provider with the ID token and the way back', async () => {
    const { id } = await newPerson();
    const traveller = createTraveller(app);
    const { headers } = await traveller.signIn();
    expect(headers.getSetCookie().find((line) => line.startsWith('dashboard_id_token='))).toMatch(
      /; Path=\/dashboard\/sign-out; HttpOnly; SameSite=Lax$/,
    );
    const page = await signOut(traveller);
    expect(page).toMatchObject(shows(200, 'You are signed out here.'));
    expect(await sessions(id)).toBe(0);
    const url = new URL(/^0; url=(.*)$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? '');
    expect(url.href).toContain(`${provider.issuer}/session/end?`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'owner-api',
      id_token_hint: expect.stringMatching(/^ey/),
      post_logout_redirect_uri: `${ORIGIN}/dashboard/sign-in`,
      state: 'signed-out',
    });
    expect(traveller.cookies.has('dashboard_id_token')).toBe(false);
    expect((await traveller.get('/dashboard/sign-in?state=signed-out')).html).toContain('You are signed out.');
  });

  test('ends the session here where the provider is away or signs nobody out', async () => {
    const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
    const withoutIt = JSON.stringify({ ...metadata, end_session_endpoint: undefined });
    const answers: NonNullable<TestProvider['instead']>[] = [
      ({ socket }) => socket.destroy(),
      (_, response) => response.setHeader('Content-Type', 'application/json').end(withoutIt),
    ];
    for (const answer of answers) {
      const { id } = await newPerson();
      const traveller = await signedInThere();
      // A node that does not know the endpoints yet.
      const visitor = createVisitor(otherNode());
      for (const [name, value] of traveller.cookies) visitor.cookies.set(name, value);
      provider.instead = answer;
      const page = await signOut(visitor);
      provider.instead = undefined;
      expect(page.headers.get('location')).toBe('/dashboard/sign-in?signed-out=1');
      expect(await sessions(id)).toBe(0);
    }
  });
});

test('without a provider its pages are not there', async () => {
  const plain = otherNode({ provider: undefined });
  const visitor = createVisitor(plain);
  expect((await visitor.get('/dashboard/sign-in')).html).not.toContain(BEGIN);
  for (const path of [BEGIN, `${ANSWER}?state=x&code=y`]) {
    expect((await visitor.get(path)).headers.get('location')).toMatch(/^\/dashboard\/sign-in/);
  }
});
