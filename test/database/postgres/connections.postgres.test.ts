// The connections of a node: how its workers share them, their settings whatever the defaults of the database, and what a slow,
// ended or silent one that requests share means for the statements of others.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { withDeadline } from '../../../src/database/request-scope.ts';
import { type FreshPostgres, freshPostgres, isPooled } from '../../support/database.ts';

/**
 * Requests share 0.3 of the connections for reads and as many for appends, at least one for each; the pool has the rest. A worker
 * that need not apply migrations opens its database while the server is away.
 */
test.each([
  { workers: 1, limit: '20', ofPool: 8 },
  { workers: 2, limit: '20', ofPool: 4 },
  { workers: 2, limit: '', ofPool: 3 },
  { workers: 8, limit: '', ofPool: 1 },
])('of $limit connections for $workers workers, the pool of each has $ofPool', async ({ workers, limit, ofPool }) => {
  const databaseUrl = `postgresql://user@127.0.0.1:1/db?connection_limit=${limit}`;
  const database = await openDatabase({ databaseUrl, dataDir: '', workers, isMigrated: true });
  expect(database.pool?.options.max).toBe(ofPool);
  await expect(database.statements.read('SELECT 1', [])).rejects.toThrow();
  await database.close();
});

describe('where the database has other defaults', () => {
  let server: FreshPostgres;
  beforeEach(async () => {
    server = await freshPostgres();
    const name = new URL(server.directUrl).pathname.slice(1);
    const { db, close } = await openDatabase({ databaseUrl: server.directUrl, dataDir: '' });
    const defaults = [`default_transaction_isolation = 'serializable'`, 'jit = on', `DateStyle = 'SQL, DMY'`];
    for (const one of [...defaults, `TimeZone = 'America/St_Johns'`]) {
      await db.$executeRawUnsafe(`ALTER DATABASE ${name} SET ${one}`);
    }
    await close();
  });
  afterEach(() => server.drop());

  test('each kind of connection has its own, and dates are read right', async () => {
    const { db, statements, openSession, close } = await openDatabase({ databaseUrl: server.directUrl, dataDir: '' });
    const settings = `SELECT current_setting('jit'), current_setting('transaction_isolation')`;
    const session = await openSession();
    for (const send of [statements.read, statements.append, statements.write, session.query]) {
      expect(await send(settings, [])).toEqual([['off', 'read committed']]);
    }
    await session.close();
    const createdAt = new Date('2025-03-04T23:59:59.123Z');
    const { id } = await db.user.create({ data: { name: 'Ada', email: 'ada@example.com', createdAt } });
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({ createdAt });
    const [[time] = []] = await statements.read('SELECT created_at::text FROM users WHERE id = $1', [id]);
    expect(time).toBe('2025-03-04 23:59:59.123+00');
    await close();
  });

  test('a transaction is read committed behind a pooler too, which takes no settings at connect', async () => {
    const { db, close } = await openDatabase({ databaseUrl: `${server.directUrl}?pgbouncer=true`, dataDir: '' });
    const isolation = await db.$transaction(
      (tx) => tx.$queryRaw`SELECT current_setting('transaction_isolation') AS is`,
    );
    expect(isolation).toEqual([{ is: 'read committed' }]);
    await close();
  });
});

describe('of the connections that requests share', () => {
  let server: FreshPostgres;
  let database: Database;
  beforeEach(async () => {
    server = await freshPostgres();
    database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  });
  afterEach(async () => {
    await database.close();
    await server.drop();
  });

  const read = (sql: string) => database.statements.read(sql, []);
  const failureOf = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch((error) => error);

  test('a slow statement delays none but those behind it on its connection', async () => {
    const slow = read('SELECT pg_sleep(1)').then(() => 'slow');
    // It is sent at the end of its turn; those of the same turn are behind it.
    await delay(20);
    const others = (async () => {
      for (let answered = 0; answered < 20; answered++) await read('SELECT 1');
      return 'others';
    })();
    expect(await Promise.race([slow, others])).toBe('others');
    expect(await slow).toBe('slow');
  });

  test('a failed statement is an error of its own request alone', async () => {
    const [failed, right] = await Promise.all([failureOf(read('SELECT 1/0')), read('SELECT 1')]);
    expect([(failed as { code: string }).code, right]).toEqual(['22012', [[1]]]);
  });

  /** As many connections as make one for reads, one for appends and one in the pool. */
  async function withOneConnectionEach(): Promise<Database> {
    await database.close();
    const url = new URL(server.url);
    url.searchParams.set('connection_limit', '3');
    database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    return database;
  }

  test('a request without time left sends nothing, and harms no statement of another on its connection', async () => {
    const { statements } = await withOneConnectionEach();
    for (const send of [statements.read, statements.append, statements.write]) {
      const other = send('SELECT pg_sleep(0.2), $1::int', [1]);
      await delay(20);
      const late = await failureOf(withDeadline(0, () => send('SELECT $1::int', [2])));
      expect(isUnavailable(late)).toBe(true);
      expect((await other).map(([, value]) => value)).toEqual([1]);
    }
  });

  test('a request that no longer waits for its statement harms no statement behind it', async () => {
    const { statements } = await withOneConnectionEach();
    const given = withDeadline(50, () => statements.read('SELECT pg_sleep(0.5)', []));
    await delay(20);
    const behind = statements.read('SELECT 3', []);
    expect([await given, await behind]).toEqual([[['']], [[3]]]);
  });

  test('the statements prepared on a connection are bounded, and texts that are still sent stay prepared', async () => {
    const { statements } = await withOneConnectionEach();
    for (let text = 0; text < 1_300; text += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => statements.read(`SELECT $1::int AS c${text + index}`, [1])),
      );
    }
    const prepared = () => statements.read(`SELECT count(*)::int FROM pg_prepared_statements`, []);
    const [[before]] = (await prepared()) as [[number]];
    expect(before).toBeLessThanOrEqual(isPooled() ? 0 : 1_000);
    await statements.read('SELECT $1::int AS last', [1]);
    if (!isPooled()) expect(await prepared()).toEqual([[before + 1]]);
  });

  // Behind a pooler a connection has no server process of its own.
  test.skipIf(isPooled())(
    'the statements of a connection that the server ends are unavailable, and the next are answered',
    async () => {
      await read('SELECT 1');
      const pending = ['SELECT pg_sleep(20)', 'SELECT 1', 'SELECT 2'].map((sql) => failureOf(read(sql)));
      await delay(100);
      await database.db
        .$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)' AND pid <> pg_backend_pid()`;
      for (const failure of await Promise.all(pending)) expect(isUnavailable(failure)).toBe(true);
      expect(await read('SELECT 3')).toEqual([[3]]);
    },
  );
});
