// Statements that PostgreSQL no longer knows, or whose plan no longer fits: they executed nothing, and run once more.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { createTestApp } from '../../support/app.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';

let server: FreshPostgres;
let database: Database;
let other: Database;
beforeEach(async () => {
  server = await freshPostgres();
  database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  other = await openDatabase({ databaseUrl: server.directUrl, dataDir: '' });
});
afterEach(async () => {
  await database.close();
  await other.close();
  await server.drop();
});

const user = (name: string) => ({ name, email: `${name}@example.com` });

/** A statement of each kind, whose result has a column of the table. */
const statements: Record<string, (name: string) => Promise<unknown>> = {
  'a shared read': (name) => database.statements.read('SELECT name FROM users WHERE name = $1::text', [name]),
  'a shared insert': (name) =>
    database.statements.append('INSERT INTO users (name, email) VALUES ($1::text, $1::text) RETURNING name', [name]),
  'a statement of the pool': (name) =>
    database.statements.write('UPDATE users SET name = $1::text WHERE name = $1::text RETURNING name', [name]),
  'a read of Prisma': (name) => database.db.user.findMany({ where: { name } }),
};

const EVERY_CONNECTION = 30;

const atOnce = (send: (name: string) => Promise<unknown>, prefix: string) =>
  Promise.all(Array.from({ length: EVERY_CONNECTION }, (_, index) => send(`${prefix}${index}`)));

describe.each(Object.entries(statements))('%s', (_, send) => {
  test('is answered after the type of its column has changed, on every connection', async () => {
    await atOnce(send, 'before');
    await other.db.$executeRawUnsafe('ALTER TABLE users ALTER COLUMN name TYPE varchar(64)');
    await atOnce(send, 'after');
    await atOnce(send, 'again');
  });

  test('is answered after its connection has lost what was prepared on it', async () => {
    await atOnce(send, 'before');
    const forget = [database.statements.read, database.statements.append, database.statements.write];
    for (let times = 0; times < EVERY_CONNECTION; times++) {
      await Promise.all(forget.map((run) => run('DEALLOCATE ALL', [])));
    }
    await atOnce(send, 'after');
  });
});

test('a transaction with a stale statement is unavailable, leaves nothing, and the next is done', async () => {
  const write = (name: string) =>
    database.db.$transaction(async (tx) => {
      await tx.user.create({ data: user(`${name}-first`) });
      return tx.user.create({ data: user(name) });
    });
  await write('before');
  await other.db.$executeRawUnsafe('ALTER TABLE users ALTER COLUMN name TYPE varchar(64)');
  const failure = await write('after').catch((error: unknown) => error);
  if (failure instanceof Error) expect(isUnavailable(failure)).toBe(true);
  await write('again');
  expect(await database.db.user.count()).toBe(failure instanceof Error ? 4 : 6);
});

test('a node under load answers no request 500 while the column of the tokens is altered, and none of the next but 200', async () => {
  const app = await createTestApp({ database });
  const { id } = await app.product();
  const statuses: number[] = [];
  let isRunning = true;
  const load = Array.from({ length: 8 }, async () => {
    while (isRunning) {
      statuses.push((await app.rest('GET', `/product/${id}`)).status);
      statuses.push((await app.rest('POST', '/product', { product: { title: 'a', rent: 1, sku: 's' } })).status);
    }
  });
  for (const length of [64, 80, 96]) {
    await other.db.$executeRawUnsafe(`ALTER TABLE api_tokens ALTER COLUMN hash TYPE varchar(${length})`);
    await other.db.$executeRawUnsafe(`ALTER TABLE products ALTER COLUMN title TYPE varchar(${length + 255})`);
  }
  isRunning = false;
  await Promise.all(load);
  expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect((await app.rest('GET', `/product/${id}`)).status).toBe(200);
  expect((await app.call('/readyz', {})).status).toBe(200);
  await app.app.close();
});

test('a node is ready only while the statement of the tokens is answered', async () => {
  const app = await createTestApp({ database });
  expect((await app.call('/readyz', {})).status).toBe(200);
  await other.db.$executeRawUnsafe('ALTER TABLE api_tokens RENAME COLUMN hash TO hidden');
  expect((await app.call('/readyz', {})).status).toBe(503);
  await other.db.$executeRawUnsafe('ALTER TABLE api_tokens RENAME COLUMN hidden TO hash');
  expect((await app.call('/readyz', {})).status).toBe(200);
  await app.app.close();
});
