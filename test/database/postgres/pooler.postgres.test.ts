// A connection relies on nothing that a pooler in transaction mode loses or gives to another client.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/database/open-database.ts';
import { createThrottle } from '../../../src/operation/throttle.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { rowsAt } from '../../support/pg-client.ts';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';

let server: FreshPostgres;
beforeEach(async () => {
  server = await freshPostgres();
});
afterEach(() => server.drop());

/** Behind a pooler the database's statement limit applies. */
async function withTimeLimit(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  await rowsAt(url, `ALTER DATABASE ${name} SET statement_timeout = '2s'`);
  return url;
}

let count = 0;
const user = () => ({ data: { name: 'Ada', email: `ada-${count++}@example.com` } });

/** Statements of each kind that the service sends. */
async function use({ db, pool }: Database): Promise<void> {
  const { id } = await db.user.create(user());
  await db.user.findUnique({ where: { id } });
  await db.user.update({ where: { id }, data: { name: 'Bob' } });
  await db.$transaction(async (tx) => {
    await tx.user.create(user());
    await tx.user.findMany({ where: { id: { gte: id } } });
  });
  await createThrottle({ name: 'test', points: 100, windowSeconds: 60 }, pool).consume(id);
}

async function opened(url: string, parameters: Record<string, string>): Promise<Database> {
  const given = new URL(url);
  for (const [name, value] of Object.entries(parameters)) given.searchParams.set(name, value);
  return openPostgres(given.href);
}

test.each([{ pgbouncer: 'true' }, {}])(
  "a session opened with %j has no prepared statements, advisory locks, or settings that a pooler doesn't track",
  async (parameters) => {
    const database = await opened(await withTimeLimit(server.directUrl), {
      ...parameters,
      connection_limit: '1',
    });
    await use(database);
    const rowsOf = async (sql: string) => (await database.pool?.query(sql))?.rows;
    const prepared = await rowsOf(`SELECT name FROM pg_prepared_statements WHERE name <> ''`);
    const settings = await rowsOf(
      `SELECT name FROM pg_settings WHERE source = 'session' ORDER BY name`,
    );
    const locks = await rowsOf(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
    );
    await database.close();
    expect([prepared, settings, locks]).toEqual([
      [],
      [{ name: 'DateStyle' }, { name: 'TimeZone' }],
      [],
    ]);
  },
);

describe.skipIf(!hasPgbouncer)('through PgBouncer in transaction mode', () => {
  test('migrates a new database that two nodes use at once, with times in UTC', async () => {
    const empty = await freshPostgres('nothing');
    const pooler = await startPgbouncer(await withTimeLimit(empty.directUrl));
    const pooled = new URL(empty.directUrl);
    pooled.port = String(pooler.port);
    const nodes = await Promise.all(
      [1, 2].map(() => opened(pooled.href, { pgbouncer: 'true' })),
    );
    await Promise.all(nodes.flatMap((node) => Array.from({ length: 20 }, () => use(node))));
    const createdAt = new Date('2025-08-16T23:59:59.123Z');
    const [one, other] = nodes.map(({ db }) => db.user);
    const made = await one?.create({ data: { ...user().data, createdAt } });
    expect(await other?.findFirst({ where: { createdAt } })).toEqual(made);
    await Promise.all(nodes.map((node) => node.close()));
    const counted = await rowsAt(empty.directUrl, 'SELECT count(*)::int AS users FROM users');
    expect(counted).toEqual([{ users: 81 }]);
    // Other tests hold locks in other databases of the server.
    const locks = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND datname = current_database()`;
    expect(await rowsAt(empty.directUrl, locks)).toEqual([]);
    await pooler.stop();
    await empty.drop();
  });
});
