// Password attempts (D49): only wrong ones count, and nobody can lock an owner out.
import { createHook } from 'node:async_hooks';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { accountKey, createPasswordBudgets } from '../../../src/accounts/sign-in.ts';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { openTestApp } from '../../support/app.ts';
import { lock } from '../../support/lock.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, PASSWORD, shows, signedIn, type Visitor } from './visitor.ts';

const POINTS = 2;
const SIGN_IN = { name: 'sign-in', points: POINTS, windowSeconds: 900 };
/** As many as an address may try at all accounts, or at one account from all addresses. */
const OF_ADDRESS = 5 * POINTS;
const OF_DAY = 10 * POINTS;

const app = await openTestApp({ config: { signIn: SIGN_IN } });

async function account() {
  const person = await app.person('account');
  await setPassword(operator(app.db), person.id, PASSWORD);
  return person;
}

type Account = Awaited<ReturnType<typeof account>>;

const guess = async (by: Visitor, email: string) => (await by.signIn(email, 'wrong')).status;
const right = async (by: Visitor, { email }: Account, password = PASSWORD) =>
  (await by.signIn(email, password)).status;

/** A browser that no account knows, at an address of its own. */
let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;
const stranger = () => createVisitor(app, newAddress());

/** Counts wrong passwords without hashing them, which is slow: `times` for the key of a limit. */
async function take(of: 'perAddress' | 'perDay', key: string, times: number) {
  const budget = createPasswordBudgets(SIGN_IN, app.database.pool)[of];
  for (let n = 0; n < times; n++) await budget.consume(key);
}
async function takeDay({ email }: { readonly email: string }, times = OF_DAY) {
  const user = await app.db.user.findUnique({ where: { email } });
  await take('perDay', accountKey(email, user?.passwordHash), times);
}

describe('a wrong password (D49)', () => {
  test('counts for its account and address only, known or not', async () => {
    for (const email of [(await account()).email, 'nobody@example.com']) {
      const by = stranger();
      expect([await guess(by, email), await guess(by, email)]).toEqual([401, 401]);
      const page = await by.signIn(email, 'wrong');
      expect(page.html).toMatch(
        /Try again in 1[45] minutes, or use a browser you have signed in with before/,
      );
      expect([page.status, Number(page.headers.get('retry-after')) > 800]).toEqual([429, true]);
      expect(await guess(stranger(), email)).toBe(401);
    }
    // No e-mail address is in a table.
    expect(JSON.stringify(await app.db.budget.findMany({ select: { key: true } }))).not.toContain(
      '@',
    );
  });

  test('counts for its address over all accounts, and for its IPv6 network; a rejected one adds to no other limit', async () => {
    const by = (host: number) => createVisitor(app, `2001:db8::${host}`);
    for (let n = 0; n < OF_ADDRESS; n++)
      expect(await guess(by(n), `user-${n}@example.com`)).toBe(401);
    const rows = await app.db.budget.count();
    expect(await guess(by(OF_ADDRESS), 'another@example.com')).toBe(429);
    expect(await app.db.budget.count()).toBe(rows);
    expect(await guess(createVisitor(app, '2001:db8:0:1::1'), 'user@example.com')).toBe(401);
  });

  test("counts for a day at its account, known or not, from all browsers that the account doesn't know", async () => {
    const person = await account();
    const owner = stranger();
    expect(await right(owner, person)).toBe(303);
    for (const email of ['unknown@example.com', person.email]) {
      await takeDay({ email }, OF_DAY - 1);
      expect(await guess(stranger(), email)).toBe(401);
      expect(await stranger().signIn(email)).toMatchObject(
        shows(429, 'Try again in 24 hours, or use a browser'),
      );
    }
    expect(await right(owner, person)).toBe(303);
  });
});

