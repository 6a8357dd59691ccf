// What a product form contains: strings as typed, and what it sends to the service.
import type {
  CreateProductInput,
  EditedProductFragment,
  StockType,
} from '../generated/graphql.ts';

export interface ProductDraft {
  readonly title: string;
  readonly rent: string;
  readonly stockType: StockType;
  readonly sku: string;
  readonly quantity: string;
  readonly cost: string;
  readonly description: string;
  readonly images: readonly { readonly src: string }[];
  readonly equipments: readonly { readonly name: string; readonly quantity: string }[];
  readonly online: boolean;
}

export const EMPTY: ProductDraft = {
  title: '',
  rent: '',
  stockType: 'UNIT',
  sku: '',
  quantity: '1',
  cost: '',
  description: '',
  images: [],
  equipments: [],
  online: true,
};

export const LABELS: Readonly<Record<keyof ProductDraft, string>> = {
  title: 'Title',
  rent: 'Rent for a day',
  stockType: 'Stock',
  sku: 'SKU',
  quantity: 'Quantity',
  cost: 'Cost',
  description: 'Description',
  images: 'Images',
  equipments: 'Equipment',
  online: 'Online',
};

export const draftOf = (product: EditedProductFragment): ProductDraft => ({
  title: product.title,
  rent: String(product.rent),
  stockType: product.stockType,
  sku: product.sku ?? '',
  quantity: String(product.quantity),
  cost: product.cost === null ? '' : String(product.cost),
  description: product.description ?? '',
  images: product.images.map(({ src }) => ({ src })),
  equipments: product.equipments.map(({ name, quantity }) => ({
    name,
    quantity: String(quantity),
  })),
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
  images: draft.images.map(({ src }) => ({ src })),
  equipments: draft.equipments.map(({ name, quantity }) => ({
    name,
    quantity: Number(quantity),
  })),
});

type FieldName = keyof ProductDraft;

export const changedFields = (from: ProductDraft, to: ProductDraft): FieldName[] =>
  (Object.keys(from) as FieldName[]).filter(
    (field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  );

/** Fields that aren't sent stay unchanged, so a form only sends what was changed in it. */
export const pick = <Fields extends object>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => names.includes(name)),
  ) as Partial<Fields>;
