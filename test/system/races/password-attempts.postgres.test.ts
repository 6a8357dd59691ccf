// Concurrent guesses at one password on two nodes (D49): as many are checked as one after the other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHashing, hashPassword } from '../../../src/accounts/passwords.ts';
import { accountKey, createPasswordBudgets, signIn } from '../../../src/accounts/sign-in.ts';
import { startNodes, tally } from './nodes.ts';

const POINTS = 10;
const AT_ONCE = 64;
const PASSWORD = 'correct horse battery';
const EMAIL = 'owner@example.com';

const { db, databases, close } = await startNodes();
afterAll(close);
const nodes = databases.map(({ db, pool }) => ({
  db,
  budgets: createPasswordBudgets({ name: 'sign-in', points: POINTS, windowSeconds: 900 }, pool),
  hashing: createHashing(),
}));

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  await db.user.create({ data: { email: EMAIL, name: 'Olivia', passwordHash } });
});

const attempts = async (password: string) => {
  const signal = new AbortController().signal;
  const results = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, n) => {
      const node = nodes[n % nodes.length] as (typeof nodes)[0];
      return signIn(node, {
        email: EMAIL,
        password,
        address: '192.0.2.1',
        browserValues: [],
        signal,
      });
    }),
  );
  return tally(
    results.map((one) =>
      one.status === 'rejected' ? one.reason.failure.kind : Boolean(one.value),
    ),
  );
};

test(`of ${AT_ONCE} correct passwords at once, none counts permanently`, async () => {
  const { true: right = 0, throttled = 0, unavailable = 0 } = await attempts(PASSWORD);
  expect(right).toBeGreaterThan(0);
  expect(right + throttled + unavailable).toBe(AT_ONCE);
  const points = await db.budget.findMany({ select: { points: true } });
  expect(points.map((one) => one.points)).toEqual([0, 0, 0, 0]);
});

test(`of ${AT_ONCE} wrong passwords at once on two nodes, as many are checked as the limit allows`, async () => {
  let wrong = 0;
  // On a slow machine some wait too long, are rejected unchecked, and don't count.
  for (let throttled = 0; throttled < AT_ONCE; ) {
    const round = await attempts('wrong');
    wrong += round.false ?? 0;
    throttled = round.throttled ?? 0;
  }
  expect(wrong).toBe(POINTS);
  expect(await attempts(PASSWORD)).toEqual({ throttled: AT_ONCE });
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { email: EMAIL } });
  const left = await nodes[1]?.budgets.perDay.look(accountKey(EMAIL, passwordHash));
  expect(left?.remaining).toBe(10 * POINTS - POINTS);
});
