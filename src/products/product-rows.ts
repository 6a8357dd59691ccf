// The product rows that operations read, each with a loader: only a few shapes, so that requests share queries.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../database/db.ts';
import { recordLoader } from '../database/record-loader.ts';
import { boundsOf } from '../operation/field-types.ts';
import type { Id } from '../operation/id.ts';
import type { RowShape } from '../operation/operation.ts';
import { jsonFields } from './product-columns.ts';
import { productFields } from './product-fields.ts';

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
  items: { select: { adId: true, quantity: true }, orderBy: { position: 'asc' } },
} satisfies Prisma.ProductSelect;

/** Every field that a read returns (the `ads` group), and the columns that decide who may see it. */
const WHOLE = { ...OWN, ...ITEMS } satisfies Prisma.ProductSelect;

export type ProductRow = Prisma.ProductGetPayload<{ select: typeof WHOLE }>;

const without = <Select extends object>(select: Select, names: readonly string[]) =>
  Object.fromEntries(Object.entries(select).filter(([name]) => !names.includes(name))) as Select;

/** The fields that are long in practice; reads that need none of them don't load them. */
export const LONG_FIELDS: readonly string[] = ['description', ...jsonFields];

/** Fields whose length has no limit. */
const UNLIMITED = Object.entries(productFields)
  .filter(([, field]) => boundsOf(field)?.limits.max === Number.POSITIVE_INFINITY)
  .map(([name]) => name);

/** The fields that come with a record that refers to products: none that would make a row of many items long. */
export const BRIEF = without(OWN, [...LONG_FIELDS, ...UNLIMITED]);

export const WHOLE_PRODUCT: RowShape = { longTexts: true, items: true, referred: false };
export const ONLY_SHORT_TEXTS: RowShape = { longTexts: false, items: false, referred: false };

const loadShape = (select: Prisma.ProductSelect) =>
  recordLoader<ProductRow>('products', (db) => db.reads.product, select);

const shapesOf = (own: typeof OWN) => ({
  plain: loadShape(own),
  withItems: loadShape({ ...own, ...ITEMS }),
});

const LONG = shapesOf(OWN);
const SHORT = shapesOf(without(OWN, LONG_FIELDS));

/** A product with at least the fields of a shape; null if there is none. */
export function loadProduct(
  db: Db,
  id: Id,
  { longTexts, items }: RowShape,
): Promise<ProductRow | null> {
  const { plain, withItems } = longTexts ? LONG : SHORT;
  return items ? withItems(db, id) : plain(db, id);
}
