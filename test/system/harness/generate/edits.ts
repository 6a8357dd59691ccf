// Edits of valid inputs: each breaks a rule, or tries a limit.
import fc from 'fast-check';
import { type Field, isNumberText, type Path, type Shape, typed } from '../contract/shape.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { type KnownValues, NOTHING_KNOWN } from './valid.ts';
import {
  BLANK_TEXT,
  INFINITE_NUMBERS,
  MANY_UNKNOWN,
  MAX_INT32,
  NO_INT32,
  NUMBER_TEXTS,
  nested,
  textsOfLength,
  UNKNOWN_NAMES,
  UNSTORABLE_TEXT,
  VALID_IMAGES,
  VALUES_BY_KIND,
  WRONG_IMAGES,
} from './values.ts';

/** Puts `value` at `path`; undefined removes the field. */
export interface Edit {
  readonly path: Path;
  readonly value: unknown;
  /** Whether it tries a limit. */
  readonly isBoundary?: true;
}

/** `input` after the edits, in order; an edit below a value that is neither object nor list has no effect. */
export const edited = (input: unknown, edits: readonly Edit[]): unknown =>
  edits.reduce((value, { path, value: put }) => withValue(value, path, put), input);

function withValue(target: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(target) && typeof step === 'number') {
    return target.map((entry, index) =>
      index === step ? withValue(entry, rest, value) : entry,
    );
  }
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return target;
  const members = new Map(Object.entries(target));
  members.set(String(step), withValue(members.get(String(step)), rest, value));
  return Object.fromEntries([...members].filter(([, member]) => member !== undefined));
}

/** No edit in four of ten cases, else one, or a few. */
export const someOf = (edits: readonly Edit[]): fc.Arbitrary<Edit[]> =>
  fc.oneof(
    { withCrossShrink: true },
    ...[
      [4, 0, 0],
      [4, 1, 1],
      [2, 2, 4],
    ].map(([weight = 0, minLength = 0, maxLength = 0]) => ({
      weight,
      arbitrary: fc.array(fc.constantFrom(...edits), { minLength, maxLength }),
    })),
  );

/** Every edit of an object: each field removed, null, of another type, at and beyond its limits; unknown fields. */
export function editsOf(shape: Shape, known = NOTHING_KNOWN): Edit[] {
  const fields = [...(shape.fields ?? [])].flatMap(([name, field]) =>
    editsOfField(field, name, known),
  );
  const unknown = UNKNOWN_NAMES.map((name) => ({ path: [name], value: name.length }));
  return shape.closed ? [...fields, ...unknown, { path: ['unknown'], value: null }] : fields;
}

function editsOfField({ shape, required }: Field, name: string, known: KnownValues): Edit[] {
  const path = [name];
  const values = [
    null,
    ...otherValues(shape, known),
    ...(known.wrong[name] ?? []),
    ...(known.right[name] ?? []),
  ];
  return [
    ...(required ? [{ path, value: undefined }] : []),
    ...boundariesOf(shape, known).map((value) => ({
      path,
      value,
      isBoundary: true as const,
    })),
    ...values.map((value) => ({ path, value })),
    ...editsWithin(shape, known, path),
  ];
}

/** Values of other types, then some of the right type that are neither at its limits nor one beyond. */
function otherValues(shape: Shape, known: KnownValues): unknown[] {
  const own = shape.kind === 'integer' ? 'number' : shape.kind;
  const others = Object.entries(VALUES_BY_KIND).filter(([kind]) => kind !== own);
  return [...others.flatMap(([, values]) => values), ...ownValues(shape, known)];
}

function ownValues(shape: Shape, known: KnownValues): unknown[] {
  const { kind, values, minimum = 0, maxItems = 0, item } = shape;
  if (values) return [...firstAndLast(values), ...foreignValues(shape)];
  const entry = smallest(item, known);
  switch (kind) {
    case 'string':
      return textValues(shape);
    case 'integer':
      return [minimum - 1, minimum, minimum + 1, ...NO_INT32, MAX_INT32];
    case 'number':
      return [minimum - 1, minimum, minimum + 0.001, -1e21, -0, ...INFINITE_NUMBERS];
    case 'array':
      // More entries than twice the limit, a full list of wrong ones, and a single entry without a list.
      return [Array(maxItems * 2).fill(entry), Array(maxItems).fill({}), entry];
    default:
      return [];
  }
}

