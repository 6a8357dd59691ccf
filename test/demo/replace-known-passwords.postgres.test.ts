// Where others reach a test deployment, the passwords of the demo data, which anybody can read, open nothing.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/accounts/passwords.ts';
import type { Database } from '../../src/database/open-database.ts';
import { PEOPLE } from '../../src/demo/demo-data.ts';
import { inDemoTransaction } from '../../src/demo/demo-transaction.ts';
import { replaceKnownPasswords } from '../../src/demo/replace-known-passwords.ts';
import { seedDemoData } from '../../src/demo/seed-demo-data.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
let replace: () => Promise<string | undefined>;
beforeEach(async () => {
  database = await freshDatabase();
  replace = () => replaceKnownPasswords(database.statements);
  await inDemoTransaction(database.db, (tx) => seedDemoData(tx, new Date()));
});
afterEach(() => database.close());

const hashOf = async (email: string) =>
  (await database.db.user.findUniqueOrThrow({ where: { email }, select: { passwordHash: true } })).passwordHash;

test('the owner gets a random password, which is told once, and the others have none', async () => {
  const password = await replace();
  expect(password).toMatch(/^[\w-]{24}$/);
  expect(await verifyPassword(password ?? '', (await hashOf(PEOPLE.owner.email)) ?? '')).toBe(true);
  for (const { email } of [PEOPLE.tenant, PEOPLE.rival, PEOPLE.reader]) expect(await hashOf(email)).toBeNull();
  expect(await replace()).toBeUndefined();
  const changes = { action: 'password-changed', through: 'command' };
  expect(await database.db.activity.count({ where: changes })).toBe(4);
});

test('of several nodes that start together one tells it, and that one is right', async () => {
  const told = (await Promise.all([replace(), replace(), replace()])).filter((one) => one !== undefined);
  expect(told).toHaveLength(1);
  expect(await verifyPassword(told[0] ?? '', (await hashOf(PEOPLE.owner.email)) ?? '')).toBe(true);
});

test('a known password is replaced whatever its hash is, its sessions end and its browsers are forgotten', async () => {
  const { email, password } = PEOPLE.owner;
  const sessions = { create: { hash: 'f'.repeat(64) } };
  await database.db.user.update({
    where: { email },
    data: { passwordHash: await hashPassword(password), sessions, knownBrowsers: sessions },
  });
  expect(await replace()).toBeDefined();
  expect([await database.db.session.count(), await database.db.knownBrowser.count()]).toEqual([0, 0]);
});

test('a password that a person has set stays, with its sessions', async () => {
  const { email } = PEOPLE.owner;
  const passwordHash = await hashPassword('a password of their own');
  await database.db.user.update({
    where: { email },
    data: { passwordHash, sessions: { create: { hash: 'f'.repeat(64) } } },
  });
  expect(await replace()).toBeUndefined();
  expect(await hashOf(email)).toBe(passwordHash);
  expect(await database.db.session.count()).toBe(1);
});
