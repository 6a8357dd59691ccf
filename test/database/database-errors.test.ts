// Classifies failed calls by the errors that both kinds of database throw.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  isRetryable,
  isUnavailable,
  retryOnConflict,
  violatedCheck,
} from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/db.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
let db: Database['db'];
beforeEach(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterEach(() => database.close());

/** The database itself fails with this SQLSTATE. */
const raise = (state: string, on: Pick<Database['db'], '$executeRawUnsafe'> = db) =>
  on.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${state}'; END $$`);

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );

const owner = () => db.user.create({ data: { name: 'Ada', email: 'ada@example.com' } });

const CONFLICTS = ['40P01', '40001'];
const TROUBLE = [
  '25P02',
  '53100',
  '57014',
  '57P01',
  '08006',
  '55P03',
  '25006',
  '58030',
  '42501',
  '2200H',
];

test.each([...CONFLICTS, ...TROUBLE])(
  '%s is unavailable, and retried if it is a conflict',
  async (state) => {
    for (const error of await Promise.all(
      [raise(state), db.$transaction([raise(state)])].map(failure),
    )) {
      expect([isUnavailable(error), isRetryable(error)]).toEqual([
        true,
        CONFLICTS.includes(state),
      ]);
    }
  },
);

test("a transaction that can't begin in time is unavailable", async () => {
  const held = Promise.withResolvers<void>();
  const holders = Array.from({ length: database.pool?.options.max ?? 1 }, () =>
    db.$transaction(() => held.promise),
  );
  const error = await failure(db.$transaction((tx) => tx.user.count(), { maxWait: 100 }));
  expect(isUnavailable(error)).toBe(true);
  held.resolve();
  await Promise.all(holders);
  expect(await db.user.count()).toBe(0);
});

test('a closed database is unavailable', async () => {
  const other = await freshDatabase();
  await other.close();
  expect(isUnavailable(await failure(other.db.user.count()))).toBe(true);
});

test("errors in the request or the code, and values that aren't errors, are neither", async () => {
  await owner();
  const states = ['23514', '23503', '22003', '42703', 'P0001'];
  const errors = [
    ...(await Promise.all(states.map((state) => failure(raise(state))))),
    await failure(owner()),
    await failure(db.user.update({ where: { id: 42 }, data: { name: '' } })),
    ...[new Error('other'), new TypeError('x'), 'text', null, undefined, 42],
  ];
  for (const error of errors) {
    expect([isUnavailable(error), isRetryable(error), violatedCheck(error)]).toEqual([
      false,
      false,
      undefined,
    ]);
  }
});

test('names the violated check of a create, an update and a raw statement, alone and in a transaction', async () => {
  const { id } = await owner();
  const product = {
    ownerId: id,
    title: 'Drill',
    rent: 1,
    stockType: 'UNIT',
    sku: 'D1',
    quantity: 1,
  } as const;
  await db.product.create({ data: product });
  const without = { data: { ...product, sku: '' } };
  const failures = [
    db.product.create(without),
    db.product.updateMany({ data: { sku: null } }),
    db.$executeRaw`UPDATE products SET sku = ''`,
    db.$transaction((tx) => tx.product.create(without)),
    db.$transaction([db.product.create(without)]),
  ];
  for (const error of await Promise.all(failures.map(failure)))
    expect(violatedCheck(error)).toBe('products_sku_check');
  expect(
    violatedCheck(await failure(db.product.create({ data: { ...product, ownerId: 42 } }))),
  ).toBeUndefined();
});

test('retryOnConflict repeats a transaction that lost, at most four times, and nothing else', async () => {
  let attempts = 0;
  const work = () =>
    db.$transaction(async (tx) => (++attempts < 3 ? raise('40P01', tx) : 'done'));
  expect(await retryOnConflict(work)).toBe('done');
  expect(attempts).toBe(3);
  for (const [state, times] of [
    ['40001', 4],
    ['57014', 1],
    ['08006', 1],
    ['23514', 1],
  ] as const) {
    attempts = 0;
    await failure(retryOnConflict(() => raise(state).finally(() => attempts++)));
    expect([state, attempts]).toEqual([state, times]);
  }
});
