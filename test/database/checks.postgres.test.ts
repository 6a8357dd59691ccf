// Every check constraint rejects wrong values and accepts the last valid one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { violatedCheck } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/db.ts';
import { boundsOf } from '../../src/operation/field-types.ts';
import { createHistory } from '../../src/operation/release-changes.ts';
import { productFields } from '../../src/products/product-fields.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
let db: Database['db'];
let ownerId: number;
let bundleId: number;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  ownerId = (await db.user.create({ data: { name: 'Ada', email: 'ada@example.com' } })).id;
  bundleId = (await db.product.create({ data: product({ type: 'BUNDLE' }) })).id;
  const line = { position: 0, title: 'Drill', quantity: 1, dailyRate: 1, total: 1 };
  const items = { create: { ...line, productId: bundleId } };
  await db.rental.create({ data: { ...RENTAL, tenantId: ownerId, ownerId, items } });
});
afterAll(() => database.close());

const DAY = new Date('2025-08-16');
const RENTAL = { status: 'ACTIVE', startDate: DAY, endDate: DAY, totalAmount: 1 } as const;

function product(
  given: Partial<Prisma.ProductUncheckedCreateInput>,
): Prisma.ProductUncheckedCreateInput {
  return { ownerId, title: 'Drill', rent: 1, stockType: 'BULK', quantity: 1, ...given };
}

const checkOf = (work: Promise<unknown>) => work.then(() => 'accepted', violatedCheck);
const create = (given: Partial<Prisma.ProductUncheckedCreateInput>) =>
  checkOf(db.product.create({ data: product(given) }));
/** The most entries that any version allows; the database allows as many. */
function mostOf(field: 'equipments' | 'images'): number {
  const inCode = boundsOf(productFields[field])?.limits.max;
  const at = createHistory(RELEASES);
  const ofReleases = RELEASES.map(({ date }) => at(date)(`Product.${field}`, 'max', inCode));
  return Math.max(...ofReleases.filter((most) => most !== undefined));
}

const list = (length: number) => Array.from({ length }, String);

/** Everything that String.prototype.trim() removes. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

const ofUnits = (sku: string | null) => ({ stockType: 'UNIT', sku }) as const;

test.each<
  [name: string, refused: Partial<Prisma.ProductUncheckedCreateInput>[], accepted: object[]]
>([
  ['title', [{ title: '' }], [{ title: 'D' }]],
  ['rent', [{ rent: 0 }, { rent: 0.009 }], [{ rent: 0.01 }]],
  ['cost', [{ cost: -0.01 }], [{ cost: 0 }, { cost: null }]],
  ['quantity', [{ quantity: 0 }], [{ quantity: 1 }]],
  [
    'bundle_stock_type',
    [{ type: 'BUNDLE', stockType: 'UNIT', sku: 'B' }],
    [{ type: 'BUNDLE' }],
  ],
  [
    'equipments',
    [{ equipments: list(mostOf('equipments') + 1) }],
    [{ equipments: list(mostOf('equipments')) }],
  ],
  ['images', [{ images: list(mostOf('images') + 1) }], [{ images: list(mostOf('images')) }]],
  [
    'shelf_life',
    [{ shelfLifeMin: -1 }, { shelfLifeMax: -1 }, { shelfLifeMin: 2, shelfLifeMax: 1 }],
    [{ shelfLifeMin: 1 }, { shelfLifeMax: 0 }, { shelfLifeMin: 2, shelfLifeMax: 2 }],
  ],
  [
    'sku',
    [null, '', ...BLANKS, BLANKS].map(ofUnits),
    [...['D1', ` ${'\u3000'}x`, '\u200b', '0'].map(ofUnits), { stockType: 'BULK', sku: ' ' }],
  ],
])('the check %s of a product', async (name, refused, accepted) => {
  for (const given of refused) expect(await create(given)).toBe(`products_${name}_check`);
  for (const given of accepted) expect(await create(given)).toBe('accepted');
});

/** What Prisma's own types don't allow, by the column or the end of the check's name. */
const UNTYPED: readonly [table: string, column: string, values: string[], check?: string][] =
  [
    ['products', 'rent', ["'NaN'", "'Infinity'", "'-Infinity'"]],
    ['products', 'cost', ["'NaN'", "'Infinity'"]],
    ['products', 'equipments', ["'{}'"]],
    ['products', 'images', [`'"text"'`]],
    // Rentals are written by other software: the contract can't express these values.
    ['rentals', 'end_date', ["'infinity'", "'10000-01-01'"], 'dates'],
    ['rentals', 'end_date', ["'2025-08-15'"], 'period'],
    ['rentals', 'start_date', ["'-infinity'", "'0044-03-15 BC'"], 'dates'],
    ['rentals', 'total_amount', ["'NaN'", "'Infinity'", "'-Infinity'", "'1e400'"]],
    ['rentals', 'created_at', ["'infinity'", "'10000-01-01Z'"], 'times'],
    ['rentals', 'updated_at', ["'-infinity'", "'0044-03-15 00:00Z BC'"], 'times'],
    ['rental_items', 'daily_rate', ["'NaN'"]],
    ['rental_items', 'total', ["'Infinity'"]],
    ['rental_items', 'quantity', ['0']],
  ];

test.each(UNTYPED)(
  '%s.%s is never %j (D30)',
  async (table, column, values, check = column) => {
    for (const value of values) {
      const update = `UPDATE ${table} SET ${column} = ${value}`;
      expect(await checkOf(db.$executeRawUnsafe(update))).toBe(`${table}_${check}_check`);
    }
  },
);

test('a product under unit stock keeps its sku in an update, and needs one to switch to unit stock', async () => {
  expect(BLANKS.trim()).toBe('');
  const { id } = await db.product.create({ data: product(ofUnits('D1')) });
  const update = (data: object) => checkOf(db.product.update({ where: { id }, data }));
  expect(await update({ sku: '\u00a0' })).toBe('products_sku_check');
  expect(await update({ sku: null, stockType: 'BULK' })).toBe('accepted');
  expect(await update({ stockType: 'UNIT' })).toBe('products_sku_check');
});

test('a bundle item has a quantity, one of 30 positions and a product other than the bundle', async () => {
  const { id: adId } = await db.product.create({ data: product({}) });
  const item = (given: object) =>
    checkOf(
      db.bundleItem.create({ data: { bundleId, adId, position: 1, quantity: 1, ...given } }),
    );
  expect(await item({ quantity: 0 })).toBe('bundle_items_quantity_check');
  expect(await item({ position: -1 })).toBe('bundle_items_position_check');
  expect(await item({ position: 30 })).toBe('bundle_items_position_check');
  expect(await item({ adId: bundleId })).toBe('bundle_items_self_check');
  for (const position of [0, 29]) expect(await item({ position })).toBe('accepted');
});

test("an owner's ID can't change, whether the owner has products or rentals", async () => {
  const person = (name: string) =>
    db.user.create({ data: { name, email: `${name}@example.com` } });
  const lender = await person('lender');
  const landlord = await person('landlord');
  await db.product.create({ data: product({ ownerId: lender.id }) });
  await db.rental.create({ data: { ...RENTAL, tenantId: ownerId, ownerId: landlord.id } });
  const move = (id: number) => db.user.update({ where: { id }, data: { id: id + 1_000 } });
  await expect(move(lender.id)).rejects.toThrow('products_owner_id_fkey');
  await expect(move(landlord.id)).rejects.toThrow('rentals_owner_id_fkey');
});
