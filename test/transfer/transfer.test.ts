// Moving data: a database's content is exported and imported into an empty one, with nothing added, lost or changed.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import { violatedCheck } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/open-database.ts';
import { columnOf } from '../../src/products/product-columns.ts';
import { headerLine } from '../../src/transfer/data-file.ts';
import { LEFT_OUT, readTables } from '../../src/transfer/tables.ts';
import { freshDatabase } from '../support/database.ts';
import { fill } from '../support/fill.ts';
import {
  type Content,
  contentOf,
  exportTo,
  importFrom,
  temporaryFiles,
  writeContent,
} from './moved.ts';

const HEADER = headerLine({
  environment: 'test',
  migrations: [],
  created: '2026-01-01T00:00:00.000Z',
});

/** A string that a line-based format, or quoting, could break. */
const AWKWARD = 'é 🏕️ "quoted" \'single\' \\N \\. {a,b} [1] \u2028 \u0085 \r\n\t null';

/** More users than an export reads at once. */
const SIZE = { users: 250, tokens: 20, products: 60, rentals: 2, events: 2 };

/** A value for each column type. */
const OF_TYPE: Readonly<Record<string, string>> = {
  text: AWKWARD,
  'character varying': 'é"\\N\'\n',
  integer: '1',
  bigint: '1',
  numeric: '1e300',
  jsonb: '{}',
  surface: 'graphql',
  'timestamp with time zone': '2026-02-03T04:05:06.789Z',
};

let files: Awaited<ReturnType<typeof temporaryFiles>>;
let source: Database;
const exported: number[] = [];
const opened: Database[] = [];

