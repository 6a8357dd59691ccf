// The meaning of a failed call, by the errors that both kinds of database really throw.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRetryable, isUnavailable, retryOnConflict, violatedCheck } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/open-database.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
let db: Database['db'];
beforeEach(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterEach(() => database.close());

/** The database itself fails with the given SQLSTATE. */
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
  '53100',
  '53200',
  '53300',
  '57014',
  '57P01',
  '57P03',
  '08006',
  '55P03',
  '25006',
  '58030',
  '42501',
  '2200H',
];

test.each([...CONFLICTS, ...TROUBLE])('%s is unavailable, and retried where it is a conflict', async (state) => {
  for (const error of await Promise.all([raise(state), db.$transaction([raise(state)])].map(failure))) {
    expect([isUnavailable(error), isRetryable(error)]).toEqual([true, CONFLICTS.includes(state)]);
  }
});

test('a transaction that could not begin in time is unavailable', async () => {
  const held = Promise.withResolvers<void>();
  const holders = Array.from({ length: database.pool?.options.max ?? 1 }, () => db.$transaction(() => held.promise));
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

describe('the fault of the request or of the code', () => {
  test.each(['23514', '23503', '22003', '42703', 'P0001', '25P02'])(
    '%s is neither unavailable nor retryable',
    async (state) => {
      const error = await failure(raise(state));
      expect(isUnavailable(error)).toBe(false);
      expect(isRetryable(error)).toBe(false);
    },
  );

  test('a duplicate, a missing row and what is no error at all are neither', async () => {
    await owner();
    const errors = [
      await failure(owner()),
      await failure(db.user.update({ where: { id: 42 }, data: { name: '' } })),
      ...[new Error('other'), new TypeError('x'), 'text', null, undefined, 42],
    ];
    for (const error of errors) {
      expect(isUnavailable(error)).toBe(false);
      expect(isRetryable(error)).toBe(false);
      expect(violatedCheck(error)).toBeUndefined();
    }
  });
});

describe('the violated check', () => {
  const product = (ownerId: number) =>
    ({ ownerId, title: 'Drill', rent: 1, stockType: 'UNIT', sku: 'D1', quantity: 1 }) as const;

  test('is named after a create, an update, a raw statement, alone and within a transaction', async () => {
    const { id } = await owner();
    await db.product.create({ data: product(id) });
    const failures = await Promise.all(
      [
        db.product.create({ data: { ...product(id), sku: ' ' } }),
        db.product.updateMany({ data: { sku: null } }),
        db.$executeRaw`UPDATE products SET sku = ''`,
        db.$transaction((tx) => tx.product.create({ data: { ...product(id), sku: '' } })),
        db.$transaction([db.product.create({ data: { ...product(id), sku: '' } })]),
      ].map(failure),
    );
    for (const error of failures) expect(violatedCheck(error)).toBe('products_sku_check');
  });

  test('is undefined for another violation', async () => {
    expect(violatedCheck(await failure(db.product.create({ data: product(42) })))).toBeUndefined();
  });
});

describe('retryOnConflict', () => {
  test('repeats a transaction that lost until it succeeds', async () => {
    let attempts = 0;
    const work = () => db.$transaction(async (tx) => (++attempts < 3 ? raise('40P01', tx) : 'done'));
    expect(await retryOnConflict(work)).toBe('done');
    expect(attempts).toBe(3);
  });

  test('gives up after four attempts with the last failure', async () => {
    let attempts = 0;
    const error = await failure(retryOnConflict(() => raise('40001').finally(() => attempts++)));
    expect(attempts).toBe(4);
    expect(isUnavailable(error)).toBe(true);
  });

  test.each(['57014', '08006', '23514'])('never repeats anything else (%s)', async (state) => {
    let attempts = 0;
    await failure(retryOnConflict(() => raise(state).finally(() => attempts++)));
    expect(attempts).toBe(1);
  });
});
