// Edits: small changes to a valid input, most of which make it wrong; one list of them covers every place of a shape.
import type { Field, Shape } from '../contract/shape.ts';
import { VALID_IMAGES, type Vocabulary } from './valid.ts';
import {
  blankText,
  MAX_INT32,
  nested,
  noInteger,
  notFinite,
  textsOfLength,
  unknownNames,
  unstorableText,
  valuesByKind,
} from './values.ts';

export type Path = readonly (string | number)[];

/** Puts `value` at `path`; undefined takes away what is there. */
export interface Edit {
  readonly path: Path;
  readonly value: unknown;
}

/** `input` with edits applied, in order; an edit below something that is no object or list is left out. */
export const edited = (input: unknown, edits: readonly Edit[]): unknown =>
  edits.reduce((value, { path, value: put }) => withValue(value, path, put), input);

function withValue(target: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(target) && typeof step === 'number') {
    return target.map((entry, index) => (index === step ? withValue(entry, rest, value) : entry));
  }
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return target;
  const members = new Map(Object.entries(target));
  members.set(String(step), withValue(members.get(String(step)), rest, value));
  return Object.fromEntries([...members].filter(([, member]) => member !== undefined));
}

/** Every edit worth trying on an object: each of its fields gone, null, of other types, at and beyond its limits. */
export function editsOf(shape: Shape, words: Vocabulary, path: Path = []): Edit[] {
  const fields = [...(shape.fields ?? [])].flatMap(([name, field]) =>
    editsOfField(field, name, words, [...path, name]),
  );
  const unknown = unknownNames.map((name) => ({ path: [...path, name], value: name.length }));
  return shape.closed ? [...fields, ...unknown] : fields;
}

function editsOfField({ shape, required }: Field, name: string, words: Vocabulary, path: Path): Edit[] {
  const gone = required ? [{ path, value: undefined }] : [];
  if (shape.readBack) return [];
  const values = [null, ...valuesOf(shape, words), ...(words.wrong[name] ?? []), ...(words.right[name] ?? [])];
  return [...gone, ...values.map((value) => ({ path, value })), ...editsWithin(shape, words, path)];
}

/** Values of other types, then those of its own at and beyond its limits. */
function valuesOf(shape: Shape, words: Vocabulary): unknown[] {
  const own = shape.kind === 'integer' ? 'number' : shape.kind;
  // A list of one is what GraphQL makes of an object that would do as its entry: only the empty one is no such object.
  const others = Object.entries(valuesByKind).filter(([kind]) => kind !== own);
  const wrong = others.flatMap(([kind, values]) => (shape.kind === 'array' && kind === 'object' ? [{}] : values));
  return [...wrong, ...ownValues(shape, words)];
}

function ownValues(shape: Shape, words: Vocabulary): unknown[] {
  if (shape.values) return [...shape.values, ...foreignValues(shape)];
  switch (shape.kind) {
    case 'string':
      return textValues(shape);
    case 'integer':
      return [...around(shape.minimum ?? 0, 1), ...noInteger, MAX_INT32];
    case 'number':
      return [...around(shape.minimum ?? 0, 0.001), shape.minimum ?? 0, -1e21, -0, ...notFinite];
    case 'array':
      return sizes(shape, words);
    default:
      return [];
  }
}

const around = (limit: number, step: number) => [limit - 1, limit - step, limit, limit + step];

const foreignValues = ({ kind }: Shape): unknown[] =>
  kind === 'integer' ? [2, -1, 0.5, MAX_INT32 + 1, ...notFinite] : ['', 'unknown'];

function textValues({ format, maxLength }: Shape): unknown[] {
  if (format === 'uri') return [...WRONG_URLS, ...unstorableText, ...VALID_IMAGES];
  const limits = maxLength === undefined ? [] : [maxLength, maxLength + 1, maxLength * 2 + 1].flatMap(textsOfLength);
  return [...blankText, ...unstorableText, ...limits];
}

/** No absolute http or https URL, or one whose host cannot be reached anywhere. */
const WRONG_URLS = [
  '',
  'front.webp',
  '/front.webp',
  '//images.example.com/front.webp',
  'ftp://images.example.com/front.webp',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'https://',
  'https://images example.com/front.webp',
  'https://user:secret@images.example.com/front.webp',
  'https://images.invalid/front.webp',
  'http://a.b.invalid./',
];

/** Lists at and beyond their limits, of entries that are right. */
function sizes(shape: Shape, words: Vocabulary): unknown[] {
  const entry = smallest(shape.item, words);
  const { minItems = 0, maxItems = 0 } = shape;
  return [0, minItems, maxItems, maxItems + 1, maxItems * 2]
    .filter((size, index, all) => all.indexOf(size) === index)
    .map((size) => Array.from({ length: size }, () => entry));
}

/** Edits of the first entry of a list: each puts a list of one there. */
function editsWithin(shape: Shape, words: Vocabulary, path: Path): Edit[] {
  if (shape.kind !== 'array' || !shape.item) return [];
  const entry = smallest(shape.item, words);
  const wrongEntries = [null, 1, 'text', true, [], nested(3)].map((value) => ({ path, value: [value] }));
  const within = editsOf(shape.item, words).map((edit) => ({ path, value: [edited(entry, [edit])] }));
  const second = editsOf(shape.item, words)
    .filter((_, index) => index % 7 === 0)
    .map((edit) => ({ path, value: [entry, edited(entry, [edit])] }));
  return [...wrongEntries, ...within, ...second];
}

/** The smallest value that is right by its shape. */
function smallest(shape: Shape | undefined, words: Vocabulary, name = ''): unknown {
  if (!shape) return null;
  const known = words.right[name];
  if (known) return known[0];
  if (shape.values) return shape.values[0];
  switch (shape.kind) {
    case 'string':
      return shape.format === 'uri' ? VALID_IMAGES[0] : 'a';
    case 'integer':
    case 'number':
      return shape.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => smallest(shape.item, words));
    case 'object':
      return Object.fromEntries(
        [...(shape.fields ?? [])]
          .filter(([, { required }]) => required)
          .map(([name, field]) => [name, smallest(field.shape, words, name)]),
      );
    default:
      return null;
  }
}
