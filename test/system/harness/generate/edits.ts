// Edits of valid inputs: each breaks a rule, or tries a limit.
import fc from 'fast-check';
import { membersOf, type Shape, typed } from '../contract/shape.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import {
  MANY_UNKNOWN,
  MAX_INT32,
  NUMBER_TEXTS,
  textsOfLength,
  UNKNOWN_NAMES,
  VALID_IMAGES,
  VALUES,
  WRONG_IMAGES,
} from './values.ts';

/** Gives a field another value; undefined removes it. */
export interface Edit {
  readonly name: string;
  readonly value: unknown;
  /** Whether it tries a limit. */
  readonly isBoundary?: true;
}

/** `input` after the edits, in order. */
export function edited(input: JsonObject, edits: readonly Edit[]): JsonObject {
  const changes = edits.map(({ name, value }) => [name, value] as const);
  const changed = Object.fromEntries([...Object.entries(input), ...changes]);
  return membersOf(changed, (_, value) => value !== undefined);
}

/** No edit in half of the cases, else up to three. */
export const someOf = (edits: readonly Edit[]): fc.Arbitrary<Edit[]> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constant<Edit[]>([]),
    fc.array(fc.constantFrom(...edits), { minLength: 1, maxLength: 3 }),
  );

/** Every edit of an object: each field removed, null, of another type, at and beyond its limits; unknown fields. */
export function editsOf({ fields, additionalProperties }: Shape): Edit[] {
  const known = [...fields].flatMap(([name, field]) => editsOfField(field, name));
  const unknown = UNKNOWN_NAMES.map((name) => ({ name, value: name.length }));
  return additionalProperties === false
    ? [...known, ...unknown, { name: 'unknown', value: null }]
    : known;
}

function editsOfField(shape: Shape, name: string): Edit[] {
  // An enum's value on REST is no value of it on GraphQL, and has an edit by its name.
  const values = valuesFor(shape).filter((value) => !shape.restValues?.includes(value));
  return [
    ...(shape.required ? [{ name, value: undefined }] : []),
    ...boundariesOf(shape).map((value) => ({ name, value, isBoundary: true as const })),
    ...values.map((value) => ({ name, value })),
    ...editsWithin(shape, name),
  ];
}

/** Values of every type, right and wrong ones: the document's schema says which. */
function valuesFor(shape: Shape): unknown[] {
  const { kind, values = [], wrongValues = [], format, minimum = 0, maxLength } = shape;
  const { maxItems = 0, item } = shape;
  const entry = smallest(item);
  const isNumeric = kind === 'integer' || kind === 'number';
  return [
    ...VALUES,
    // Two of a long list of allowed values are enough.
    ...(values.length > 5 ? [values[0], values.at(-1)] : values),
    ...wrongValues,
    ...(kind === 'number text' ? NUMBER_TEXTS : []),
    ...(format === 'uri' ? [...WRONG_IMAGES, ...VALID_IMAGES] : []),
    ...(maxLength === undefined ? [] : textsOfLength(maxLength * 2 + 1)),
    ...(isNumeric ? [minimum - 1, minimum, minimum + 1, minimum + 0.001, MAX_INT32] : []),
    // More entries than twice the limit, a full list of wrong ones, and a single entry without a list.
    ...(kind === 'array'
      ? [Array(maxItems * 2).fill(entry), Array(maxItems).fill({}), entry]
      : []),
  ];
}

/** Edits of an object, each within it; or of an entry: each replaces the list with one of that entry. */
function editsWithin(shape: Shape, name: string): Edit[] {
  const { kind, item } = shape;
  if (kind === 'object') return editsOfSmallest(shape, name);
  if (kind !== 'array' || !item) return [];
  const entry = smallest(item) as object;
  const wrong = [null, 1, 'text', true, [], { ...entry, ...MANY_UNKNOWN }];
  const edits = [...wrong.map((value) => ({ name, value })), ...editsOfSmallest(item, name)];
  return edits.map((edit) => ({ ...edit, value: [edit.value] }));
}

/** The edits of a valid object, each in its place. */
const editsOfSmallest = (shape: Shape, name: string): Edit[] =>
  editsOf(shape).map((edit) => {
    const value = edited(smallest(shape) as JsonObject, [edit]);
    return { ...edit, name, value };
  });

/** The smallest value that is valid by its shape. */
export function smallest(shape: Shape | undefined): unknown {
  if (!shape) return null;
  if (shape.values) return shape.values[0];
  switch (shape.kind) {
    case 'string':
      return shape.format === 'uri' ? VALID_IMAGES[0] : 'a';
    case 'number text':
      return NUMBER_TEXTS[0];
    case 'integer':
    case 'number':
      return shape.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => smallest(shape.item));
    case 'object':
      return Object.fromEntries(
        [...shape.fields]
          .filter(([, { required }]) => required)
          .map(([name, field]) => [name, smallest(field)]),
      );
    default:
      return null;
  }
}

/** An input in the types of its version, with the fields that it requires in addition to the given ones. */
export const completed = (input: JsonObject, shape: Shape): JsonObject => ({
  ...(smallest(shape) as JsonObject),
  ...Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typed(value, shape.fields.get(name)),
    ]),
  ),
});

const STEPS: Partial<Record<Shape['kind'], number>> = { integer: 1, number: 0.001 };

/** Values at the limits of a field, and one beyond them. */
function boundariesOf(field: Shape): unknown[] {
  const { kind, minimum, maximum = MAX_INT32, maxLength, minItems = 0, maxItems = 0 } = field;
  if (kind === 'string' || kind === 'number text') {
    const lengths = maxLength === undefined ? [] : [maxLength, maxLength + 1];
    return ['', ...lengths.flatMap(textsOfLength)];
  }
  if (kind === 'array') {
    const sizes = new Set([0, minItems - 1, minItems, maxItems, maxItems + 1]);
    return [...sizes]
      .filter((size) => size >= 0)
      .map((size) => Array(size).fill(smallest(field.item)));
  }
  const step = STEPS[kind];
  if (step === undefined) return [];
  return [
    ...(minimum === undefined ? [] : [minimum, minimum - step]),
    ...(maximum < MAX_INT32 ? [maximum, maximum + step] : []),
  ];
}
