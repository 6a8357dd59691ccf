// The product fields in the contract: those of the first release by their values, later ones by the document.
import { type Shape, typed } from '../contract/shape.ts';
import { smallest } from '../generate/edits.ts';
import { FIELD_VALUES, type ProductField } from './product-field-values.ts';

/** A field without a row, by its shape in an input. */
const byDocument = (shape: Shape): ProductField => ({
  unset: shape.default ?? (shape.kind === 'array' ? [] : shape.nullable ? null : undefined),
  sample: shape.example ?? smallest(shape),
});

const fieldOf = (name: string, shape: Shape): ProductField =>
  FIELD_VALUES[name] ?? byDocument(shape);

/** Whether a version has all fields of the first release that an input has: on GraphQL it may set others. */
export const isOfVersion = (input: object, { fields }: Shape): boolean =>
  Object.keys(input).every((name) => !Object.hasOwn(FIELD_VALUES, name) || fields?.has(name));

export const PRODUCT_FIELDS: readonly string[] = Object.keys(FIELD_VALUES);

/** The fields of `has` after a minimal create, `create` being the shape of its input. */
export const unsetProduct = (create: Shape, has: Shape): Fields =>
  mapFields(has, (name, { unset }) => create.fields?.get(name)?.shape.default ?? unset);

export const sampleProduct = (has: Shape): Fields =>
  mapFields(has, (_, { sample }, shape) =>
    Array.isArray(sample) ? Array(shape.minItems ?? 0).fill(sample[0]) : sample,
  );

/** A product may lack these fields, unless its version requires them: null in an update clears them. */
export function isClearable(name: string, input: Shape): boolean {
  const shape = input.fields?.get(name)?.shape;
  return (
    shape?.nullable === true && fieldOf(name, shape).unset === null && !keepsNull(name, input)
  );
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
    .filter(
      ([name, { shape }]) => Object.hasOwn(FIELD_VALUES, name) || (closed && !shape.readOnly),
    )
    .map(([name, { shape }]) => {
      const value = select(name, fieldOf(name, shape), shape);
      return [name, typed(value, shape)] as const;
    });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
