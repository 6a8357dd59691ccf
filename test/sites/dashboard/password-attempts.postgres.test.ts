// Password attempts (D49): only wrong ones count, and nobody can lock an owner out.
import { createHook } from 'node:async_hooks';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { disableUser, setPassword } from '../../../src/accounts/users.ts';
import { lock } from '../../support/lock.ts';
import { operator } from '../../support/operator.ts';
import { OF_ADDRESS, OF_DAY, openGuesses, POINTS } from './password-guesses.ts';
import { createVisitor, PASSWORD, shows } from './visitor.ts';

const { app, account, guess, right, newAddress, stranger, takeDay } = await openGuesses();

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

  test('counts for its address or IPv6 network over all accounts; a rejected one adds to no other limit', async () => {
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

  test('70 wrong sign-ins at once from one address keep nobody else out', async () => {
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

test('a failed sign-in takes as many hashes and statements for unknown accounts as for known ones (D49)', async () => {
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
