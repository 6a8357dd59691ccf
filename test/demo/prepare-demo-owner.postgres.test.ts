// A start and the database: demo data if there are no users, whole or not at all, and one token each time.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPassword, DUMMY_HASH } from '../../src/accounts/passwords.ts';
import type { Database } from '../../src/database/open-database.ts';
import { PEOPLE } from '../../src/demo/demo-data.ts';
import { inDemoTransaction } from '../../src/demo/demo-transaction.ts';
import { prepareDemoOwner } from '../../src/demo/prepare-demo-owner.ts';
import { seedDemoData } from '../../src/demo/seed-demo-data.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { freshDatabase } from '../support/database.ts';

const token = { environment: 'test', version: createVersions(RELEASES).newest() } as const;
const NOW = new Date('2026-07-10T12:00:00Z');

let database: Database;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.close());

const rows = async () => [await database.db.user.count(), await database.db.product.count()];

test('an empty database gets the demo data, a second start only tokens of its own (D47)', async () => {
  const first = await prepareDemoOwner(database, token, NOW);
  const second = await prepareDemoOwner(database, token, NOW);
  expect(await rows()).toEqual([4, 6]);
  const kinds = ['owner', 'reader', 'rival', 'expired', 'revoked'] as const;
  const tokens = Object.fromEntries(kinds.map((kind) => [kind, expect.stringMatching(/^svc_test_/)]));
  expect(second).toEqual({ ...first, tokens });
  for (const kind of kinds) expect(second?.tokens[kind]).not.toBe(first?.tokens[kind]);
});

test('the committed hashes fit the passwords, at the present cost', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  for (const { password, passwordHash } of Object.values(PEOPLE)) {
    expect(await checkPassword(password, passwordHash)).toEqual({ isRight: true });
    expect(costOf(passwordHash)).toEqual(costOf(DUMMY_HASH));
  }
});

test('a database with users of its own gets nothing', async () => {
  await database.db.user.create({ data: { name: 'Ada', email: 'ada@example.com' } });
  expect(await prepareDemoOwner(database, token, NOW)).toBeUndefined();
  expect(await rows()).toEqual([1, 0]);
});

test('a seeding that fails leaves nothing, and the next one gives the same ids as the first', async () => {
  const failing = inDemoTransaction(database.db, async (tx) => {
    await seedDemoData(tx, NOW);
    throw new Error('cut off');
  });
  await expect(failing).rejects.toThrow('cut off');
  expect(await rows()).toEqual([0, 0]);
  expect(await prepareDemoOwner(database, token, NOW)).toMatchObject({ productId: 1 });
});

test('of the tokens of earlier starts, the unused ones beyond the newest are removed and used ones stay', async () => {
  const STARTS = 14;
  const KEPT = 10;
  await prepareDemoOwner(database, token, NOW);
  await database.db.apiToken.updateMany({ data: { lastUsedAt: NOW } });
  for (let start = 0; start < STARTS; start++) await prepareDemoOwner(database, token, NOW);
  const kinds = 5;
  expect(await database.db.apiToken.count()).toBe(kinds * (KEPT + 1));
  expect(await database.db.apiToken.count({ where: { lastUsedAt: NOW } })).toBe(kinds);
});