describe('an attacker only affects themselves (D49)', () => {
  /** Sends wrong passwords at once, with forms that were opened before. */
  async function crowd(addresses: readonly string[]) {
    const forms = await Promise.all(
      addresses.map(async (address) => {
        const by = createVisitor(app, address);
        return { by, page: await by.open('/sign-in') };
      }),
    );
    return (emailOf: (at: number) => string) =>
      forms.map(({ by, page }, at) => by.submit(page, { email: emailOf(at), password: 'wrong' }));
  }

  test('70 wrong sign-ins at once from one address keep nobody else out: ten correct ones beside them return 303', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, account));
    const forms = await Promise.all(
      owners.map(async ({ email }) => {
        const by = stranger();
        return { by, email, page: await by.open('/sign-in') };
      }),
    );
    const send = await crowd(Array(70).fill(newAddress()));
    const wrong = send((at) => `crowd-${at}@example.com`);
    const right = forms.map(({ by, page, email }) =>
      by.submit(page, { email, password: PASSWORD }),
    );
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual(owners.map(() => 303));
    const checked = (await Promise.all(wrong)).filter(({ status }) => status === 401);
    // The address has reached its limit and gets no more places.
    expect(checked).toHaveLength(OF_ADDRESS);
  });

  test('after a hundred networks of one /48, the correct password works in a new browser elsewhere', async () => {
    const person = await account();
    const networks = Array.from({ length: 100 }, (_, at) => `2001:db8:7:${at.toString(16)}::1`);
    const pages = [];
    for (const network of networks)
      pages.push(await createVisitor(app, network).signIn(person.email, 'wrong'));
    const refused = pages.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(100 - 2 * POINTS);
    expect(refused[0]).toMatchObject(shows(429, 'Try again in 24 hours'));
    expect(await right(stranger(), person)).toBe(303);
  });

  test('the networks of one /48 also share a limit over all accounts', async () => {
    const statuses = [];
    for (let at = 0; at <= 4 * OF_ADDRESS; at++)
      statuses.push(
        await guess(
          createVisitor(app, `2001:db8:8:${at.toString(16)}::1`),
          `site-${at}@example.com`,
        ),
      );
    expect(statuses).toEqual([...Array(4 * OF_ADDRESS).fill(401), 429]);
    expect(await guess(createVisitor(app, '2001:db8:9::1'), 'site@example.com')).toBe(401);
  });

  test('an owner whom an operator helped stays signed in, in a browser that was known before', async () => {
    const person = await account();
    const by = stranger();
    await right(by, person);
    await setPassword(operator(app.db), person.id, 'a password of an operator', {
      isTemporary: true,
    });
    await takeDay(person);
    expect(await right(stranger(), person, 'a password of an operator')).toBe(429);
    expect(await right(by, person, 'a password of an operator')).toBe(303);
  });

  test('a new password ends the one-day lock of the guessed one', async () => {
    const person = await account();
    await takeDay(person);
    expect(await right(stranger(), person)).toBe(429);
    await setPassword(operator(app.db), person.id, 'another long password', { isTemporary: true });
    expect(await right(stranger(), person, 'another long password')).toBe(303);
  });
});

test('a password that is replaced while it signs in starts no session (D49)', async () => {
  const person = await account();
  const replaced = "UPDATE users SET password_hash = 'another one' WHERE id = $1";
  const { untilOneWaits, release } = await lock(app, replaced, person.id);
  const page = right(stranger(), person);
  await untilOneWaits();
  await release();
  expect(await page).toBe(401);
  expect(await app.db.session.count({ where: { userId: person.id } })).toBe(0);
});

test("a correct password doesn't count permanently, even for a disabled account (D49, D4)", async () => {
  const person = await account();
  const by = stranger();
  await guess(by, person.email);
  for (const status of [303, 403]) {
    if (status === 403) await disableUser(operator(app.db), person.id);
    for (let n = 0; n < 2 * POINTS; n++) {
      by.cookies.clear();
      expect(await right(by, person)).toBe(status);
    }
  }
  by.cookies.clear();
  expect([await guess(by, person.email), await guess(by, person.email)]).toEqual([401, 429]);
});

