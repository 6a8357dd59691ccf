// What a transaction promises, on both kinds of database.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/open-database.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.close());

const user = (email: string) => ({ name: 'Ada', email });

test('a transaction that throws leaves nothing behind', async () => {
  const { db } = database;
  const attempt = db.$transaction(async (tx) => {
    await tx.user.create({ data: user('ada@example.com') });
    throw new Error('on purpose');
  });
  await expect(attempt).rejects.toThrow('on purpose');
  expect(await db.user.count()).toBe(0);
});