/** Two of a long list of allowed values are enough. */
const firstAndLast = (values: readonly unknown[]) =>
  values.length > 5 ? [values[0], values.at(-1)] : values;

const foreignValues = ({ kind, values = [] }: Shape): unknown[] =>
  kind === 'integer'
    ? [2, -1, 0.5, MAX_INT32 + 1, ...INFINITE_NUMBERS]
    : [
        '',
        'unknown',
        ...[`${values[0]}`.toLowerCase(), `${values[0]}s`].filter(
          (text) => !values.includes(text),
        ),
      ];

function textValues(shape: Shape): unknown[] {
  const { format, maxLength } = shape;
  if (isNumberText(shape)) return ['', ' ', 'a', ...NUMBER_TEXTS];
  if (format === 'uri') return [...WRONG_IMAGES, ...UNSTORABLE_TEXT, ...VALID_IMAGES];
  return [
    ...BLANK_TEXT,
    ...UNSTORABLE_TEXT,
    ...(maxLength === undefined ? [] : textsOfLength(maxLength * 2 + 1)),
  ];
}

/** Edits of an object, each within it; or of an entry: each replaces the list with one of that entry. */
function editsWithin(shape: Shape, known: KnownValues, path: Path): Edit[] {
  const { kind, item } = shape;
  if (kind === 'object') return withinSmallest(shape, known, path, (value) => value);
  if (kind !== 'array' || !item) return [];
  const entry = smallest(item, known);
  const wrong = [
    null,
    1,
    'text',
    true,
    [],
    nested(3),
    { ...(entry as object), ...MANY_UNKNOWN },
  ];
  return [
    ...wrong.map((value) => ({ path, value: [value] })),
    ...withinSmallest(item, known, path, (value) => [value]),
  ];
}

/** The edits of a valid object, each in its place. */
const withinSmallest = (
  shape: Shape,
  known: KnownValues,
  path: Path,
  placed: (value: unknown) => unknown,
): Edit[] =>
  editsOf(shape, known).map((edit) => ({
    ...edit,
    path,
    value: placed(edited(smallest(shape, known), [edit])),
  }));

/** The smallest value that is valid by its shape. */
export function smallest(
  shape: Shape | undefined,
  known = NOTHING_KNOWN,
  name = '',
): unknown {
  if (!shape) return null;
  const values = known.right[name] ?? shape.values;
  if (values) return values[0];
  switch (shape.kind) {
    case 'string':
      if (isNumberText(shape)) return NUMBER_TEXTS[0];
      return shape.format === 'uri' ? VALID_IMAGES[0] : 'a';
    case 'integer':
    case 'number':
      return shape.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => smallest(shape.item, known));
    case 'object':
      return Object.fromEntries(
        [...(shape.fields ?? [])]
          .filter(([, { required }]) => required)
          .map(([inner, field]) => [inner, smallest(field.shape, known, inner)]),
      );
    default:
      return null;
  }
}

/** An input in the types of its version, with the fields that it requires in addition to the given ones. */
export const completed = (
  input: JsonObject,
  shape: Shape,
  known?: KnownValues,
): JsonObject => ({
  ...(smallest(shape, known) as JsonObject),
  ...Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typed(value, shape.fields?.get(name)?.shape),
    ]),
  ),
});

const STEPS: Partial<Record<Shape['kind'], number>> = { integer: 1, number: 0.001 };

/** Values at the limits of a field, and one beyond them. */
function boundariesOf(field: Shape, known: KnownValues): unknown[] {
  const {
    kind,
    values,
    format,
    minimum,
    maximum = MAX_INT32,
    maxLength,
    minItems = 0,
    maxItems = 0,
  } = field;
  if (values) return [];
  if (kind === 'string') {
    const isPlain = !isNumberText(field) && format !== 'uri' && maxLength !== undefined;
    return isPlain
      ? ['', ...textsOfLength(maxLength), ...textsOfLength(maxLength + 1)]
      : [''];
  }
  if (kind === 'array') {
    const sizes = new Set(
      [0, minItems - 1, minItems, maxItems, maxItems + 1].filter((size) => size >= 0),
    );
    return [...sizes].map((size) => Array(size).fill(smallest(field.item, known)));
  }
  const step = STEPS[kind];
  if (step === undefined) return [];
  return [
    ...(minimum === undefined ? [] : [minimum, minimum - step]),
    ...(maximum < MAX_INT32 ? [maximum, maximum + step] : []),
  ];
}
