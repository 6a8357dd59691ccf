// An object on REST: its fields by domain name, and how it is read and written as a whole.
import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import type { FieldPath } from '../operation/field-error.ts';
import type { Convert, Converts } from './convert-values.ts';

export interface WireField extends Converts {
  readonly name: string;
  /** The object in a field or in the entries of a list. */
  readonly inner: WireObject | undefined;
}

export interface WireObject extends Converts {
  /** The fields by domain name. */
  readonly fields: ReadonlyMap<string, WireField>;
  readonly toWire: ReadonlyMap<string, string>;
}

/** `isWhole`: the version has all fields; `isStored`: in a JSON column, which has its own field order. */
export function createWireObject(
  fields: WireObject['fields'],
  isWhole: boolean,
  isStored: boolean,
): WireObject {
  const toDomain = domainNames(new Map([...fields].map(([domain, { name }]) => [domain, name])));
  return {
    fields,
    toWire: new Map([...toDomain].map(([sent, domain]) => [domain, sent])),
    read: objectReader(fields, toDomain),
    write: objectWriter(fields, isWhole, isStored),
  };
}

/**
 * Domain names by sent name, one to one. A domain name that REST renamed is unknown as sent, so it maps to the last
 * name in its chain of renames. The domain lacks that name, and the error can still be spelled as sent.
 */
function domainNames(wireNames: ReadonlyMap<string, string>): Map<string, string> {
  const bySent = new Map([...wireNames].map(([domain, wire]) => [wire, domain]));
  for (const domain of wireNames.keys()) {
    if (bySent.has(domain)) continue;
    let unknown = domain;
    for (let next = wireNames.get(domain); next !== undefined; next = wireNames.get(next))
      unknown = next;
    bySent.set(domain, unknown);
  }
  return bySent;
}

function objectReader(
  fields: ReadonlyMap<string, WireField>,
  toDomain: ReadonlyMap<string, string>,
): Convert {
  if ([...toDomain].every(([a, b]) => a === b) && [...fields.values()].every(({ read }) => !read))
    return undefined;
  const readEntry = ([sent, value]: readonly [string, unknown]) => {
    const name = toDomain.get(sent) ?? sent;
    const read = value === null ? undefined : fields.get(name)?.read;
    return [name, read ? read(value) : value];
  };
  return (value) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(readEntry)) : value;
}

function objectWriter(
  fields: ReadonlyMap<string, WireField>,
  isWhole: boolean,
  isStored: boolean,
): Convert {
  const isSame = [...fields].every(([domain, { name, write }]) => name === domain && !write);
  if (isWhole && !isStored && isSame) return undefined;
  return (value) => {
    const written: Record<string, unknown> = {};
    for (const domain of isStored ? fields.keys() : Object.keys(value as object)) {
      const field = fields.get(domain);
      const inner = (value as JsonObject)[domain];
      if (field && inner !== undefined)
        written[field.name] = field.write && inner !== null ? field.write(inner) : inner;
    }
    return written;
  };
}

/** A domain path in REST names, and the field at its end. */
export function follow(start: WireObject, path: FieldPath) {
  let object: WireObject | undefined = start;
  let field: WireField | undefined;
  const sent = path.map((segment) => {
    if (typeof segment === 'number') return segment;
    const name = object?.toWire.get(segment) ?? segment;
    field = object?.fields.get(segment);
    object = field?.inner;
    return name;
  });
  return { sent, field };
}

const MARK_LENGTH = 8;

/** A short hash of the names and values of an object on REST, nested objects included. */
export function markOf(object: WireObject): string {
  const parts = ({ fields }: WireObject): unknown[] =>
    [...fields.values()].map(({ name, values, inner }) => [name, values, inner && parts(inner)]);
  return hash('sha256', JSON.stringify(parts(object)), 'base64url').slice(0, MARK_LENGTH);
}
