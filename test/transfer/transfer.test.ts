// `npm run import`: all data of a database is copied into an empty one, with nothing added, lost or changed.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violatedCheck } from '../../src/database/database-errors.ts';
import { recordMigration } from '../../src/database/migrations/applied-migrations.ts';
import type { Database } from '../../src/database/open-database.ts';
import { copyData } from '../../src/transfer/copy-data.ts';
import { BEGIN_SNAPSHOT, readRows } from '../../src/transfer/read-rows.ts';
import { ROWS_OF_USER } from '../../src/transfer/user-tables.ts';
import { freshDatabase } from '../support/database.ts';
import { fill } from '../support/fill.ts';

const AWKWARD = 'é 🏕️ "quoted" \'single\' \\N \\. {a,b} [1] \u2028 \u0085 \r\n\t null';

/** More users than a copy reads at once. */
const SIZE = { users: 250, tokens: 20, products: 60, rentals: 2, events: 2 };

const TABLES = Object.keys(ROWS_OF_USER);

let source: Database;
const opened: Database[] = [];

beforeAll(async () => {
  source = await freshDatabase();
  const session = await source.openSession();
  await fill(session.run, { ...SIZE, ofOwner: { products: 2, rentals: 1, tokens: 1, days: 1 } });
  await session.query(
    'UPDATE products SET rent = 0.01000000000000000000000000001, code = $1 WHERE id = 1',
    [AWKWARD],
  );
  await session.run(`DELETE FROM products WHERE id = ${SIZE.products}`);
  await session.close();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(() => source.close());

async function target(): Promise<Database> {
  const database = await freshDatabase();
  opened.push(database);
  return database;
}

async function copyInto(database: Database, from = source): Promise<Map<string, number>> {
  const sessions = [await from.openSession(), await database.openSession()] as const;
  try {
    return await copyData(...sessions);
  } finally {
    for (const session of sessions) await session.close();
  }
}

/** All rows of all tables, as JSON. */
async function contentOf({ openSession }: Database): Promise<Record<string, string[]>> {
  const session = await openSession();
  await session.run(BEGIN_SNAPSHOT);
  const content: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows: string[] = [];
    for await (const some of readRows(session, `to_json(t) FROM ${table} AS t`)) rows.push(...some);
    content[table] = rows.sort();
  }
  await session.run('ROLLBACK');
  await session.close();
  return content;
}

test('covers every table, except what belongs to a deployment', async () => {
  const tables = await source.db.$queryRaw<{ tablename: string }[]>`
    SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`;
  const others = ['_prisma_migrations', 'budgets', 'deployment'];
  expect(tables.map(({ tablename }) => tablename).sort()).toEqual([...TABLES, ...others].sort());
});

test('copies every row, including tokens and revocations (D4), and no ID is reused', async () => {
  const database = await target();
  const copied = await copyInto(database);
  const content = await contentOf(database);
  expect(content).toEqual(await contentOf(source));
  for (const table of TABLES) {
    expect(content[table]?.length, table).toBeGreaterThan(0);
    expect(content[table]).toHaveLength(copied.get(table) ?? 0);
  }
  const tent = await database.db.product.findUnique({ where: { id: 1 } });
  expect(tent).toMatchObject({ revision: 2, code: AWKWARD });
  // The source's last one was deleted.
  const data = { ownerId: 1, title: 'New', rent: 1, stockType: 'BULK', quantity: 1 } as const;
  expect((await database.db.product.create({ data })).id).toBe(SIZE.products + 1);
});

test('changes nothing in a database with rows', async () => {
  const database = await target();
  await database.db.user.create({ data: { name: 'N', email: 'n@example.com', permissions: [] } });
  const before = await contentOf(database);
  await expect(copyInto(database)).rejects.toThrow('The database is not empty.');
  expect(await contentOf(database)).toEqual(before);
});

test('rejects a database with a migration that the other one lacks, whose columns would be lost', async () => {
  const [newer, database] = [await target(), await target()];
  const session = await newer.openSession();
  await recordMigration(session, { name: '99990101000000_newer', sql: '', checksum: '' });
  await session.close();
  await expect(copyInto(database, newer)).rejects.toThrow(
    'Only one of the databases has the migration 99990101000000_newer.',
  );
  await expect(copyInto(newer, database)).rejects.toThrow('99990101000000_newer');
});

test("enforces the database's rules, and leaves the database empty and its IDs as they were", async () => {
  const database = await target();
  await database.db.$executeRaw`ALTER TABLE products ADD CONSTRAINT cheap_check CHECK (rent < 1)`;
  expect(violatedCheck(await copyInto(database).catch((error: unknown) => error))).toBe(
    'cheap_check',
  );
  expect(
    await database.db
      .$queryRaw`SELECT (SELECT count(*)::int FROM users) AS users, last_value::int, is_called FROM users_id_seq`,
  ).toEqual([{ users: 0, last_value: 1, is_called: false }]);
});
