// Attempts at passwords (D49): wrong ones alone count, and nobody can lock an owner out.
import { createHook } from 'node:async_hooks';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { budgetKey, createPasswordBudgets } from '../../../src/accounts/sign-in.ts';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, hiddenFields, PASSWORD, signedIn, type Visitor } from './visitor.ts';

const SIGN_IN = { name: 'sign-in', points: 2, windowSeconds: 900 };
const DAYS = 86_400_000;
const POINTS = SIGN_IN.points;
/** As many as an address has at all accounts, and an account has at all addresses. */
const OF_ADDRESS = 5 * POINTS;
const OF_DAY = 10 * POINTS;
const LOCKED_OUT = 'or use another browser in which you have signed in before';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { signIn: SIGN_IN } });
  await setPassword(operator(app.db), app.owner.id, PASSWORD);
});
afterEach(() => app.close());

const guess = async (by: Visitor, email = app.owner.email) => (await by.signIn(email, 'wrong')).status;
const right = async (by: Visitor) => (await by.signIn(app.owner.email)).status;

/** A browser that the account does not know, at an address that no other one has. */
let addresses = 0;
const stranger = () => createVisitor(app, `198.51.100.${++addresses}`);

/** Takes the points of wrong passwords without their hashes, which take long: `times` of a budget's key. */
async function take(of: 'perAddress' | 'perDay', key: string, times: number) {
  const budget = createPasswordBudgets(SIGN_IN, app.database.pool)[of];
  for (let n = 0; n < times; n++) await budget.consume(key);
}
const takeDay = () => take('perDay', budgetKey(app.owner.email), OF_DAY);

describe('a wrong password (D49)', () => {
  test('counts for its account and address alone, known or not', async () => {
    for (const email of [app.owner.email, 'nobody@example.com']) {
      const by = stranger();
      expect([await guess(by, email), await guess(by, email), await guess(by, email)]).toEqual([401, 401, 429]);
      expect(await guess(stranger(), email)).toBe(401);
    }
    // No e-mail address is in a table.
    expect(JSON.stringify(await app.db.budget.findMany({ select: { key: true } }))).not.toContain('@');
    const page = await createVisitor(app, `198.51.100.${addresses - 1}`).signIn('nobody@example.com', 'wrong');
    expect(page).toMatchObject({
      status: 429,
      html: expect.stringMatching(/Try again in 1[45] minutes, or use another/),
    });
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  test('counts for its address over all accounts, and for its network of IPv6', async () => {
    const by = (host: number) => createVisitor(app, `2001:db8::${host}`);
    const statuses = [];
    for (let n = 0; n <= OF_ADDRESS; n++) statuses.push(await guess(by(n), `user-${n}@example.com`));
    expect(statuses).toEqual([...Array(OF_ADDRESS).fill(401), 429]);
    expect(await guess(createVisitor(app, '2001:db8:0:1::1'), 'user@example.com')).toBe(401);
  });

  test('refused attempts leave no row of another budget, so that one address fills no table', async () => {
    const by = stranger();
    await take('perAddress', `198.51.100.${addresses}`, OF_ADDRESS);
    const before = await app.db.budget.count();
    expect(await guess(by, 'another@example.com')).toBe(429);
    expect(await app.db.budget.count()).toBe(before);
  });

  test('counts for a day at its account, known or not, from all browsers that the account does not know', async () => {
    const owner = createVisitor(app, '192.0.2.7');
    expect(await right(owner)).toBe(303);
    for (const email of ['nobody@example.com', app.owner.email]) {
      for (let n = 0; n < OF_DAY; n += POINTS) {
        const by = stranger();
        expect([await guess(by, email), await guess(by, email)]).toEqual([401, 401]);
      }
      const page = await stranger().signIn(email);
      expect(page).toMatchObject({ status: 429, html: expect.stringMatching(/Try again in 24 hours, or use another/) });
      expect(page.html).toContain(LOCKED_OUT);
    }
    expect(await right(owner)).toBe(303);
  });
});

test('a right password takes nothing that stays, also of a disabled account (D49, D4)', async () => {
  const by = stranger();
  await guess(by);
  for (const status of [303, 403]) {
    if (status === 403) await disableUser(operator(app.db), app.owner.id);
    for (let n = 0; n < 2 * POINTS; n++) {
      by.cookies.clear();
      expect(await right(by)).toBe(status);
    }
  }
  const points = await app.db.budget.findMany({ select: { points: true } });
  expect(points.filter((one) => one.points > 0)).toHaveLength(3);
  by.cookies.clear();
  expect([await guess(by), await guess(by)]).toEqual([401, 429]);
});

describe('a browser that has signed in before (D49)', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAYS);
  const KNOWN = { isTemporary: true };
  const value = (by: Visitor) => by.cookies.get('dashboard_browser') ?? '';

  test('is known by a cookie that only the hash of is stored, for 180 days', async () => {
    const by = stranger();
    const page = await by.signIn(app.owner.email);
    const cookie = page.headers.getSetCookie().find((line) => line.startsWith('dashboard_browser='));
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/dashboard; HttpOnly; SameSite=Lax$/);
    expect(value(by)).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await app.db.knownBrowser.findMany())).not.toContain(value(by));
  });

  test('has a budget of its own, that strangers at its address do not take, and no more than that', async () => {
    const owner = createVisitor(app, '192.0.2.7');
    await right(owner);
    const neighbour = createVisitor(app, '192.0.2.7');
    await take('perAddress', '192.0.2.7', OF_ADDRESS);
    expect(await guess(neighbour)).toBe(429);
    expect([await guess(owner), await right(owner), await guess(owner), await guess(owner)]).toEqual([
      401, 303, 401, 429,
    ]);
    const thief = stranger();
    thief.cookies.set('dashboard_browser', value(owner));
    expect(await right(thief)).toBe(429);
    expect(await right(stranger())).toBe(303);
  });

  test.each([
    ['invented', () => 'x'.repeat(43)],
    ['of another account', () => app.db.knownBrowser.updateMany({ data: { userId: app.rival.id } })],
    ['not used for 180 days', () => app.db.knownBrowser.updateMany({ data: { seenAt: daysAgo(180) } })],
    ['of before a new password of an operator', () => setPassword(operator(app.db), app.owner.id, PASSWORD, KNOWN)],
    ['as long as a header may be', () => 'x.'.repeat(5_000)],
  ])('has no budget by a value that is %s', async (_, change) => {
    const known = stranger();
    await right(known);
    const made = await change();
    const planted = typeof made === 'string' ? made : value(known);
    await takeDay();
    const by = stranger();
    by.cookies.set('dashboard_browser', planted);
    expect(await right(by)).toBe(429);
  });

  test('gets another value than one that was planted', async () => {
    const by = stranger();
    by.cookies.set('dashboard_browser', 'planted');
    await right(by);
    const [own, other] = value(by).split('.');
    expect([own?.length, other]).toEqual([43, 'planted']);
    expect(await app.db.knownBrowser.count()).toBe(1);
    await right(by);
    expect(value(by)).toBe(`${own}.planted`);
  });

  test('is known to each of five accounts, and an account knows the last 20', async () => {
    const by = stranger();
    await setPassword(operator(app.db), app.rival.id, PASSWORD);
    await right(by);
    await by.signIn(app.rival.email);
    expect(value(by).split('.')).toHaveLength(2);
    await takeDay();
    expect(await right(by)).toBe(303);
    by.cookies.set('dashboard_browser', ['1', '2', '3', '4', '5', '6'].join('.'));
    await app.db.$executeRaw`DELETE FROM budgets`;
    await right(by);
    expect(value(by).split('.').slice(1)).toEqual(['1', '2', '3', '4']);
    const others = Array.from({ length: 30 }, (_, n) => ({ userId: app.owner.id, hash: `${n}`, seenAt: new Date(n) }));
    await app.db.knownBrowser.createMany({ data: others });
    expect(await right(by)).toBe(303);
    const known = await app.db.knownBrowser.findMany({ where: { userId: app.owner.id }, orderBy: { seenAt: 'asc' } });
    expect(known).toHaveLength(20);
    expect(known[0]?.hash).toBe('12');
  });
});

