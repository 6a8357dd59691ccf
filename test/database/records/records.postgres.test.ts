// Records by prepared statements are those of Prisma's client: every column, relation and key, whatever is selected.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prisma } from '../../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../../prisma/generated/pothos.ts';
import { recordShape, type StoredModel } from '../../../src/database/records/record-shape.ts';
import { Records } from '../../../src/database/records/records.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { freshDatabase } from '../../support/database.ts';

const { models } = getDatamodel().datamodel;

/** The models that a read can reach, and the order of each that makes a list of them the same every time. */
const ORDER: Partial<Record<Prisma.ModelName, object>> = {
  Product: { id: 'asc' },
  Rental: { id: 'asc' },
  ApiToken: { id: 'asc' },
  User: { id: 'asc' },
  BundleItem: { position: 'asc' },
  RentalItem: { position: 'asc' },
  PaidAccount: { userId: 'asc' },
} satisfies Partial<Record<StoredModel, object>>;

const EVERY_FIELD = {
  description: 'A "tent"\n\u2028 ünï 😀 \\ </script>',
  cost: '12345.678',
  sku: 'T-1',
  code: 'C',
  stockUnitTypeId: 2147483647,
  barcode: '1',
  commodityCode: '6306',
  countryOfManufacture: 'DE',
  shelfLifeMin: 0,
  shelfLifeMax: 30,
  equipments: [{ name: 'Peg "x"', quantity: 3 }],
  images: [{ src: 'https://example.com/a.png' }],
};

let app: TestApp;
let records: Records;
let keys: Record<'Product' | 'Rental', number[]>;
beforeAll(async () => {
  const database = await freshDatabase();
  app = await createTestApp({ database });
  records = new Records(database.statements);
  const [full, plain] = [await app.product(EVERY_FIELD), await app.product({ rent: '0.01' })];
  const items = [full, plain, full].map(({ id }, position) => ({ adId: id, position, quantity: position + 1 }));
  const bundle = await app.product({ type: 'BUNDLE', items: { create: items } });
  const rental = (paid: boolean) =>
    app.db.rental.create({
      data: {
        status: 'COMPLETED',
        startDate: new Date('2026-02-28'),
        endDate: new Date('2026-03-01'),
        totalAmount: '1234567.89',
        tenantId: app.rival.id,
        ownerId: app.owner.id,
        ...(paid && { paidAt: new Date('2026-03-02T01:02:03.004Z') }),
        paidAccounts: { create: paid ? [{ userId: app.owner.id }, { userId: app.rival.id }] : [] },
        items: {
          create: [bundle, full].map(({ id }, position) => ({
            ...{ position, productId: id, title: 'Tent', quantity: 1, dailyRate: '1.5', total: '3' },
          })),
        },
      },
    });
  const rentals = [await rental(true), await rental(false)];
  keys = {
    Product: [full, plain, bundle].map(({ id }) => id),
    Rental: rentals.map(({ id }) => id),
  };
});
afterAll(() => app.close());

const DELEGATES = { Product: 'product', Rental: 'rental' } as const;

type ReadModel = keyof typeof DELEGATES;
type Select = Record<string, unknown>;

async function byPrisma(model: ReadModel, key: number, select: Select): Promise<unknown> {
  const delegate = app.db[DELEGATES[model]] as unknown as { findUnique(query: object): Promise<unknown> };
  return delegate.findUnique({ where: { id: key }, select });
}

const isReached = (type: string) => Object.hasOwn(ORDER, type);

