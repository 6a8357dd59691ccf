// The product fields of a version, by its OpenAPI document.
import { type Shape, typed } from '../contract/shape.ts';
import { fromRest } from '../contract/translate.ts';
import { smallest } from '../generate/edits.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The value after a write that may leave the field out; undefined for one that such a write rejects or derives. */
const unset = ({ default: value, kind, nullable }: Shape): unknown =>
  value ?? (kind === 'array' ? [] : nullable ? null : undefined);

/** The fields of a product after a minimal create, by the shape of its input. */
export const unsetProduct = (create: Shape): Fields => mapFields(create, unset);

/** A product in which every field is set. */
export const sampleProduct = (input: Shape): Fields =>
  mapFields(input, (shape) =>
    shape.example === undefined ? smallest(shape) : fromRest(shape.example, shape),
  );

/** An older row may lack a field that its version requires: null is accepted if it is stored. */
export const keepsNull = (name: string, { fields }: Shape): boolean =>
  fields.get(name)?.keepsNull === true;

/** The read-only fields that a REST update accepts. */
export const readOnlyFields = ({ fields }: Shape): string[] =>
  [...fields].filter(([, { readOnly }]) => readOnly).map(([name]) => name);

/** Those that must equal the stored value, as a condition in the document says. The others are ignored. */
export const comparedFields = (shape: Shape): string[] =>
  readOnlyFields(shape).filter((name) => {
    const restName = shape.fields.get(name)?.restName;
    return shape.conditions?.some(
      ({ field, code }) => field === restName && code === 'INVALID_FORMAT',
    );
  });

/** Values of the fields that an input can set. */
function mapFields({ fields }: Shape, select: (shape: Shape) => unknown): Fields {
  const entries = [...fields]
    .filter(([, { readOnly }]) => !readOnly)
    .map(([name, shape]) => [name, typed(select(shape), shape)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
