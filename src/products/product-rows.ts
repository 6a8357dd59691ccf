// The product rows that operations read, each with a loader: only a few shapes, so that requests share queries.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../database/db.ts';
import { rowLoader } from '../database/loader.ts';
import { findRows } from '../database/unknown-members.ts';
import type { Id } from '../operation/id.ts';
import type { RowShape } from '../operation/operation.ts';
import { jsonFields } from './product-columns.ts';
import { productFields } from './product-shape.ts';

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
} as const satisfies Prisma.ProductSelect;

/** Every field that a read returns (the `ads` group), and the columns that decide who may see it. */
const WHOLE = { ...OWN, ...ITEMS } as const satisfies Prisma.ProductSelect;

export type ProductRow = Prisma.ProductGetPayload<{ select: typeof WHOLE }>;

/** The fields that are long in practice; reads that need none of them don't load them. */
export const LONG_FIELDS: readonly string[] = ['description', ...jsonFields];

const withoutLongTexts = <Select extends object>(select: Select) =>
  Object.fromEntries(
    Object.entries(select).filter(([name]) => !LONG_FIELDS.includes(name)),
  ) as Select;

export const WHOLE_PRODUCT: RowShape = { longTexts: true, items: true };

const loadShape = (select: typeof OWN | typeof WHOLE) =>
  rowLoader(
    'SELECT FROM products',
    (db, ids: Id[]) => findRows<ProductRow>(db, db.reads.product, ids, select),
    ({ id }) => id,
  );

const SHORT = {
  plain: loadShape(withoutLongTexts(OWN)),
  withItems: loadShape(withoutLongTexts(WHOLE)),
};
const LONG = { plain: loadShape(OWN), withItems: loadShape(WHOLE) };

/** A product with at least the fields of a shape; null if there is none. */
export function loadProduct(
  db: Db,
  id: Id,
  { longTexts, items }: RowShape,
): Promise<ProductRow | null> {
  const { plain, withItems } = longTexts ? LONG : SHORT;
  return items ? withItems(db, id) : plain(db, id);
}
