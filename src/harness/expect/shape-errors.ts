// What is wrong with a value by its shape: the code of each keyword (sections 7 and 8 of the contract, D12, D14, D17).
import type { Shape } from '../contract/shape.ts';
import { isBlank, isStorable, lengthOf } from '../generate/values.ts';
import type { ExpectedError, FieldErrorCode } from './outcome.ts';

/** Errors in the order of the shape's fields; unknown fields last. `value` is as a server reads it. */
export function shapeErrors(value: unknown, shape: Shape, path = ''): ExpectedError[] {
  if (shape.readBack || (value === null && shape.nullable)) return [];
  if (value === null || value === undefined) return [{ field: path, code: 'REQUIRED' }];
  if (shape.kind === 'object') return objectErrors(value, shape, path);
  if (shape.kind === 'array') return arrayErrors(value, shape, path);
  const code = valueError(value, shape);
  return code ? [{ field: path, code }] : [];
}

function objectErrors(value: unknown, shape: Shape, path: string): ExpectedError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [invalidFormat(path)];
  const given = value as Record<string, unknown>;
  const fields = shape.fields ?? new Map();
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const known = [...fields].flatMap(([name, field]) => {
    const inner = Object.hasOwn(given, name) ? given[name] : undefined;
    return inner === undefined && !field.required ? [] : shapeErrors(inner, field.shape, at(name));
  });
  const unknown = shape.closed ? Object.keys(given).filter((name) => !fields.has(name)) : [];
  return [...known, ...unknown.map((name) => invalidFormat(at(name)))];
}

function arrayErrors(
  value: unknown,
  { item, minItems = 0, maxItems = Infinity }: Shape,
  path: string,
): ExpectedError[] {
  if (!Array.isArray(value)) return [invalidFormat(path)];
  if (value.length < minItems) return [{ field: path, code: 'MIN_ITEMS' }];
  if (value.length > maxItems) return [{ field: path, code: 'MAX_ITEMS' }];
  return item ? value.flatMap((entry, index) => shapeErrors(entry, item, `${path}[${index}]`)) : [];
}

function valueError(value: unknown, shape: Shape): FieldErrorCode | undefined {
  if (shape.values) return shape.values.includes(value) ? undefined : 'INVALID_FORMAT';
  switch (shape.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'INVALID_FORMAT';
    case 'string':
      return typeof value === 'string' ? textError(value, shape) : 'INVALID_FORMAT';
    default:
      return typeof value === 'number' ? numberError(value, shape) : 'INVALID_FORMAT';
  }
}

function textError(text: string, shape: Shape): FieldErrorCode | undefined {
  const { format, pattern, minLength = 0, maxLength = Infinity } = shape;
  if (!isStorable(text)) return 'INVALID_FORMAT';
  if (format === 'uri') return isReachableImage(text) ? undefined : 'INVALID_FORMAT';
  if (minLength > 0 && isBlank(text)) return 'REQUIRED';
  if (lengthOf(text) > maxLength) return 'MAX_LENGTH';
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? undefined : 'INVALID_FORMAT';
}

function numberError(
  value: number,
  { kind, minimum = -Infinity, maximum = Infinity }: Shape,
): FieldErrorCode | undefined {
  if (!Number.isFinite(value) || (kind === 'integer' && !Number.isInteger(value))) return 'INVALID_FORMAT';
  // The least integer of 32 bits is the bound of a type, no minimum that somebody chose.
  if (value < minimum) return minimum === INT32_MIN ? 'INVALID_FORMAT' : 'MIN_VALUE';
  return value > maximum ? 'INVALID_FORMAT' : undefined;
}

const INT32_MIN = -(2 ** 31);

/** As far as the generated URLs go: http or https, a host that exists, no user info, no repairs needed. */
function isReachableImage(url: string): boolean {
  if (!/^https?:\/\/[\w.:-]+(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i.test(url) || !URL.canParse(url)) return false;
  return !/(?:^|\.)invalid\.?$/.test(new URL(url).hostname);
}

const invalidFormat = (field: string): ExpectedError => ({ field, code: 'INVALID_FORMAT' });
