// The values of the product fields in the contract (sections 2.1 and 4.6, D13, D20, D22). Fields of
// later releases follow the document.

export interface ProductField {
  /** The value after a create without the field; absent for a field that such a create rejects or derives. */
  readonly unset?: unknown;
  /** A value for a product in which every field is set; a list has as many entries as the version requires. */
  readonly sample: unknown;
}

export const FIELD_VALUES: Readonly<Record<string, ProductField>> = {
  title: { sample: 'Harness' },
  description: { unset: null, sample: 'text' },
  rent: { sample: 10 },
  cost: { unset: null, sample: 5 },
  productType: { unset: 0, sample: 0 },
  stock_type: { sample: 0 },
  sku: { unset: null, sample: 'S-1' },
  quantity: { unset: 1, sample: 1 },
  equipments: { unset: [], sample: [{ name: 'Peg', quantity: 1 }] },
  images: { unset: [], sample: [{ src: 'https://images.example/1.webp' }] },
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
