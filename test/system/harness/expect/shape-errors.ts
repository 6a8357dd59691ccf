// The errors of an input by its shape alone, and of unreachable images.
import { isNumberText, NO_SHAPE, type Path, type Shape } from '../contract/shape.ts';
import { isBlank, isStorable, lengthOf } from '../generate/values.ts';
import { type ExpectedError, mentioning, type ValidationCode } from './expected-answer.ts';

/** Whether `text` matches the document's pattern, and names a possible host, which no pattern says about addresses. */
const isUri = (text: string, { pattern = '' }: Shape): boolean =>
  new RegExp(pattern, 'u').test(text) && URL.canParse(text);

/** The strings in the message about a wrong URI: the encoding that its characters need. */
function encodingOf(text: string): string[] {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(text) ?? [];
  if (host === undefined) return [];
  return [
    ...(/[^\0-\x7f]/.test(host) ? ['punycode'] : []),
    ...(/[ "<>[\]\\^`{|}]|[^\0-\x7f]/.test(rest) ? ['percent-encod'] : []),
  ];
}

/** D29 `simulate`: hosts under `.invalid` are unreachable, all others reachable. */
const isReachable = (uri: string) => !/(?:^|\.)invalid\.?$/.test(new URL(uri).hostname);

/** An error for each well-formed image in a list whose host is unreachable; none for a list that is too long. */
export function unreachableImages(
  images: unknown,
  { maxItems = Infinity, item }: Shape = NO_SHAPE,
): ExpectedError[] {
  const shape = item?.fields?.get('src')?.shape;
  if (!shape || !Array.isArray(images) || images.length > maxItems) return [];
  return images.flatMap((image: unknown, index) => {
    const src =
      typeof image === 'object' && image !== null && 'src' in image ? image.src : undefined;
    if (typeof src !== 'string' || !isUri(src, shape) || isReachable(src)) return [];
    const path: Path = ['images', index, 'src'];
    return [{ path, code: 'INVALID_FORMAT' as const }];
  });
}

/** Errors in the order of the shape's fields, unknown fields last. `value` is parsed JSON. */
export function shapeErrors(value: unknown, shape: Shape, path: Path = []): ExpectedError[] {
  if (value === null && shape.nullable) return [];
  if (value === null || value === undefined) return [{ path, code: 'REQUIRED' }];
  if (shape.kind === 'object') return objectErrors(value, shape, path);
  if (shape.kind === 'array') return arrayErrors(value, shape, path);
  if (shape.values) return shape.values.includes(value) ? [] : [notAllowed(shape, path)];
  return valueErrors(value, shape, path);
}

function objectErrors(value: unknown, shape: Shape, path: Path): ExpectedError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [invalidFormat(path)];
  const given = value as Record<string, unknown>;
  const fields = shape.fields ?? new Map();
  const known = [...fields].flatMap(([name, field]) => {
    const inner = Object.hasOwn(given, name) ? given[name] : undefined;
    return inner === undefined && !field.required
      ? []
      : shapeErrors(inner, field.shape, [...path, name]);
  });
  const unknown = shape.closed ? Object.keys(given).filter((name) => !fields.has(name)) : [];
  return [...known, ...unknown.map((name) => unknownField([...path, name]))];
}

function arrayErrors(
  value: unknown,
  { item, minItems = 0, maxItems = Infinity }: Shape,
  path: Path,
): ExpectedError[] {
  if (!Array.isArray(value)) return [invalidFormat(path)];
  if (value.length < minItems) return [{ path, code: 'MIN_ITEMS' }];
  if (value.length > maxItems) return [{ path, code: 'MAX_ITEMS' }];
  return item
    ? value.flatMap((entry, index) => shapeErrors(entry, item, [...path, index]))
    : [];
}

function valueErrors(value: unknown, shape: Shape, path: Path): ExpectedError[] {
  if (shape.kind === 'string' && shape.format === 'uri') return uriErrors(value, shape, path);
  const code = codeOf(value, shape);
  return code ? [{ path, code, ...(isNumberText(shape) && TYPES_DIFFER) }] : [];
}

function codeOf(value: unknown, shape: Shape): ValidationCode | undefined {
  switch (shape.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'INVALID_FORMAT';
    case 'string':
      return typeof value === 'string' ? textCode(value, shape) : 'INVALID_FORMAT';
    default:
      return typeof value === 'number' ? numberCode(value, shape) : 'INVALID_FORMAT';
  }
}

function textCode(
  text: string,
  { pattern, minLength = 0, maxLength = Infinity }: Shape,
): ValidationCode | undefined {
  if (!isStorable(text)) return 'INVALID_FORMAT';
  if (minLength > 0 && isBlank(text)) return 'REQUIRED';
  if (lengthOf(text) > maxLength) return 'MAX_LENGTH';
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
    ? undefined
    : 'INVALID_FORMAT';
}

function numberCode(
  value: number,
  { kind, minimum = -Infinity, maximum = Infinity }: Shape,
): ValidationCode | undefined {
  if (!Number.isFinite(value) || (kind === 'integer' && !Number.isInteger(value)))
    return 'INVALID_FORMAT';
  // The lowest 32-bit integer is the limit of the type, not a minimum.
  if (value < minimum) return minimum === INT32_MIN ? 'INVALID_FORMAT' : 'MIN_VALUE';
  return value > maximum ? 'INVALID_FORMAT' : undefined;
}

const INT32_MIN = -(2 ** 31);

function uriErrors(value: unknown, shape: Shape, path: Path): ExpectedError[] {
  if (typeof value !== 'string') return [invalidFormat(path)];
  return isUri(value, shape)
    ? []
    : [{ ...invalidFormat(path), ...mentioning(...encodingOf(value)) }];
}

const invalidFormat = (path: Path): ExpectedError => ({ path, code: 'INVALID_FORMAT' });

/** The message may name the intended field as the API spells it, so the APIs' messages are not compared. */
export const unknownField = (path: Path): ExpectedError => ({
  ...invalidFormat(path),
  mentions: { rest: ['unknown'], graphql: ['unknown field'] },
});

/** A number that REST has in a string: the APIs' messages name different types, and are not compared. */
const TYPES_DIFFER = { mentions: { rest: ['must'], graphql: ['must be'] } };

/** The message lists allowed values that have names, as the API spells them. */
const notAllowed = (
  { values = [], restValues = values, valueNames }: Shape,
  path: Path,
): ExpectedError => ({
  ...invalidFormat(path),
  ...(valueNames && {
    mentions: { rest: restValues.map(String), graphql: valueNames.map(String) },
  }),
});
