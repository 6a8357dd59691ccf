// What a product form contains: strings as typed, and what it sends to the service.
import type {
  CreateProductInput,
  EditedProductFragment,
  StockType,
} from '../generated/graphql.ts';

export const EMPTY = {
  title: '',
  rent: '',
  stockType: 'UNIT' as StockType,
  sku: '',
  quantity: '1',
  cost: '',
  description: '',
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

/** An empty string becomes null, which clears an optional field. */
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

/** Fields that aren't sent stay unchanged, so a form only sends what was changed in it. */
export const pick = <Fields extends object>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => names.includes(name)),
  ) as Partial<Fields>;