beforeAll(async () => {
  files = await temporaryFiles();
  source = await freshDatabase();
  await fillAll(source);
  await exportTo(
    files.at('all.gz'),
    source,
    (table, count) => table === 'users' && exported.push(count),
  );
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(async () => {
  await source.close();
  await files.remove();
});

async function target(): Promise<Database> {
  const database = await freshDatabase();
  opened.push(database);
  return database;
}

/** Rows in every table, with a value in every column of the first; the last product is deleted. */
async function fillAll({ openSession }: Database): Promise<void> {
  const session = await openSession();
  await fill(session.run, { ...SIZE, ofOwner: { products: 2, rentals: 1, tokens: 1, hours: 1 } });
  for (const { name, columns } of await readTables(session)) {
    const typed = columns.filter(
      ({ name, type }) => name !== 'idempotency_record' && type in OF_TYPE,
    );
    const values = typed.map(
      (column) =>
        `${column.name} = coalesce(${column.name}, $x$${OF_TYPE[column.type]}$x$::${column.type})`,
    );
    await session.run(`UPDATE ${name} SET ${values} WHERE ctid = (SELECT min(ctid) FROM ${name})`);
  }
  await session.run(
    `UPDATE products SET rent = 0.01000000000000000000000000001 WHERE id = 1; DELETE FROM products WHERE id = ${SIZE.products}`,
  );
  await session.close();
}

/** Columns whose name differs from their field's. */
const COLUMNS: Readonly<Record<string, string>> = { resultId: 'product_id' };

test('exports every model with all of its columns, except those that are left out', async () => {
  const { tables } = await contentOf(files.at('all.gz'));
  const columnsOf = new Map(tables.map(({ columns }) => [columns.toSorted().join(), columns]));
  const models = Object.entries(getDatamodel().datamodel.models);
  const absent = models.filter(([, { fields }]) => {
    const columns = fields
      .filter(({ kind }) => kind !== 'object')
      .map(({ name }) => COLUMNS[name] ?? columnOf(name));
    return !columnsOf.has(columns.toSorted().join());
  });
  expect(absent.map(([name]) => name)).toEqual([
    'Budget',
    'Deployment',
    'TokenUsageDay',
    'UsageWriter',
  ]);
  expect(tables).toHaveLength(models.length - 4);
  expect(LEFT_OUT).toEqual([
    '_prisma_migrations',
    'deployment',
    'budgets',
    'usage_writers',
    'token_usage_days',
  ]);
});

test('each table of the exported database has rows, and no column is null in all of them', async () => {
  const { tables } = await contentOf(files.at('all.gz'));
  const untried = tables.flatMap(({ table, columns, lines }) =>
    columns
      .filter((_, index) => !lines.some((line) => JSON.parse(line)[index] !== null))
      .map((column) => `${table}.${column}`),
  );
  expect(untried).toEqual(['products.idempotency_record']);
});

test('exports a few rows at a time, in ID order', async () => {
  expect(exported).toEqual([100, 200, 250]);
  const { tables } = await contentOf(files.at('all.gz'));
  const ids = tables
    .find(({ table }) => table === 'users')
    ?.lines.map((line) => Number(JSON.parse(line)[0]));
  expect(ids).toEqual(Array.from({ length: SIZE.users }, (_, n) => n + 1));
});

describe('an import', () => {
  test('writes the same rows, including tokens and revocations (D4), so that another export is equal, no ID is reused, and rate limits stay', async () => {
    const database = await target();
    const { db } = database;
    await db.budget.create({ data: { key: 'sign-in:1' } });
    const rows = await importFrom(files.at('all.gz'), database);
    expect(rows).toMatchObject({ users: SIZE.users, products: SIZE.products - 1, bundle_items: 3 });
    await exportTo(files.at('again.gz'), database);
    expect(await contentOf(files.at('again.gz'))).toEqual(await contentOf(files.at('all.gz')));
    const [tent] = await db.product.findMany({ orderBy: { id: 'asc' } });
    expect(tent).toMatchObject({ revision: 3, code: AWKWARD });
    expect(await db.budget.count()).toBe(1);
    // The source's last one was deleted.
    const data = { ownerId: 1, title: 'New', rent: 1, stockType: 'BULK', quantity: 1 } as const;
    expect((await db.product.create({ data })).id).toBe(SIZE.products + 1);
  });

  test('that is stopped halfway leaves the database empty, and its IDs as they were', async () => {
    const database = await target();
    const stopAtRentals = (table: string) => {
      if (table === 'rentals') throw new Error('stopped');
    };
    await expect(importFrom(files.at('all.gz'), database, stopAtRentals)).rejects.toThrow(
      'stopped',
    );
    await expectNothing(database);
  });

  test("enforces the database's rules: a product without a rent is rejected along with all other rows", async () => {
    const database = await target();
    await writeContent(
      files.at('faulty.gz'),
      HEADER,
      linesOf('products', (lines) => lines.map((line) => line.replace('"24.5"', '"0"')))(
        await contentOf(files.at('all.gz')),
      ),
    );
    const error = await importFrom(files.at('faulty.gz'), database).catch(
      (reason: unknown) => reason,
    );
    expect(violatedCheck(error)).toBe('products_rent_check');
    expect(await database.db.user.count()).toBe(0);
  });
});

test('accepts a file without a column if the database has a default for it', async () => {
  const database = await target();
  await writeContent(
    files.at('older.gz'),
    HEADER,
    without('products', 'revision')(await contentOf(files.at('all.gz'))),
  );
  await importFrom(files.at('older.gz'), database);
  expect(await database.db.product.findMany({ select: { revision: true } })).toEqual(
    Array(SIZE.products - 1).fill({ revision: 1 }),
  );
});

/** Nothing was written, and no ID was assigned. */
const expectNothing = async ({ db }: Database) =>
  expect(
    await db.$queryRaw`SELECT (SELECT count(*)::int FROM users) AS users, last_value::int, is_called FROM users_id_seq`,
  ).toEqual([{ users: 0, last_value: 1, is_called: false }]);

type Change = (content: Content) => Content;
type Part = Content['tables'][number];

const changing =
  (table: string, change: (part: Part) => Part): Change =>
  (content) => ({
    ...content,
    tables: content.tables.map((one) => (one.table === table ? change(one) : one)),
  });

const without = (table: string, column: string) =>
  changing(table, (part) => {
    const index = part.columns.indexOf(column);
    const lines = part.lines.map((line) => JSON.stringify(JSON.parse(line).toSpliced(index, 1)));
    return { ...part, columns: part.columns.toSpliced(index, 1), lines };
  });

const linesOf = (table: string, change: (lines: string[]) => string[]) =>
  changing(table, (part) => ({ ...part, lines: change(part.lines) }));

describe('rejects a file that differs from what this version exports, with an explanation', () => {
  let database: Database | undefined;
  afterAll(() => database?.close());

  const sequence =
    (id: string, next: string | undefined): Change =>
    (content) => {
      const { [id]: _, ...others } = content.totals?.sequences ?? {};
      const sequences = next === undefined ? others : { ...others, [id]: next };
      return { ...content, totals: { rows: content.totals?.rows ?? {}, sequences } };
    };

  test.each<[string, Change, string]>([
    [
      'a next id that is taken',
      sequence('users.id', '250'),
      'ids of users that are not below the next one',
    ],
    [
      'a next id that is missing',
      sequence('users.id', undefined),
      'ids of users that are not below the next one',
    ],
    ['a next id beyond all', sequence('users.id', '9'.repeat(12)), 'rejected a next id: '],
    ['a next id that is no number', sequence('users.id', '1; SELECT 1'), 'has an invalid line'],
    [
      'a longer row',
      linesOf('sessions', (lines) => lines.map((one) => one.replace(/]$/, ',"x"]'))),
      'rows of sessions without',
    ],
    [
      'a shorter row',
      linesOf('sessions', (lines) => lines.map((one) => one.replace(/,[^,]*]$/, ']'))),
      'rows of sessions without',
    ],
    [
      'two rows in a line',
      linesOf('sessions', (lines) => [`${lines[0]},${lines[0]}`]),
      'rows of sessions',
    ],
    [
      'a row twice',
      linesOf('sessions', (lines) => [...lines, ...lines]),
      'rejected rows of sessions: duplicate key',
    ],
    [
      'a row that is no JSON',
      linesOf('sessions', () => ['[nonsense']),
      'rejected rows of sessions: ',
    ],
    [
      'a value of another type',
      linesOf('sessions', (lines) => [`["x${lines[0]?.slice(2)}`]),
      'rejected rows of sessions: ',
    ],
    ['a line that is no JSON', linesOf('sessions', () => ['nonsense']), 'has an invalid line'],
    ['a line of another form', linesOf('sessions', () => ['{}']), 'has an invalid line'],
    [
      'a table twice',
      ({ tables, ...rest }) => ({ ...rest, tables: [...tables, ...tables.slice(-1)] }),
      'twice',
    ],
    [
      'a missing column',
      without('products', 'title'),
      'no values for the column title of products',
    ],
    [
      'an extra column',
      changing('users', (part) => ({ ...part, columns: [...part.columns, 'weight'] })),
      'the column weight of users',
    ],
    [
      'an extra table',
      ({ tables, ...rest }) => ({
        ...rest,
        tables: [...tables, { table: 'strangers', columns: ['id'], lines: [] }],
      }),
      'the table strangers',
    ],
    ['fewer rows than its totals', linesOf('sessions', () => []), 'not have as many rows as'],
  ])('%s', async (name, change, words) => {
    const file = files.at(`${name.replaceAll(' ', '-')}.gz`);
    await writeContent(file, HEADER, change(await contentOf(files.at('all.gz'))));
    database ??= await freshDatabase();
    await expect(importFrom(file, database)).rejects.toMatchObject({
      name: 'DataFileError',
      message: expect.stringContaining(words),
    });
    await expectNothing(database);
  });
});
