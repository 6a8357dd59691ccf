// What transactions guarantee, on both kinds of database.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/db.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
let db: Database['db'];
beforeEach(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterEach(() => database.close());

let count = 0;
const user = () => ({ data: { name: 'Ada', email: `ada-${count++}@example.com` } });

describe('a failed transaction', () => {
  test('is not reported as done if only its commit fails', async () => {
    await db.$executeRaw`ALTER TABLE users ADD CHECK (id > 0), ADD boss int REFERENCES users DEFERRABLE INITIALLY DEFERRED`;
    const insert = 'INSERT INTO users (name, email, boss) VALUES (1, 1, 42)';
    await expect(db.$transaction((tx) => tx.$executeRawUnsafe(insert))).rejects.toThrow(
      /foreign ?key/i,
    );
    await expect(db.$transaction([db.$executeRawUnsafe(insert)])).rejects.toThrow(
      /foreign ?key/i,
    );
    expect(await db.user.count()).toBe(0);
  });

  test('is not reported as done if it swallows the error of a statement', async () => {
    const taken = user();
    await db.user.create(taken);
    const attempt = db.$transaction(async (tx) => {
      await tx.user.create(user());
      await tx.user.create(taken).catch(() => {});
    });
    await expect(attempt).rejects.toThrow(/unique/i);
    expect(await db.user.count()).toBe(1);
  });

  test('runs no statement after its end, and reports that it is unavailable', async () => {
    const ended = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const attempt = db.$transaction(async (tx) => {
      await tx.user.create(user());
      // A statement that is sent regardless of the timeout, like the second one of a nested create.
      const sent = ended.promise.then(
        () => tx.$executeRaw`INSERT INTO users (name, email) VALUES ('late', 'late')`,
      );
      sent.then(late.resolve, late.resolve);
      throw new Error('on purpose');
    });
    await expect(attempt).rejects.toThrow('on purpose');
    ended.resolve();
    expect(isUnavailable(await late.promise)).toBe(true);
    expect(await db.user.count()).toBe(0);
  });

  test('changes nothing and blocks nobody when it takes too long', async () => {
    const slow = db.$transaction(
      async (tx) => {
        await tx.user.create(user());
        await delay(500);
        await tx.user.create(user());
      },
      { timeout: 200 },
    );
    const failure = slow.catch((error: unknown) => error);
    await delay(250);
    expect(await db.user.count()).toBe(0);
    expect(isUnavailable(await failure)).toBe(true);
    expect(await db.user.count()).toBe(0);
  });
});

test('concurrent transactions and single statements are isolated', async () => {
  const { id } = await db.user.create(user());
  const transactions = Array.from({ length: 20 }, (_, index) =>
    db.$transaction(async (tx) => {
      await tx.user.create({
        data: { name: 'inside', email: `inside-${index}@example.com` },
      });
      await delay(Math.random() * 5);
      await tx.user.findUnique({ where: { id } });
      await delay(Math.random() * 5);
      if (index % 2 === 0) throw new Error('on purpose');
    }),
  );
  const statements = Array.from({ length: 20 }, async (_, index) => {
    await delay(index * 5);
    await db.user.create({
      data: { name: 'outside', email: `outside-${index}@example.com` },
    });
  });
  const results = await Promise.allSettled(transactions);
  await Promise.all(statements);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await db.user.count({ where: { name: 'inside' } })).toBe(10);
  expect(await db.user.count({ where: { name: 'outside' } })).toBe(20);
});

test('a transaction has the isolation level that it asks for, and the next one has the default', async () => {
  const level = 'SELECT current_setting($1) AS level';
  const asked = db.$transaction((tx) => tx.$queryRawUnsafe(level, 'transaction_isolation'), {
    isolationLevel: 'Serializable',
  });
  expect(await asked).toEqual([{ level: 'serializable' }]);
  expect(await db.$queryRawUnsafe(level, 'transaction_isolation')).toEqual([
    { level: 'read committed' },
  ]);
});
