// The fields of a product by the contract (sections 2.1 and 4.6, D13, D20, D22): a new field is one row here.

interface ProductField {
  /** The value after a create without the field; absent for a field that such a create refuses or derives. */
  readonly unset?: unknown;
  /** A value of a product in which every field is set. */
  readonly sample: unknown;
}

const FIELDS: Readonly<Record<string, ProductField>> = {
  title: { sample: 'Harness' },
  description: { unset: null, sample: 'text' },
  rent: { sample: 10 },
  cost: { unset: null, sample: 5 },
  productType: { unset: 0, sample: 0 },
  stock_type: { sample: 0 },
  sku: { unset: null, sample: 'S-1' },
  quantity: { unset: 1, sample: 1 },
  equipments: { unset: [], sample: [] },
  images: { unset: [], sample: [] },
  online: { unset: true, sample: true },
  archived: { unset: false, sample: false },
  code: { unset: null, sample: 'C-1' },
  stock_unit_type_id: { unset: null, sample: 1 },
  barcode: { unset: null, sample: 'B-1' },
  commodity_code: { unset: null, sample: '6306' },
  country_of_manufacture: { unset: null, sample: 'DE' },
  shelf_life_min: { unset: null, sample: 2 },
  shelf_life_max: { unset: null, sample: 4 },
};

export const PRODUCT_FIELDS: readonly string[] = Object.keys(FIELDS);

/** The product after a create with no more than it needs. */
export const UNSET_PRODUCT = mapFields((field) => field.unset);

export const SAMPLE_PRODUCT = mapFields((field) => field.sample);

/** A product can be without these fields: null on update clears them (D13). */
export const isClearable = (name: string): boolean => FIELDS[name]?.unset === null;

/** Fields of a read that an update over REST takes when they equal the stored value (D15). */
export const COMPARED_ON_UPDATE = ['id', 'productType', 'items'];

/** Fields of a read that an update over REST takes and ignores (D15). */
export const IGNORED_ON_UPDATE = ['created_at', 'updated_at'];

function mapFields(select: (field: ProductField) => unknown): Readonly<Record<string, unknown>> {
  const entries = Object.entries(FIELDS).map(([name, field]) => [name, select(field)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
