// Data that moves: what a database has is exported, and imported into an empty one with nothing added, lost or changed.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import { hashToken } from '../../src/accounts/token-format.ts';
import { violatedCheck } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/open-database.ts';
import { columnOf } from '../../src/database/records/record-sql.ts';
import { productFields } from '../../src/products/product-shape.ts';
import { headerLine } from '../../src/transfer/data-file.ts';
import { LEFT_OUT } from '../../src/transfer/tables.ts';
import { freshDatabase } from '../support/database.ts';
import { type Content, contentOf, exportTo, importFrom, temporaryFiles, writeContent } from './moved.ts';

const HEADER = headerLine({ environment: 'test', migrations: [], created: '2026-01-01T00:00:00.000Z' });

/** Text that a format of lines, or a quotation, could break. */
const AWKWARD = 'é 🏕️ "quoted" \'single\' \\N \\. {a,b} [1] \u2028 \u0085 \r\n\t null';

/** A value of each type of column that a product may be without. */
const OF_TYPE: Readonly<Record<string, unknown>> = { String: 'text', Int: 1, Json: {} };

let files: Awaited<ReturnType<typeof temporaryFiles>>;
let source: Database;
const opened: Database[] = [];

beforeAll(async () => {
  files = await temporaryFiles();
  source = await freshDatabase();
  await fill(source);
  await exportTo(files.at('all.gz'), source);
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

/** A row in every table, with a value in every column that can have one. */
async function fill({ db }: Database): Promise<void> {
  const at = new Date('2026-02-03T04:05:06.789Z');
  const owner = await db.user.create({
    data: { name: AWKWARD, email: 'olivia@example.com', passwordHash: 'scrypt$x', permissions: ['WRITE', 'READ'] },
  });
  const tenant = await db.user.create({
    data: { name: 'Theo', email: 'theo@example.com', permissions: [], createdAt: at, disabledAt: at },
  });
  const lastUse = { lastUsedAt: at, lastSurface: 'GRAPHQL', lastAddress: '2001:db8::1', lastAgent: AWKWARD } as const;
  const marks = { ...lastUse, lastSentInUrlAt: at, revokedAt: at, formKey: 'form', expiresAt: at };
  const shown = { userId: owner.id, name: AWKWARD, prefix: 'svc_test_', lastFour: 'abcd', version: '2025-08-16' };
  const token = await db.apiToken.create({ data: { ...shown, hash: hashToken('hash'), ...marks } });
  await db.apiToken.create({ data: { ...shown, hash: hashToken('hash of a roll'), predecessorId: token.id } });
  // A field that a release adds, too.
  const { fields = [] } = getDatamodel().datamodel.models.Product ?? {};
  const optional = fields.filter(({ name, isRequired }) => name in productFields && !isRequired);
  const ofEach = optional.flatMap(({ name, type }) => (type in OF_TYPE ? [[name, OF_TYPE[type]]] : []));
  const texts = { description: AWKWARD, sku: AWKWARD, code: 'null', barcode: '', countryOfManufacture: 'DE' };
  const decimals = { rent: new Prisma.Decimal('0.01000000000000000000000000001'), cost: new Prisma.Decimal('1e300') };
  const lists = { equipments: [{ name: AWKWARD, quantity: 1 }], images: [{ src: 'https://example.com/ä' }] };
  const numbers = { quantity: 2_147_483_647, shelfLifeMin: 0, shelfLifeMax: 9 };
  const flags = { stockType: 'UNIT', online: false, archived: true, createdAt: at } as const;
  const tent = await db.product.create({
    data: {
      ...Object.fromEntries(ofEach),
      ...texts,
      ...decimals,
      ...lists,
      ...numbers,
      ...flags,
      title: 'Tent',
      ownerId: owner.id,
    },
  });
  await db.product.update({ where: { id: tent.id }, data: { quantity: 3 } });
  const plain = { ownerId: owner.id, stockType: 'BULK', rent: 10, quantity: 1 } as const;
  const record = { keyHash: 'key', operation: 'createProduct', inputHash: 'input' };
  await db.product.create({ data: { ...plain, title: 'Peg', idempotencyRecord: record } });
  const bundle = { ...plain, title: 'Camp', type: 'BUNDLE' as const };
  await db.product.create({ data: { ...bundle, items: { create: { position: 0, adId: tent.id, quantity: 2 } } } });
  await db.product.delete({ where: { id: (await db.product.create({ data: { ...plain, title: 'Gone' } })).id } });
  const period = { startDate: new Date('2026-05-01'), endDate: new Date('9999-12-31'), totalAmount: 0.1, paidAt: at };
  const line = { position: 0, productId: tent.id, title: 'Tent', quantity: 1, dailyRate: 0.1, total: 0.3 };
  await db.rental.create({
    data: {
      ...{ status: 'CANCELLED', tenantId: tenant.id, ownerId: owner.id, ...period },
      items: { create: line },
      paidAccounts: { create: { userId: owner.id } },
    },
  });
  const signIn = { address: '2001:db8::1', agent: AWKWARD, method: 'password', authenticatedAt: at };
  await db.session.create({ data: { hash: 'session', userId: owner.id, ...signIn } });
  await db.knownBrowser.create({ data: { hash: 'browser', userId: owner.id } });
  await db.identity.create({ data: { issuer: 'https://accounts.example.com', subject: AWKWARD, userId: owner.id } });
  const where = { through: 'dashboard', processOwner: 'root', address: '2001:db8::1', agent: AWKWARD, sessionId: 1 };
  const on = { tokenId: token.id, tokenName: AWKWARD, predecessorId: 1 };
  await db.activity.create({ data: { userId: owner.id, at, action: 'token-rolled', ...where, ...on } });
  const hour = { tokenId: token.id, hour: new Date('2026-02-03T04:00:00Z'), surface: 'REST' } as const;
  await db.tokenUsage.create({ data: { ...hour, calls: 4, refused: 3, throttled: 2, replayed: 1 } });
  const refused = { tokenId: token.id, at, surface: 'REST', operation: '', status: 400 } as const;
  const request = { requestId: 'request', method: 'PUT', path: '/x', version: '1' };
  await db.refusedRequest.create({ data: { ...request, ...refused, errors: [{ code: 'REQUIRED' }] } });
  await db.budget.create({ data: { key: 'creates:1', points: 1, expire: 1n } });
}

test('every model of the schema is exported with all of its columns, except those that are left out', async () => {
  const { tables } = await contentOf(files.at('all.gz'));
  const columnsOf = new Map(tables.map(({ columns }) => [columns.toSorted().join(), columns]));
  const models = Object.entries(getDatamodel().datamodel.models);
  const absent = models.filter(([, { fields }]) => {
    const columns = fields.filter(({ kind }) => kind !== 'object').map(({ name }) => columnOf(name));
    return !columnsOf.has(columns.toSorted().join());
  });
  expect(absent.map(([name]) => name)).toEqual(['Budget', 'Deployment', 'TokenUsageDay', 'UsageWriter']);
  expect(tables).toHaveLength(models.length - 4);
  expect(LEFT_OUT).toEqual(['_prisma_migrations', 'deployment', 'budgets', 'usage_writers', 'token_usage_days']);
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

describe('an import', () => {
  test('writes the same rows, so that another export is equal, gives no id a second time, and keeps the points of the throttle', async () => {
    const database = await target();
    const { db } = database;
    await db.budget.create({ data: { key: 'sign-in:1' } });
    const rows = await importFrom(files.at('all.gz'), database);
    expect(rows).toMatchObject({ users: 2, products: 3, bundle_items: 1, idempotency_records: 1, sessions: 1 });
    await exportTo(files.at('again.gz'), database);
    expect(await contentOf(files.at('again.gz'))).toEqual(await contentOf(files.at('all.gz')));
    const [tent] = await db.product.findMany({ orderBy: { id: 'asc' } });
    expect(tent).toMatchObject({ revision: 2, description: AWKWARD });
    expect(await db.budget.count()).toBe(1);
    // The last one of the source was deleted.
    const data = { ownerId: tent?.ownerId ?? 0, title: 'New', rent: 1, stockType: 'BULK', quantity: 1 } as const;
    expect((await db.product.create({ data })).id).toBe(5);
  });

  test('is refused by a database with any row, and changes nothing there', async () => {
    const database = await target();
    await database.db.user.create({ data: { name: 'N', email: 'n@example.com', permissions: [] } });
    await expect(importFrom(files.at('all.gz'), database)).rejects.toThrow(
      'The database is not empty: the table users has rows.',
    );
    expect(await database.db.user.count()).toBe(1);
    expect(await database.db.product.count()).toBe(0);
  });

  test('that is stopped half way leaves the database empty, and its ids as they were', async () => {
    const database = await target();
    const stopAtRentals = (table: string) => {
      if (table === 'rentals') throw new Error('stopped');
    };
    await expect(importFrom(files.at('all.gz'), database, stopAtRentals)).rejects.toThrow('stopped');
    expect(await database.db.product.count()).toBe(0);
    await expectFirstId(database);
  });

  test('keeps the rules of the database: a product without a rent is refused with all other rows', async () => {
    const database = await target();
    await writeContent(
      files.at('faulty.gz'),
      HEADER,
      linesOf('products', (lines) => lines.map((line) => line.replace('"10"', '"0"')))(
        await contentOf(files.at('all.gz')),
      ),
    );
    const error = await importFrom(files.at('faulty.gz'), database).catch((reason: unknown) => reason);
    expect(violatedCheck(error)).toBe('products_rent_check');
    expect(await database.db.user.count()).toBe(0);
  });
});

test('a file without a column is taken where the database has a default for it', async () => {
  const database = await target();
  await writeContent(
    files.at('older.gz'),
    HEADER,
    without('products', 'revision')(await contentOf(files.at('all.gz'))),
  );
  await importFrom(files.at('older.gz'), database);
  expect(await database.db.product.findMany({ select: { revision: true } })).toEqual(Array(3).fill({ revision: 1 }));
});

/** Nothing was written, and no id was given. */
const expectFirstId = async ({ db }: Database) =>
  expect((await db.user.create({ data: { name: 'N', email: 'n@example.com', permissions: [] } })).id).toBe(1);

type Change = (content: Content) => Content;
type Part = Content['tables'][number];

const changing =
  (table: string, change: (part: Part) => Part): Change =>
  (content) => ({ ...content, tables: content.tables.map((one) => (one.table === table ? change(one) : one)) });

const without = (table: string, column: string) =>
  changing(table, (part) => {
    const index = part.columns.indexOf(column);
    const lines = part.lines.map((line) => JSON.stringify(JSON.parse(line).toSpliced(index, 1)));
    return { ...part, columns: part.columns.toSpliced(index, 1), lines };
  });

const linesOf = (table: string, change: (lines: string[]) => string[]) =>
  changing(table, (part) => ({ ...part, lines: change(part.lines) }));

describe('a file that is not as an export of this version writes it is refused in words', () => {
  const sequence =
    (id: string, next: string | undefined): Change =>
    (content) => {
      const { [id]: _, ...others } = content.totals?.sequences ?? {};
      const sequences = next === undefined ? others : { ...others, [id]: next };
      return { ...content, totals: { rows: content.totals?.rows ?? {}, sequences } };
    };

  test.each<[string, Change, string]>([
    ['a next id that is taken', sequence('users.id', '2'), 'ids of users that are not below the next one'],
    ['a next id that is missing', sequence('users.id', undefined), 'ids of users that are not below the next one'],
    ['a next id beyond all', sequence('users.id', '9'.repeat(12)), 'refused a next id: '],
    ['a next id that is no number', sequence('users.id', '1; SELECT 1'), 'has a line that no export writes'],
    [
      'a longer row',
      linesOf('sessions', (lines) => lines.map((one) => one.replace(/]$/, ',"x"]'))),
      'rows of sessions that',
    ],
    [
      'a shorter row',
      linesOf('sessions', (lines) => lines.map((one) => one.replace(/,[^,]*]$/, ']'))),
      'rows of sessions that',
    ],
    ['two rows in a line', linesOf('sessions', (lines) => [`${lines[0]},${lines[0]}`]), 'rows of sessions'],
    ['a row twice', linesOf('sessions', (lines) => [...lines, ...lines]), 'refused rows of sessions: duplicate key'],
    ['a row that is no JSON', linesOf('sessions', () => ['[nonsense']), 'refused rows of sessions: '],
    [
      'a value of another type',
      linesOf('sessions', (lines) => [`["x${lines[0]?.slice(2)}`]),
      'refused rows of sessions: ',
    ],
    ['a line that is no JSON', linesOf('sessions', () => ['nonsense']), 'has a line that no export writes'],
    ['a line of another form', linesOf('sessions', () => ['{}']), 'has a line that no export writes'],
    ['a table twice', ({ tables, ...rest }) => ({ ...rest, tables: [...tables, ...tables.slice(-1)] }), 'twice'],
    ['a column less', without('products', 'title'), 'no values for the column title of products'],
    [
      'a column more',
      changing('users', (part) => ({ ...part, columns: [...part.columns, 'weight'] })),
      'the column weight of users',
    ],
    [
      'a table more',
      ({ tables, ...rest }) => ({ ...rest, tables: [...tables, { table: 'strangers', columns: ['id'], lines: [] }] }),
      'the table strangers',
    ],
    ['fewer rows than its totals', linesOf('sessions', () => []), 'not as many as'],
  ])('%s', async (name, change, words) => {
    const file = files.at(`${name.replaceAll(' ', '-')}.gz`);
    await writeContent(file, HEADER, change(await contentOf(files.at('all.gz'))));
    const database = await target();
    await expect(importFrom(file, database)).rejects.toMatchObject({
      name: 'DataFileError',
      message: expect.stringContaining(words),
    });
    await expectFirstId(database);
  });
});