/** A selection of some columns, and of relations down to a depth. */
function selections(model: string, depth: number): fc.Arbitrary<Select> {
  const fields = models[model]?.fields ?? [];
  const columns = fields.filter(({ kind }) => kind !== 'object').map(({ name }) => name);
  const relations = depth > 0 ? fields.filter(({ kind, type }) => kind === 'object' && isReached(type)) : [];
  const nested = Object.fromEntries(
    relations.map(({ name, type, isList }) => [
      name,
      selections(type, depth - 1).map((select) => ({
        select,
        ...(isList && { orderBy: ORDER[type as Prisma.ModelName] }),
      })),
    ]),
  );
  return fc
    .tuple(fc.subarray(columns, { minLength: 1 }), fc.record(nested, { requiredKeys: [] }))
    .map(([names, inner]) => ({ ...Object.fromEntries(names.map((name) => [name, true])), ...inner }));
}

describe.each(Object.keys(DELEGATES) as ReadModel[])('%s', (model) => {
  test('every column is as Prisma reads it', async () => {
    const columns = (models[model]?.fields ?? []).filter(({ kind }) => kind !== 'object');
    const select = Object.fromEntries(columns.map(({ name }) => [name, true]));
    for (const key of keys[model]) {
      expect(await records.find(model, key, { select })).toEqual(await byPrisma(model, key, select));
    }
  });

  test('every selection with relations is as Prisma reads it', async () => {
    const cases = fc.tuple(selections(model, 2), fc.nat());
    await fc.assert(
      fc.asyncProperty(cases, async ([select, n]) => {
        const key = keys[model][n % keys[model].length] ?? 0;
        expect(await records.find(model, key, { select })).toEqual(await byPrisma(model, key, select));
      }),
      { numRuns: 40, seed: 2026 },
    );
  });

  test('a key that no record has is null', async () => {
    expect(await records.find(model, 2147483647, { select: { id: true } })).toBeNull();
  });
});

test('a selection beyond columns and relations is refused, by the name of its field', async () => {
  const [id = 0] = keys.Product;
  const select = { items: { select: { adId: true }, take: 1 } };
  await expect(records.find('Product', id, { select })).rejects.toThrow('this selection of items of Product');
});

test('keys of one turn are read by one statement, each key once, in batches of a bounded size', async () => {
  const lists: unknown[] = [];
  const database = await freshDatabase();
  const counting = new Records({
    ...database.statements,
    read: (sql, values) => {
      lists.push(values[0]);
      return database.statements.read(sql, values);
    },
  });
  const select = { id: true };
  const many = Array.from({ length: 130 }, (_, index) => (index % 65) + 1);
  expect(await Promise.all(many.map((id) => counting.find('Product', id, { select })))).toEqual(many.map(() => null));
  expect(lists.flat()).toHaveLength(130);
  expect(lists.map((list) => (list as unknown[]).length)).toEqual([64, 64, 2]);
  await database.close();
});

test('a decimal keeps every digit, in a relation too', async () => {
  const rent = '12345678901234567890.123456789';
  const product = await app.product({ rent });
  const bundle = await app.product({
    type: 'BUNDLE',
    items: { create: [{ adId: product.id, position: 0, quantity: 1 }] },
  });
  const select = { items: { select: { product: { select: { rent: true } } } } };
  const read = await records.find<{ items: { product: { rent: Prisma.Decimal } }[] }>('Product', bundle.id, { select });
  expect(read?.items[0]?.product.rent.toFixed()).toBe(rent);
});

test('a relation to one is read from both of its sides', async () => {
  const [one, other] = [await app.person('rolled'), await app.person('new')];
  await app.db.apiToken.update({ where: { id: other.tokenId }, data: { predecessorId: one.tokenId } });
  const select = { predecessor: { select: { name: true } }, successor: { select: { name: true } } };
  const { sql, decode } = recordShape('ApiToken', select, 'r');
  const read = async (id: number) => {
    const [row] = await app.database.statements.read(`SELECT ${sql}::text FROM api_tokens r WHERE r.id = $1`, [id]);
    return decode(JSON.parse(row?.[0] as string));
  };
  expect(await read(one.tokenId)).toEqual({ predecessor: null, successor: { name: 'new' } });
  expect(await read(other.tokenId)).toEqual({ predecessor: { name: 'rolled' }, successor: null });
});
