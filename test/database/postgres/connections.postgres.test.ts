// A node's connections: how pools share them, and how a slow or dead one affects other statements.

import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PrismaClient } from '../../../prisma/generated/client/client.ts';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import type { Database } from '../../../src/database/db.ts';
import { openPools } from '../../../src/database/postgres/pools.ts';
import { openPostgresSession } from '../../../src/database/postgres/postgres.ts';
import { loadProduct, WHOLE_PRODUCT } from '../../../src/products/product-rows.ts';
import { withDeadline } from '../../../src/request-scope.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { failureOf } from '../../support/troubled-database.ts';

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

  test("writes that wait for a lock don't delay reads", async () => {
    const { db } = database;
    let isDone = false;
    const slow = Promise.all(Array.from({ length: 20 }, () => sleep(db, 0.5)));
    const done = slow.then(() => (isDone = true));
    // Behind the writes it would be the last one.
    await db.reads.user.count();
    expect(isDone).toBe(false);
    await done;
  });

  test('a slow read of one user ends after its time, and those of others go on then', async () => {
    const { db } = database;
    const slow = Array.from({ length: 3 }, () => failureOf(sleep(db.reads, 60)));
    const start = performance.now();
    await db.reads.user.count();
    expect(performance.now() - start).toBeLessThan(30_000);
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
    const ended = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(ended).toEqual(['rejected', 'fulfilled']);
  });

  test("a request whose time ends before its batch is sent doesn't affect others in it", async () => {
    const load = () => loadProduct(database.db, 1, WHOLE_PRODUCT);
    const start = performance.now();
    const late = failureOf(withDeadline(5, load));
    const other = withDeadline(4_000, load);
    while (performance.now() < start + 10);
    expect(await other).toBeNull();
    await late;
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
      const { db } = database;
      const session = await openPostgresSession(() => server.url);
      expect(await isKeptAlive(await db.$queryRawUnsafe(PORT))).toBe(true);
      const { rows } = await session.client.query(PORT);
      expect(await isKeptAlive(rows)).toBe(true);
      await session.close();
    },
  );
});
