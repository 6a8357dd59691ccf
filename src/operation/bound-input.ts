// Bounds an input before it is checked: a body of 1 MiB can have 90,000 fields and 500,000 entries.
import { MAX_ERRORS } from './field-errors.ts';

/** Entries of a list that are checked: twice as many as any field may have, so that a longer list is still too long. */
const MAX_ENTRIES = 100;

/** Levels that are checked: fields, a list, an entry, a field of the entry. */
const LEVELS = 4;

/** The names that a shape has at any level; called for large objects only. */
type KnownNames = () => ReadonlySet<string>;

/**
 * The input without unknown fields beyond the fiftieth, entries beyond the hundredth, and values below the fourth level.
 * It has the same errors as the whole input (D18).
 */
export const boundInput = (value: unknown, known: KnownNames): unknown =>
  isWithinBounds(value, LEVELS) ? value : boundCopy(value, known, LEVELS);

/** Whether the input is small, as almost every one is: then it is not copied. */
function isWithinBounds(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const values = Array.isArray(value) ? value : Object.values(value);
  if (values.length > (levels === 0 ? 0 : Array.isArray(value) ? MAX_ENTRIES : MAX_ERRORS)) return false;
  return values.every((inner) => isWithinBounds(inner, levels - 1));
}

function boundCopy(value: unknown, known: KnownNames, levels: number): unknown {
  const bound = (inner: unknown) => boundCopy(inner, known, levels - 1);
  if (Array.isArray(value)) return levels > 0 ? value.slice(0, MAX_ENTRIES).map(bound) : [];
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = levels > 0 ? boundNames(fields, known) : [];
  return Object.fromEntries(names.map((name) => [name, bound(fields[name])]));
}

/** The names of an object up to the fiftieth unknown one, and the known names after it. */
function boundNames(fields: Readonly<Record<string, unknown>>, known: KnownNames): readonly string[] {
  const names = Object.keys(fields);
  if (names.length <= MAX_ERRORS) return names;
  let others = 0;
  const last = names.findIndex((name) => !known().has(name) && ++others === MAX_ERRORS);
  if (last === -1) return names;
  const behind = [...known()].filter((name) => Object.hasOwn(fields, name));
  return [...new Set([...names.slice(0, last + 1), ...behind])];
}
