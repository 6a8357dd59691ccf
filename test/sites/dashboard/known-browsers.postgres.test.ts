// Limits of password attempts (D49) in a browser that has signed in before, and in a signed-in user's form.
import { describe, expect, test } from 'vitest';
import { type Account, OF_ADDRESS, openGuesses, POINTS } from './password-guesses.ts';
import { createVisitor, PASSWORD, shows, signedIn, type Visitor } from './visitor.ts';

const { app, account, guess, right, newAddress, stranger, take, takeDay } = await openGuesses();

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
