// Concurrent transactions that get in each other's way on a real server.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnavailable, retryOnConflict } from '../../src/database/database-errors.ts';
import { type Database, openDatabase } from '../../src/database/open-database.ts';
import { freshDatabase, freshPostgres } from '../support/database.ts';

let database: Database;
let db: Database['db'];
beforeEach(async () => {
  database = await freshDatabase();
  db = database.db;
  await db.user.createMany({ data: ['a', 'b'].map((name) => ({ name, email: name })) });
});
afterEach(() => database.close());

/** Resolves for all who call it once as many have as are expected; later calls pass. */
function rendezvous(expected: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived >= expected) resolve();
    return promise;
  };
}

test('a deadlock is retried and both are done', async () => {
  const meet = rendezvous(2);
  let attempts = 0;
  const attempt = (first: string, second: string) =>
    db.$transaction(async (tx) => {
      attempts++;
      await tx.user.update({ where: { email: first }, data: { name: `${first} ${second}` } });
      await meet();
      await tx.user.update({ where: { email: second }, data: { name: `${first} ${second}` } });
    });
  await Promise.all([retryOnConflict(() => attempt('a', 'b')), retryOnConflict(() => attempt('b', 'a'))]);
  expect(attempts).toBe(3);
  const names = (await db.user.findMany()).map(({ name }) => name);
  expect(names[0]).toBe(names[1]);
});

test('a serialisation failure is retried and both are done', async () => {
  const meet = rendezvous(2);
  const attempt = (email: string) =>
    db.$transaction(
      async (tx) => {
        const count = await tx.user.count();
        await meet();
        await tx.user.create({ data: { name: String(count), email } });
      },
      { isolationLevel: 'Serializable' },
    );
  await Promise.all([retryOnConflict(() => attempt('c')), retryOnConflict(() => attempt('d'))]);
  const names = (await db.user.findMany({ where: { id: { gt: 2 } } })).map(({ name }) => name);
  expect(names.sort()).toEqual(['2', '3']);
});

test('a server that allows no further connection is unavailable', async () => {
  const { directUrl: url, drop } = await freshPostgres();
  const limited = new URL(url);
  limited.username = `limited_${process.pid}`;
  const admin = await openDatabase({ databaseUrl: url, dataDir: '' });
  await admin.db.$executeRawUnsafe(`CREATE ROLE ${limited.username} LOGIN PASSWORD 'postgres' CONNECTION LIMIT 1`);
  await admin.db.$executeRawUnsafe(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${limited.username}`);
  const { statements, close } = await openDatabase({ databaseUrl: limited.href, dataDir: '' });
  const write = () => statements.write('SELECT 1', []);
  const results = await Promise.allSettled(Array.from({ length: 5 }, write));
  const failures = results.filter((result) => result.status === 'rejected');
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every(({ reason }) => isUnavailable(reason))).toBe(true);
  await write();
  await close();
  await admin.db.$executeRawUnsafe(`DROP OWNED BY ${limited.username}; DROP ROLE ${limited.username}`);
  await admin.close();
  await drop();
});
