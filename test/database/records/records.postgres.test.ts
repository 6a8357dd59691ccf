// Records by prepared statements are those of Prisma's client: every column, relation and key, whatever is selected.
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Prisma } from '../../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../../prisma/generated/pothos.ts';
import { withRecords } from '../../../src/database/records/extension.ts';
import type { StoredModel } from '../../../src/database/records/record-sql.ts';
import { openTestApp } from '../../support/app.ts';

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

const app = await openTestApp();
let keys: Record<ReadModel, number[]>;
beforeAll(async () => {
  const [full, plain] = [await app.product(EVERY_FIELD), await app.product({ rent: '0.01' })];
  const items = [full, plain, full].map(({ id }, position) => ({ adId: id, position, quantity: position + 1 }));
  const bundle = await app.product({ type: 'BUNDLE', items: { create: items } });
  const paidAccounts = { create: [{ userId: app.owner.id }, { userId: app.rival.id }] };
  const paid = { status: 'COMPLETED', paidAt: new Date('2026-03-02T01:02:03.004Z'), paidAccounts };
  const rentals = [
    await app.rental([bundle.id, full.id], { ...paid, totalAmount: '1234567.89' }),
    await app.rental([full.id]),
  ];
  const [rolled, fresh] = [app.owner.tokenId, app.rival.tokenId];
  await app.db.apiToken.update({ where: { id: fresh }, data: { predecessorId: rolled } });
  keys = {
    Product: [full, plain, bundle].map(({ id }) => id),
    Rental: rentals.map(({ id }) => id),
    ApiToken: [rolled, fresh],
  };
});

/** The models that are read, with the columns that every record has. */
const MODELS = {
  Product: { name: 'product', keys: { ownerId: true, type: true } },
  Rental: { name: 'rental', keys: { ownerId: true, tenantId: true } },
  ApiToken: { name: 'apiToken', keys: {} },
} as const;

type ReadModel = keyof typeof MODELS;
type Select = Record<string, unknown>;

interface Delegate {
  findUnique(query: object): Promise<unknown>;
  read(id: number, selection: object): Promise<unknown>;
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

test.each(Object.keys(MODELS) as ReadModel[])(
  'every selection of columns and relations of %s is as Prisma reads it',
  async (model) => {
    const { name, keys: always } = MODELS[model];
    const delegate = app.db[name] as unknown as Delegate;
    const isAlike = fc.asyncProperty(selections(model, 2), fc.constantFrom(...keys[model]), async (select, id) => {
      const byPrisma = await delegate.findUnique({ where: { id }, select: { ...select, ...always } });
      expect(await delegate.read(id, { select })).toEqual(byPrisma);
    });
    await fc.assert(isAlike, { numRuns: 40, seed: 2026 });
  },
);

test('a selection beyond columns and relations is refused, by the name of its field', async () => {
  const [id = 0] = keys.Product;
  const select = { items: { select: { adId: true }, take: 1 } };
  await expect(async () => app.db.product.read(id, { select })).rejects.toThrow('this selection of items of Product');
});

test('keys of one turn are read by one statement, each key once, in batches of a bounded size', async () => {
  const { statements } = app.database;
  const read = vi.fn(statements.read);
  const { product } = withRecords(app.db, { ...statements, read });
  const selection = { select: { id: true } };
  const many = Array.from({ length: 130 }, (_, index) => 1_000_000 + (index % 65));
  expect(await Promise.all(many.map((id) => product.read(id, selection)))).toEqual(many.map(() => null));
  expect(read.mock.calls.map(([, values]) => (values as number[][] | undefined)?.[0]?.length)).toEqual([64, 64, 2]);
});

test('a decimal keeps every digit, in a relation too', async () => {
  const rent = '12345678901234567890.123456789';
  const { id: adId } = await app.product({ rent });
  const { id } = await app.product({ type: 'BUNDLE', items: { create: [{ adId, position: 0, quantity: 1 }] } });
  const read = await app.db.product.read(id, {
    select: { items: { select: { product: { select: { rent: true } } } } },
  });
  expect(read?.items[0]?.product.rent.toFixed()).toBe(rent);
});
