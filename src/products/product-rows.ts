// The product rows that operations read, each with a loader: only a few shapes, so that requests share queries.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../database/db.ts';
import { MAX_BATCH_SIZE } from '../database/loader.ts';
import { findRows, recordLoader } from '../database/records.ts';
import { boundsOf } from '../operation/field-types.ts';
import type { Id } from '../operation/id.ts';
import { jsonFields } from './product-columns.ts';
import { bundleItem, productFields } from './product-fields.ts';

/** What a read needs of a product, or of a record that refers to products, besides its short columns. */
export interface ProductSelection {
  readonly longTexts: boolean;
  readonly items: boolean;
  /** Loads the records that items refer to (brief fields only), and leaves out lists that few documents select. */
  readonly referred: boolean;
}

const selectEach = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, true])) as {
    [Name in keyof Fields]: true;
  };

const OWN = {
  id: true,
  ownerId: true,
  ...selectEach(productFields),
  createdAt: true,
  updatedAt: true,
  revision: true,
};

/** The lines of a bundle, in order; empty for a plain product. */
export const ITEMS = {
  items: { select: selectEach(bundleItem.shape), orderBy: { position: 'asc' } },
} satisfies Prisma.ProductSelect;

/** Every field that a read returns (the `ads` group), and the columns that decide who may see it. */
const WHOLE = { ...OWN, ...ITEMS } satisfies Prisma.ProductSelect;

export type ProductRow = Prisma.ProductGetPayload<{ select: typeof WHOLE }>;

const without = <Select extends object>(select: Select, names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(select).filter(([name]) => !names.includes(name)),
  ) as Select;

/** The fields that are long in practice; reads that need none of them don't load them. */
export const LONG_FIELDS = ['description', ...jsonFields];

/** Fields whose length has no limit. */
const UNLIMITED = Object.entries(productFields)
  .filter(([, field]) => boundsOf(field)?.limits.max === Infinity)
  .map(([name]) => name);

/** The fields that come with a record that refers to products: none that would make a row of many items long. */
export const BRIEF = without(OWN, [...LONG_FIELDS, ...UNLIMITED]);

export const WHOLE_PRODUCT: ProductSelection = {
  longTexts: true,
  items: true,
  referred: false,
};
export const ONLY_SHORT_TEXTS: ProductSelection = {
  longTexts: false,
  items: false,
  referred: false,
};

const shapeOf = (select: Prisma.ProductSelect) => ({
  select,
  load: recordLoader<ProductRow>('products', (db) => db.reads.product, select),
});

const shapesOf = (own: typeof OWN) => ({
  plain: shapeOf(own),
  withItems: shapeOf({ ...own, ...ITEMS }),
});

const LONG = shapesOf(OWN);
const SHORT = shapesOf(without(OWN, LONG_FIELDS));

function rowsOf({ longTexts, items }: ProductSelection) {
  const shapes = longTexts ? LONG : SHORT;
  return items ? shapes.withItems : shapes.plain;
}

/** A product with at least the fields of a shape; null if there is none. */
export const loadProduct = (db: Db, id: Id, selection: ProductSelection) =>
  rowsOf(selection).load(db, id);

/** Products with at least the fields of a shape, by ID, in one query however many there are. */
export async function loadProducts(db: Db, ids: readonly Id[], selection: ProductSelection) {
  const { load, select } = rowsOf(selection);
  const rows =
    ids.length <= MAX_BATCH_SIZE
      ? await Promise.all(ids.map((id) => load(db, id)))
      : await findRows<ProductRow>(db, db.reads.product, ids, select);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
}

/** The bytes of products with all their fields, by ID. */
export async function productLengths({ reads }: Db, ids: readonly Id[]) {
  const rows = await reads.$queryRaw<{ id: number; length: number }[]>`
    SELECT id, octet_length(products::text) AS length FROM products
    WHERE id = ANY(${ids}::int[])`;
  return new Map(rows.map(({ id, length }) => [id, length]));
}
