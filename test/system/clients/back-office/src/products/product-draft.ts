// What a product form holds: texts, as people type them, and what of it the service is told.
import type { CreateProductInput, EditedProductFragment, StockType } from '../generated/graphql.ts';

export const EMPTY = {
  ...{ title: '', rent: '', stockType: 'UNIT' as StockType, sku: '', quantity: '1', cost: '', description: '' },
  online: true,
};
export type ProductDraft = Readonly<typeof EMPTY>;

export const draftOf = (product: EditedProductFragment): ProductDraft => ({
  title: product.title,
  rent: String(product.rent),
  stockType: product.stockType,
  sku: product.sku ?? '',
  quantity: String(product.quantity),
  cost: product.cost === null ? '' : String(product.cost),
  description: product.description ?? '',
  online: product.online,
});

/** An empty text is null, which clears what a product can be without. */
export const inputOf = (draft: ProductDraft): CreateProductInput => ({
  ...draft,
  rent: Number(draft.rent),
  sku: draft.sku || null,
  quantity: Number(draft.quantity),
  cost: draft.cost ? Number(draft.cost) : null,
  description: draft.description || null,
});

type FieldName = keyof ProductDraft;

export const changedFields = (from: ProductDraft, to: ProductDraft): FieldName[] =>
  (Object.keys(from) as FieldName[]).filter((field) => from[field] !== to[field]);

/** Fields that are not sent stay as they are, so a form sends what was changed in it and nothing else. */
export const pick = <Fields extends object>(fields: Fields, names: readonly string[]): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as Partial<Fields>;
