// What the operations result in on the demo data of a new database, in the names of the domain. Fields that only GraphQL
// answers are functions: its executor calls them, and no JSON has them.
import { z } from 'zod';
import { CAMPING, type DemoRental, demoRentals, PEOPLE, PRODUCT_NAMES, PRODUCTS } from '../demo/demo-data.ts';
import { DEMO_IDS } from '../demo/demo-ids.ts';
import { valueSchema } from '../operation/field-types.ts';
import { productPath } from '../paths.ts';
import type { StoredProduct } from '../products/find-product.ts';
import { PRODUCT_DEFAULTS } from '../products/product-shape.ts';
import type { RentalRecord } from '../rentals/read-rental.ts';
import { productAnswer, toAds, toRental } from '../rest/answers.ts';
import type { RestOperationName } from '../rest/routes.ts';

const { people, products, rentals, nextProduct } = DEMO_IDS;

/** The time at which the demo data of the examples was written. */
export const EXAMPLES_WRITTEN_AT = new Date('2026-07-10T08:30:00.000Z');
const times = { createdAt: EXAMPLES_WRITTEN_AT, updatedAt: EXAMPLES_WRITTEN_AT };

/** The value of a field that a row does not have: null, or the example of its shape. */
export const exampleValue = (field: z.ZodType): unknown => (field.isNullable() ? null : exampleOf(field));

/** The example of a field, of the fields of its object, or of one entry of its list; undefined if one of them lacks it. */
function exampleOf(field: z.core.$ZodType): unknown {
  const value = valueSchema(field);
  const own = z.globalRegistry.get(field)?.example ?? z.globalRegistry.get(value)?.example;
  if (own !== undefined) return own;
  if (value instanceof z.ZodArray) {
    const entry = exampleOf(value.element);
    return entry === undefined ? undefined : [entry];
  }
  if (!(value instanceof z.ZodObject)) return undefined;
  const fields = Object.entries<z.ZodType>(value.shape).map(([name, inner]) => [name, exampleOf(inner)] as const);
  const known = fields.filter(([, example]) => example !== undefined);
  return fields.every(([name, example]) => example !== undefined || value.shape[name].isOptional())
    ? Object.fromEntries(known)
    : undefined;
}

type Fields = Readonly<Record<string, unknown>>;
type Item = Readonly<{ adId: number; quantity: number }>;

/** A row as a read answers it: every field, null without a value. */
function stored({ items, ...row }: Fields, revision = 1): object {
  const given = { ...PRODUCT_DEFAULTS, ...times, ...row } as Fields;
  const fields = Object.entries<z.ZodType>(productAnswer.shape).map(([name, field]) => [
    name,
    given[name] ?? (valueSchema(field) instanceof z.ZodArray && !field.isNullable() ? [] : exampleValue(field)),
  ]);
  const list = (items as readonly Item[] | undefined)?.map((item) => ({ ...item, product: () => product(item.adId) }));
  const ads = toAds({ ...Object.fromEntries(fields), items: list } as unknown as StoredProduct);
  return { ...ads, revision: () => revision };
}

const rows = new Map<number, Fields>([
  ...PRODUCT_NAMES.map((name) => [products[name], { ...PRODUCTS[name].row, id: products[name] }] as const),
  [
    products.camping,
    {
      ...CAMPING.row,
      id: products.camping,
      type: 'BUNDLE',
      items: CAMPING.items.map(({ product: name, quantity }) => ({ adId: products[name], quantity })),
    },
  ],
]);

function rowOf(id: number | undefined): Fields {
  const row = id === undefined ? undefined : rows.get(id);
  if (!row) throw new Error(`The demo data has no product ${id}`);
  return row;
}

const product = (id: number | undefined) => stored(rowOf(id));

const account = (person: 'owner' | 'tenant') => {
  const { name, email } = PEOPLE[person];
  return { id: people[person], name, email };
};

const { unpaid, paid } = demoRentals(EXAMPLES_WRITTEN_AT);

function rental(id: number | undefined): object {
  const { dailyRate, ...row }: DemoRental = id === rentals.paid ? paid : unpaid;
  const { title } = PRODUCTS.tent.row;
  const total = row.totalAmount;
  return toRental({
    id,
    paidAt: null,
    ...row,
    tenant: account('tenant'),
    owner: account('owner'),
    items: [{ productId: products.tent, title, quantity: 1, dailyRate, total, product: () => product(products.tent) }],
    updatedAt: EXAMPLES_WRITTEN_AT,
    paidAccounts: [{ user: account('owner') }],
  } as unknown as RentalRecord);
}

const success = { success: true, errors: () => [] };
const created = { ...success, id: nextProduct };

const sumOf = (items: readonly Item[]) =>
  items.reduce((sum, { adId, quantity }) => sum + Number(rowOf(adId).rent) * quantity, 0);

function bundle(input: Fields): object {
  const items = input.items as readonly Item[];
  const rent = input.rent ?? sumOf(items);
  return stored({ stockType: 'BULK', quantity: 1, ...input, id: nextProduct, type: 'BUNDLE', rent });
}

/** The result of each operation, by its id and its input. */
export const OUTPUTS: Readonly<Record<RestOperationName, (id: number | undefined, input: Fields) => object>> = {
  readRental: rental,
  readProduct: product,
  updateProduct: (id, input) => ({ ...success, product: () => stored({ ...rowOf(id), ...input }, 2) }),
  createProduct: (_, input) => ({
    ...created,
    location: productPath(nextProduct),
    product: () => stored({ sku: input.code, ...input, id: nextProduct }),
  }),
  createBundle: (_, input) => ({ ...created, bundle: () => bundle(input) }),
};
