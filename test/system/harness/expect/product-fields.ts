// The product fields in the contract (sections 2.1 and 4.6, D13, D20, D22): a new field is one row here. For a field
// that a later release adds, an older download relies on the document.
import { isNumberText, type Shape } from '../contract/shape.ts';
import { smallest } from '../generate/edits.ts';

interface ProductField {
  /** The value after a create without the field; absent for a field that such a create rejects or derives. */
  readonly unset?: unknown;
  /** A value for a product in which every field is set; a list has as many entries as the version requires. */
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

/** A field without a row, by its shape in an input. */
const byDocument = (shape: Shape): ProductField => ({
  unset: shape.default ?? (shape.kind === 'array' ? [] : shape.nullable ? null : undefined),
  sample: shape.example ?? smallest(shape),
});

const fieldOf = (name: string, shape: Shape): ProductField => FIELDS[name] ?? byDocument(shape);

export const PRODUCT_FIELDS: readonly string[] = Object.keys(FIELDS);

/** The fields of `has` after a minimal create, `create` being the shape of its input. */
export const unsetProduct = (create: Shape, has: Shape): Fields =>
  mapFields(has, (name, { unset }) => create.fields?.get(name)?.shape.default ?? unset);

export const sampleProduct = (has: Shape): Fields =>
  mapFields(has, (_, { sample }, shape) => {
    if (Array.isArray(sample)) return Array(shape.minItems ?? 0).fill(sample[0]);
    return isNumberText(shape) ? String(sample) : sample;
  });

/** A product may lack these fields, unless its version requires them: null in an update clears them. */
export function isClearable(name: string, input: Shape): boolean {
  const shape = input.fields?.get(name)?.shape;
  return shape?.nullable === true && fieldOf(name, shape).unset === null && !keepsNull(name, input);
}

/** An older row may lack a field that its version requires: null is accepted if it is stored. */
export const keepsNull = (name: string, { fields }: Shape): boolean =>
  fields?.get(name)?.shape.keepsNull === true;

/** The read-only fields that a REST update accepts. */
export const readOnlyFields = ({ fields }: Shape): string[] =>
  [...(fields ?? [])].filter(([, { shape }]) => shape.readOnly).map(([name]) => name);

/** Those that must equal the stored value, as a condition in the document says. The others are ignored. */
export const comparedFields = (shape: Shape): string[] =>
  readOnlyFields(shape).filter((name) => {
    const restName = shape.fields?.get(name)?.shape.restName ?? name;
    return shape.conditions?.some(
      ({ field, code }) => field === restName && code === 'INVALID_FORMAT',
    );
  });

type Fields = Readonly<Record<string, unknown>>;

/** Values of the fields in a shape: those with a row, and in an input, which is closed, those that it can set. */
function mapFields(
  { fields, closed }: Shape,
  select: (name: string, field: ProductField, shape: Shape) => unknown,
): Fields {
  const entries = [...(fields ?? [])]
    .filter(([name, { shape }]) => Object.hasOwn(FIELDS, name) || (closed && !shape.readOnly))
    .map(([name, { shape }]) => [name, select(name, fieldOf(name, shape), shape)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
