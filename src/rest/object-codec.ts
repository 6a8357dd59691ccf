// An object on REST: its fields by domain name, and how it is read and written as a whole.
import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import type { FieldPath } from '../operation/field-error.ts';
import type { ValueCodec } from './value-codec.ts';

export interface FieldCodec extends ValueCodec {
  readonly name: string;
  /** The object in a field or in the entries of a list. */
  readonly inner: ObjectCodec | undefined;
}

export interface ObjectCodec {
  /** The fields by domain name. */
  readonly fields: ReadonlyMap<string, FieldCodec>;
  /** A sent object in domain names and values; any other value as it is. */
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => JsonObject;
}

/** Marks a name that the object doesn't have on REST: the domain may use it for another field. */
const UNKNOWN = '?';

/** `isStored`: in a JSON column, which has its own field order. */
export function createObjectCodec(
  fields: ObjectCodec['fields'],
  isStored: boolean,
): ObjectCodec {
  const toDomain = new Map([...fields].map(([domain, { name }]) => [name, domain]));
  const readEntry = ([sent, value]: readonly [string, unknown]) => {
    const name = toDomain.get(sent) ?? UNKNOWN + sent;
    const read = value === null ? undefined : fields.get(name)?.read;
    return [name, read ? read(value) : value];
  };
  return {
    fields,
    read: (value) =>
      isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(readEntry)) : value,
    write(value) {
      const written: Record<string, unknown> = {};
      for (const domain of isStored ? fields.keys() : Object.keys(value as object)) {
        const field = fields.get(domain);
        const inner = (value as JsonObject)[domain];
        if (field && inner !== undefined)
          written[field.name] = field.write && inner !== null ? field.write(inner) : inner;
      }
      return written;
    },
  };
}

/** A domain path in REST names, and the field at its end. */
export function follow(start: ObjectCodec, path: FieldPath) {
  let object: ObjectCodec | undefined = start;
  let field: FieldCodec | undefined;
  const sent = path.map((segment) => {
    if (typeof segment === 'number') return segment;
    field = object?.fields.get(segment);
    object = field?.inner;
    return field?.name ?? (segment.startsWith(UNKNOWN) ? segment.slice(1) : segment);
  });
  return { sent, field };
}

const MARK_LENGTH = 8;

/** A short hash of the names and values of an object on REST, nested objects included. */
export function markOf(object: ObjectCodec): string {
  const parts = ({ fields }: ObjectCodec): unknown[] =>
    [...fields.values()].map(({ name, values, inner }) => [
      name,
      values,
      inner && parts(inner),
    ]);
  return hash('sha256', JSON.stringify(parts(object)), 'base64url').slice(0, MARK_LENGTH);
}