describe('a browser that has signed in before (D49)', () => {
  const value = (by: Visitor) => by.cookies.get('dashboard_browser') ?? '';
  const browsersOf = ({ id }: Account, data: object) =>
    app.db.knownBrowser.updateMany({ where: { userId: id }, data });

  test('is known for 180 days by a cookie that is only stored as a hash; a planted value is rejected', async () => {
    const person = await account();
    const by = stranger();
    by.cookies.set('dashboard_browser', 'planted');
    const page = await by.signIn(person.email);
    const cookie = page.headers
      .getSetCookie()
      .find((line) => line.startsWith('dashboard_browser='));
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/dashboard; HttpOnly; SameSite=Lax$/);
    const kept = value(by);
    expect(kept).toMatch(/^[\w-]{43}\.planted$/);
    expect(JSON.stringify(await app.db.knownBrowser.findMany())).not.toContain(kept.split('.')[0]);
    expect(await app.db.knownBrowser.count({ where: { userId: person.id } })).toBe(1);
    await right(by, person);
    expect(value(by)).toBe(kept);
  });

  test("has its own limit, which others at its address can't use up, and no more than that", async () => {
    const person = await account();
    const address = newAddress();
    const [owner, neighbour] = [createVisitor(app, address), createVisitor(app, address)];
    await right(owner, person);
    await take('perAddress', address, OF_ADDRESS);
    expect(await guess(neighbour, person.email)).toBe(429);
    expect([await guess(owner, person.email), await right(owner, person)]).toEqual([401, 303]);
    expect([await guess(owner, person.email), await guess(owner, person.email)]).toEqual([
      401, 429,
    ]);
    const thief = stranger();
    thief.takeCookies(owner);
    expect(await right(thief, person)).toBe(429);
    expect(await right(stranger(), person)).toBe(303);
  });

  test.each<[string, string | ((person: Account) => Promise<unknown>)]>([
    ['invented', 'x'.repeat(43)],
    ['as long as a header may be', 'x.'.repeat(5_000)],
    ['of another account', (person) => browsersOf(person, { userId: app.rival.id })],
    [
      'not used for 180 days',
      (person) => browsersOf(person, { seenAt: new Date(Date.now() - 180 * 86_400_000) }),
    ],
  ])('has no limit of its own with a cookie %s', async (_, planted) => {
    const person = await account();
    const by = stranger();
    await right(by, person);
    if (typeof planted === 'string') by.cookies.set('dashboard_browser', planted);
    else await planted(person);
    await takeDay(person);
    expect(await right(by, person)).toBe(429);
  });

  test('is known to each of five accounts, and an account knows the last 20', async () => {
    const by = stranger();
    const [person, other] = [await account(), await account()];
    for (const one of [person, other]) await right(by, one);
    expect(value(by).split('.')).toHaveLength(2);
    await takeDay(person);
    expect(await right(by, person)).toBe(303);
    const third = await account();
    by.cookies.set('dashboard_browser', ['1', '2', '3', '4', '5', '6'].join('.'));
    await right(by, third);
    expect(value(by).split('.').slice(1)).toEqual(['1', '2', '3', '4']);
    const others = Array.from({ length: 30 }, (_, n) => ({
      userId: third.id,
      hash: `${n}`,
      seenAt: new Date(n),
    }));
    await app.db.knownBrowser.createMany({ data: others });
    expect(await right(by, third)).toBe(303);
    const known = await app.db.knownBrowser.findMany({
      where: { userId: third.id },
      orderBy: { seenAt: 'asc' },
    });
    expect([known.length, known[0]?.hash]).toEqual([20, '11']);
  });
});

describe("a signed-in user's form (D49)", () => {
  const NEW = 'a new long password';
  const change = (by: Visitor, current = PASSWORD) =>
    by.post('/account/password', { current, password: NEW, repeated: NEW });

  test("works however often others guess, even at the user's address; it forgets every other browser", async () => {
    const person = await account();
    const address = newAddress();
    const [owner, other] = [createVisitor(app, address), stranger()];
    for (const one of [owner, other]) await right(one, person);
    await takeDay(person);
    await take('perAddress', address, OF_ADDRESS);
    expect(await change(owner)).toMatchObject({ status: 303 });
    await takeDay(person);
    expect([await right(owner, person, NEW), await right(other, person, NEW)]).toEqual([303, 429]);
  });

  test("has a limit for each session, and a correct password doesn't count permanently", async () => {
    const person = await account();
    const [thief, owner] = [await signedIn(app, person), stranger()];
    await right(owner, person);
    for (let n = 0; n < POINTS; n++)
      expect(await change(thief, 'wrong')).toMatchObject({ status: 400 });
    const page = await change(thief);
    expect(page).toMatchObject(shows(429, 'Too many failed attempts. Try again in 15 minutes.'));
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await change(owner)).toMatchObject({ status: 303 });
  });
});

test('a failed sign-in computes as many hashes and statements for an unknown account as for a known one (D49)', async () => {
  const [known, disabled] = [await account(), await account()];
  await disableUser(operator(app.db), disabled.id);
  let hashes = 0;
  const hook = createHook({
    init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++),
  }).enable();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  for (const email of [known.email, 'not-known@example.com', disabled.email, app.rival.email]) {
    const by = stranger();
    const page = await by.open('/sign-in');
    hashes = 0;
    query.mockClear();
    expect(await by.submit(page, { email, password: 'wrong' })).toMatchObject({ status: 401 });
    const statements = query.mock.calls.filter((call) =>
      /budgets|known_browsers/.test(JSON.stringify(call[0])),
    );
    expect([email, hashes, statements.length]).toEqual([email, 1, 5]);
  }
  hook.disable();
  query.mockRestore();
});
