// Bounds an input before it is checked: a body of 1 MiB can have 90,000 fields and 500,000 entries.
import { MAX_ERRORS } from './field-errors.ts';

/** A longer list is too long for any field, so that its other entries are not looked at: twice the longest. */
const MAX_ENTRIES = 100;

/** Fields, a list, an entry, a field of the entry; nothing within the last is looked at. */
const LEVELS = 4;

/** The names that a shape has at any level; asked for a large object alone. */
type KnownNames = () => ReadonlySet<string>;

/**
 * The input without the fields beyond the fiftieth that no shape has, without the entries beyond the hundredth, and
 * without those of objects and lists below the fourth level. It has the same errors as the whole input (D18).
 */
export const boundInput = (value: unknown, known: KnownNames): unknown =>
  isWithinBounds(value, LEVELS) ? value : boundCopy(value, known, LEVELS);

/** Almost every input is, and needs no copy. */
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

/** The names of an object up to the fiftieth that is not known, and the known ones behind it. */
function boundNames(fields: Readonly<Record<string, unknown>>, known: KnownNames): readonly string[] {
  const names = Object.keys(fields);
  if (names.length <= MAX_ERRORS) return names;
  let others = 0;
  const last = names.findIndex((name) => !known().has(name) && ++others === MAX_ERRORS);
  if (last === -1) return names;
  const behind = [...known()].filter((name) => Object.hasOwn(fields, name));
  return [...new Set([...names.slice(0, last + 1), ...behind])];
}
