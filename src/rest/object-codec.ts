// Objects on REST, compiled once per version: their fields by domain name, how they and their values are read and
// written, and the ETag of a stored one.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import type { RestValues } from '../operation/change-kinds.ts';
import { Undecoded, unknownEntry } from '../operation/check.ts';
import type { FieldPath } from '../operation/field-error.ts';
import { valueSchema } from '../operation/field-types.ts';
import { noSuchValue } from '../operation/messages.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName } from '../operation/versions.ts';

/** Converts a non-null value; undefined if values stay as they are. */
export type Conversion = ((value: unknown) => unknown) | undefined;

export interface ValueCodec {
  /** To the domain; what can't be decoded becomes `Undecoded`. */
  readonly read?: Conversion;
  readonly write: Conversion;
  /** The REST values of an enum. */
  readonly values?: RestValues | undefined;
}

export function enumCodec(
  view: VersionView,
  subject: string,
  values: RestValues,
): ValueCodec {
  /** Of a member that only a newer version has. */
  const fallback = (member: string) => values[view.member(subject, member)];
  return {
    values,
    read: enumReader(values),
    write: (member) => values[String(member)] ?? fallback(String(member)),
  };
}

const isList = (schema: z.ZodType) => valueSchema(schema) instanceof z.ZodArray;

/** Converts each entry of a list that has at most `most`, or a value that isn't a list. */
export function ofEntries(
  schema: z.ZodType,
  convert: Conversion,
  most = Infinity,
): Conversion {
  if (!convert || !isList(schema)) return convert;
  const convertEntry = (entry: unknown) => (entry === null ? entry : convert(entry));
  return (value) =>
    Array.isArray(value) && value.length <= most ? value.map(convertEntry) : value;
}

/** Converts a database value to JSON. */
export function leafWriter(schema: z.core.$ZodType): Conversion {
  if (schema instanceof z.ZodNumber && !schema.isInt) return Number;
  const format = z.globalRegistry.get(schema)?.format;
  if (format === 'date') return (value) => isoText(value).slice(0, 'YYYY-MM-DD'.length);
  return format === 'date-time' ? isoText : undefined;
}

const isoText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value);

function enumReader(values: RestValues): Conversion {
  const members = new Map<unknown, string>();
  for (const [member, value] of Object.entries(values).toReversed())
    members.set(value, member);
  const allowed = Object.keys(values);
  return (sent) => {
    const member = members.get(sent);
    if (member !== undefined) return member;
    const message = noSuchValue(sent, [...members.keys()]);
    return new Undecoded([{ path: [], code: 'INVALID_FORMAT', message, allowed }]);
  };
}

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

/** `isStored`: in a JSON column, which has its own field order. */
export function createObjectCodec(
  fields: ObjectCodec['fields'],
  isStored: boolean,
): ObjectCodec {
  const names = [...fields.keys()];
  const toDomain = new Map([...fields].map(([domain, { name }]) => [name, domain]));
  return {
    fields,
    read(value) {
      if (!isJsonObject(value)) return value;
      const entries = Object.entries(value).map(([sent, inner]) => {
        const name = toDomain.get(sent);
        if (name === undefined) return unknownEntry(sent, names);
        const read = inner === null ? undefined : fields.get(name)?.read;
        return [name, read ? read(inner) : inner];
      });
      return Object.fromEntries(entries);
    },
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
    return field?.name ?? segment;
  });
  return { sent, field };
}

const MARK_LENGTH = 8;

/** Makes the ETags of an object by its revision: if another version or deployment changes the bytes, they change. */
export function revisionTags(version: VersionName, object: ObjectCodec) {
  const form = JSON.stringify(formOf(object));
  const mark = hash('sha256', form, 'base64url').slice(0, MARK_LENGTH);
  return (revision: number) => `"${version}.${revision}.${mark}"`;
}

/** The names and values of an object on REST, nested objects included. */
const formOf = ({ fields }: ObjectCodec): unknown[] =>
  [...fields.values()].map(({ name, values, inner }) => [
    name,
    values,
    inner && formOf(inner),
  ]);