describe('the form of a signed-in user (D49)', () => {
  const NEW = 'a new long password';
  async function change(by: Visitor, current = PASSWORD) {
    const { form_token } = hiddenFields((await by.get('/dashboard/account')).html);
    const form = { form_token, current, password: NEW, repeated: NEW };
    return by.send('POST', '/dashboard/account/password', { form });
  }

  test('is open however often strangers guess, also at the address of the user', async () => {
    const owner = await signedIn(app);
    await takeDay();
    await take('perAddress', '192.0.2.1', OF_ADDRESS);
    expect(await change(owner)).toMatchObject({ status: 303 });
  });

  test('has a budget for each session, and a right password takes nothing that stays', async () => {
    const [thief, owner] = [await signedIn(app), stranger()];
    await right(owner);
    expect([(await change(thief, 'wrong')).status, (await change(thief, 'wrong')).status]).toEqual([400, 400]);
    const page = await change(thief);
    expect(page).toMatchObject({
      status: 429,
      html: expect.stringMatching(/Too many failed attempts. Try again in 15 minutes\./),
    });
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await change(owner)).toMatchObject({ status: 303 });
  });

  test('forgets every other browser, and keeps this one', async () => {
    const [owner, other] = [stranger(), stranger()];
    await right(owner);
    await right(other);
    expect(await change(owner)).toMatchObject({ status: 303 });
    await takeDay();
    expect((await owner.signIn(app.owner.email, NEW)).status).toBe(303);
    expect((await other.signIn(app.owner.email, NEW)).status).toBe(429);
  });
});

test('a refused sign-in takes as many hashes and statements for an unknown account as for a known one (D49)', async () => {
  const { id, email: disabled } = await app.person('disabled');
  await setPassword(operator(app.db), id, PASSWORD);
  await disableUser(operator(app.db), id);
  let hashes = 0;
  const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++) }).enable();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const taken = [];
  for (const email of [app.owner.email, 'nobody@example.com', disabled, app.rival.email]) {
    const by = stranger();
    const page = await by.get('/dashboard/sign-in');
    hashes = 0;
    query.mockClear();
    expect(await by.submit(page, { email, password: 'wrong' })).toMatchObject({ status: 401 });
    const statements = query.mock.calls.filter((call) => /budgets|known_browsers/.test(JSON.stringify(call[0])));
    taken.push([hashes, statements.length]);
  }
  hook.disable();
  query.mockRestore();
  expect(taken[0]).toEqual([1, 4]);
  expect(new Set(taken.map(String)).size).toBe(1);
});
