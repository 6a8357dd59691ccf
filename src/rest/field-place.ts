// Places of objects in a JSON value, such as `product` or `items[].owner`.
import { isJsonObject, type JsonObject } from '../http/json-body.ts';

/** The entries of a list, whatever their index. */
const ENTRIES = '[]';

/** Names of fields, and `[]` for the entries of a list. Empty: the value itself. */
export type Place = readonly string[];

/** The place of a text such as `items[].owner`. */
export const parsePlace = (text = ''): Place =>
  text
    .replaceAll(ENTRIES, `.${ENTRIES}`)
    .split('.')
    .filter((step) => step !== '');

/** `value` with every object at `place` changed; a value of another shape on the way stays as it is. */
export function changeObjects(value: unknown, place: Place, change: (object: JsonObject) => JsonObject): unknown {
  const [step, ...others] = place;
  if (step === ENTRIES) {
    return Array.isArray(value) ? value.map((entry) => changeObjects(entry, others, change)) : value;
  }
  if (!isJsonObject(value)) return value;
  if (step === undefined) return change(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === step ? changeObjects(inner, others, change) : inner]),
  );
}

/** `path` with the name that it has in the objects at `place` changed. */
export function changeNameAt<Path extends readonly (string | number)[]>(
  path: Path,
  place: Place,
  change: (name: string) => string,
): readonly (string | number)[] {
  const isBelow = place.every((step, level) =>
    step === ENTRIES ? typeof path[level] === 'number' : path[level] === step,
  );
  const name = path[place.length];
  return isBelow && typeof name === 'string' ? path.with(place.length, change(name)) : path;
}
