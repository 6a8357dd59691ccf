// Bounds an input before it is checked: a body of 1 MiB can have 90,000 fields and 500,000 entries.
import { MAX_ERRORS } from './field-errors.ts';

/** Levels that are checked: fields, a list, an entry, a field of the entry. */
const LEVELS = 4;

/** The names that a shape has at any level, and the entries of a list that are checked. */
export interface InputBounds {
  readonly names: ReadonlySet<string>;
  readonly entries: number;
}

/**
 * The input without unknown fields beyond the fiftieth, entries beyond those of any list, and values below the fourth level.
 * It has the same errors as the whole input (D18).
 */
export const boundInput = (value: unknown, bounds: () => InputBounds): unknown =>
  isSmall(value, LEVELS) ? value : boundCopy(value, bounds(), LEVELS);

/** Whether the input is small, as almost every one is: then it is not copied. */
function isSmall(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const values = Array.isArray(value) ? value : Object.values(value);
  return values.length <= (levels === 0 ? 0 : MAX_ERRORS) && values.every((inner) => isSmall(inner, levels - 1));
}

function boundCopy(value: unknown, bounds: InputBounds, levels: number): unknown {
  const bound = (inner: unknown) => boundCopy(inner, bounds, levels - 1);
  if (Array.isArray(value)) return levels > 0 ? value.slice(0, bounds.entries).map(bound) : [];
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = levels > 0 ? boundNames(fields, bounds.names) : [];
  return Object.fromEntries(names.map((name) => [name, bound(fields[name])]));
}

/** The names of an object up to the fiftieth unknown one, and the known names after it. */
function boundNames(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): readonly string[] {
  const names = Object.keys(fields);
  if (names.length <= MAX_ERRORS) return names;
  let others = 0;
  const last = names.findIndex((name) => !known.has(name) && ++others === MAX_ERRORS);
  if (last === -1) return names;
  const behind = [...known].filter((name) => Object.hasOwn(fields, name));
  return [...new Set([...names.slice(0, last + 1), ...behind])];
}
