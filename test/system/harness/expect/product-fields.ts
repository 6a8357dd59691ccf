// The product fields of a version, by its OpenAPI document.
import { membersOf, type Shape, typed } from '../contract/shape.ts';
import { smallest } from '../generate/edits.ts';
import type { JsonObject } from './expected-answer.ts';

/** The value after a write that may leave the field out; undefined for one that such a write rejects or derives. */
const unset = ({ default: value, kind, nullable }: Shape): unknown =>
  value ?? (kind === 'array' ? [] : nullable ? null : undefined);

/** The fields of a product after a minimal create, by the shape of its input. */
export const unsetProduct = (create: Shape): JsonObject => mapFields(create, unset);

/** A product in which every field is set. */
export const sampleProduct = (input: Shape): JsonObject => mapFields(input, smallest);

/** An older row may lack a field that its version requires: null is accepted if it is stored. */
export const keepsNull = (name: string, { fields }: Shape): boolean =>
  fields.get(name)?.keepsNull === true;

/** The read-only fields that a REST update accepts. */
export const readOnlyFields = ({ fields }: Shape): string[] =>
  [...fields].filter(([, { readOnly }]) => readOnly).map(([name]) => name);

/** Values of the fields of an input, in the types of its version. */
function mapFields({ fields }: Shape, select: (shape: Shape) => unknown): JsonObject {
  const values = [...fields].map(
    ([name, shape]) => [name, typed(select(shape), shape)] as const,
  );
  return membersOf(Object.fromEntries(values), (_, value) => value !== undefined);
}
