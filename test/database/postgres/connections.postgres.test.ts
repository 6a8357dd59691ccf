// A node's connections: how pools share them, their settings regardless of the database's defaults, and how a slow
// or closed one affects other statements.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PrismaClient } from '../../../prisma/generated/client/client.ts';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import type { Database } from '../../../src/database/open-database.ts';
import { openPools } from '../../../src/database/postgres/pools.ts';
import { loadProduct, WHOLE_PRODUCT } from '../../../src/products/product-rows.ts';
import { withDeadline } from '../../../src/request-scope.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';

/** Three tenths of the connections are for reads and as many for inserts, at least one for each; writes have the rest. */
test.each([
  { limit: '20', forWrites: 8 },
  { limit: '', forWrites: 4 },
  { limit: '1', forWrites: 1 },
])(
  'with connection_limit=$limit, $forWrites connections are for writes',
  async ({ limit, forWrites }) => {
    const pools = openPools(
      () => `postgresql://user@127.0.0.1:1/db?connection_limit=${limit}`,
    );
    expect(pools.writes.options.max).toBe(forWrites);
    await pools.close();
  },
);

describe('if the database has other defaults', () => {
  let server: FreshPostgres;
  beforeEach(async () => {
    server = await freshPostgres();
    const name = new URL(server.url).pathname.slice(1);
    const { db, close } = await openPostgres(server.url);
    const defaults = [
      `default_transaction_isolation = 'serializable'`,
      'jit = on',
      `DateStyle = 'SQL, DMY'`,
      `idle_in_transaction_session_timeout = '5s'`,
    ];
    for (const one of [...defaults, `TimeZone = 'America/St_Johns'`]) {
      await db.$executeRawUnsafe(`ALTER DATABASE ${name} SET ${one}`);
    }
    await close();
  });
  afterEach(() => server.drop());

  test('each kind of connection has its own settings, and dates are read correctly', async () => {
    const { db, openSession, close } = await openPostgres(server.url);
    const settings = `SELECT current_setting('jit') AS jit, current_setting('transaction_isolation') AS isolation`;
    const session = await openSession();
    const sends = [db, db.reads, db.inserts].map(
      (client) => () => client.$queryRawUnsafe(settings),
    );
    for (const send of [...sends, () => session.query(settings)]) {
      expect(await send()).toEqual([{ jit: 'off', isolation: 'read committed' }]);
    }
    // A migration may pause between statements.
    expect(await session.query('SHOW idle_in_transaction_session_timeout')).toEqual([
      { idle_in_transaction_session_timeout: '0' },
    ]);
    await session.close();
    const createdAt = new Date('2025-03-04T23:59:59.123Z');
    const data = { name: 'Ada', email: 'ada@example.com', createdAt };
    const { id } = await db.user.create({ data });
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({ createdAt });
    await close();
  });
});

describe('on connections that requests share', () => {
  let server: FreshPostgres;
  let database: Database;
  beforeEach(async () => {
    server = await freshPostgres();
    database = await openPostgres(server.url);
  });
  afterEach(async () => {
    await database.close();
    await server.drop();
  });

  // Prisma sends a query only when its result is awaited.
  const sleep = async (client: PrismaClient, seconds: number) =>
    await client.$queryRaw`SELECT 1 AS one FROM pg_sleep(${seconds}::float8)`;
  const failureOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(() => undefined).catch((error) => error);

  test("writes that wait for a lock don't delay reads", async () => {
    const { db } = database;
    let isDone = false;
    const slow = Promise.all(Array.from({ length: 20 }, () => sleep(db, 0.2)));
    const done = slow.then(() => (isDone = true));
    for (let answered = 0; answered < 20; answered++) await db.reads.user.count();
    expect(isDone).toBe(false);
    await done;
  });

  test('a slow read of one user delays others by at most 2 s', async () => {
    const { db } = database;
    const slow = Array.from({ length: 3 }, () => failureOf(sleep(db.reads, 20)));
    const start = performance.now();
    await db.reads.user.count();
    expect(performance.now() - start).toBeLessThan(2_000);
    for (const failure of await Promise.all(slow)) expect(isUnavailable(failure)).toBe(true);
  });

  test('a request without time left sends nothing and harms no other statement', async () => {
    const { db } = database;
    for (const client of [db, db.reads, db.inserts]) {
      const other = sleep(client, 0.2);
      const late = await failureOf(withDeadline(0, async () => await client.user.count()));
      expect(isUnavailable(late)).toBe(true);
      expect(await other).toEqual([{ one: 1 }]);
    }
  });

  test("a late request doesn't affect others in its batch", async () => {
    const load = () => loadProduct(database.db, 1, WHOLE_PRODUCT);
    const both = [withDeadline(0, load), withDeadline(4_000, load)];
    await expect(Promise.all(both)).resolves.toHaveLength(2);
  });

  const PORT = 'SELECT inet_client_port()::int AS port';

  /** Whether Linux has a keep-alive timer for the socket at this port. */
  async function isKeptAlive([row]: readonly { port: number }[]): Promise<boolean> {
    const port = (row?.port ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
    const local = new RegExp(`^ *\\d+: [0-9A-F]{8}:${port} `);
    return sockets.some((line) => local.test(line) && / 02:[0-9A-F]{8} /.test(line));
  }

  test.skipIf(process.platform !== 'linux')(
    'a dead server is noticed on every connection',
    async () => {
      const { db, openSession } = database;
      const session = await openSession();
      expect(await isKeptAlive(await db.$queryRawUnsafe(PORT))).toBe(true);
      expect(await isKeptAlive(await session.query(PORT))).toBe(true);
      await session.close();
    },
  );

  test('statements on connections that the server closes are unavailable, and the next ones work', async () => {
    const { db } = database;
    const pending = Array.from({ length: 3 }, () => failureOf(sleep(db.reads, 20)));
    await delay(100);
    await db.$queryRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE query LIKE '%pg_sleep(%' AND datname = current_database() AND pid <> pg_backend_pid()`;
    for (const failure of await Promise.all(pending))
      expect(isUnavailable(failure)).toBe(true);
    expect(await db.reads.user.count()).toBe(0);
  });
});
