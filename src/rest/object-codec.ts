// Objects on REST, compiled once per version: their fields by domain name, how they and their values are read and
// written, and the ETag of a stored one.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import type { RestValues } from '../operation/change-kinds.ts';
import { MAX_ERRORS, type ReadError, unknownField } from '../operation/check.ts';
import type { FieldPath } from '../operation/field-error.ts';
import { entrySchema, MAX_ENTRIES, valueSchema } from '../operation/field-types.ts';
import { noSuchValue } from '../operation/messages.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName } from '../operation/versions.ts';

/** Converts a non-null value; undefined if values stay as they are. */
export type Writer = ((value: unknown) => unknown) | undefined;

/** A value in the domain, with the errors of what it could not decode; their paths start at the value. */
interface Read {
  readonly value: unknown;
  readonly errors: readonly ReadError[];
}

/** Reads a non-null value; undefined if values stay as they are. */
export type Reader = ((value: unknown) => Read) | undefined;

const asSent = (value: unknown): Read => ({ value, errors: [] });

/** The errors of a value, for the object or list that it is in. */
const inside = (segment: string | number, errors: readonly ReadError[]) =>
  errors.map((error) => ({
    ...error,
    path: [segment, ...error.path],
    ...(error.value && { value: [segment, ...error.value] }),
  }));

export interface ValueCodec {
  readonly read?: Reader;
  readonly write: Writer;
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

/** Reads each entry of a list that may be short enough, or a value that isn't a list. */
export function listReader(schema: z.ZodType, read: Reader): Reader {
  if (!read || !isList(schema)) return read;
  const readEntry = (entry: unknown) => (entry === null ? asSent(entry) : read(entry));
  return (value) => {
    if (!Array.isArray(value) || value.length > MAX_ENTRIES) return asSent(value);
    const entries = value.map(readEntry);
    return {
      value: entries.map((entry) => entry.value),
      errors: entries.flatMap(({ errors }, index) => inside(index, errors)),
    };
  };
}

/** Reads a value that is only compared with a stored one: what can't be decoded equals none. */
export const lenientReader = (read: Reader): Reader =>
  read &&
  ((sent) => {
    const { value, errors } = read(sent);
    return asSent(errors.length === 0 ? value : null);
  });

/** Writes each entry of a list, or a value that isn't a list. */
export function listWriter(schema: z.ZodType, write: Writer): Writer {
  if (!write || !isList(schema)) return write;
  const writeEntry = (entry: unknown) => (entry === null ? entry : write(entry));
  return (value) => (Array.isArray(value) ? value.map(writeEntry) : value);
}

/** Converts a database value to JSON. */
function leafWriter(schema: z.core.$ZodType): Writer {
  if (schema instanceof z.ZodNumber && !schema.isInt) return Number;
  const format = z.globalRegistry.get(schema)?.format;
  if (format === 'date') return (value) => isoText(value).slice(0, 'YYYY-MM-DD'.length);
  return format === 'date-time' ? isoText : undefined;
}

/** Converts a database value to JSON in domain names, which a release's codec takes. */
export function jsonWriter(schema: z.core.$ZodType): Writer {
  if (!(schema instanceof z.ZodObject)) return leafWriter(schema);
  const writers = Object.entries<z.ZodType>(schema.shape).map(
    ([name, field]) => [name, listWriter(field, jsonWriter(entrySchema(field)))] as const,
  );
  return (value) =>
    Object.fromEntries(
      writers.flatMap(([name, write]) => {
        const inner = (value as JsonObject)[name];
        if (inner === undefined) return [];
        return [[name, write && inner !== null ? write(inner) : inner]];
      }),
    );
}

const isoText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value);

function enumReader(values: RestValues): Reader {
  const members = new Map<unknown, string>();
  for (const [member, value] of Object.entries(values).toReversed())
    members.set(value, member);
  const allowed = Object.keys(values);
  return (sent) => {
    const value = members.get(sent);
    if (value !== undefined) return asSent(value);
    const message = noSuchValue(sent, [...members.keys()]);
    const error = { path: [], value: [], code: 'INVALID_FORMAT', message, allowed } as const;
    return { value, errors: [error] };
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
  readonly read: (value: unknown) => Read;
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
      if (!isJsonObject(value)) return asSent(value);
      const known: Record<string, unknown> = {};
      const errors: ReadError[] = [];
      for (const [sent, inner] of Object.entries(value)) {
        const name = toDomain.get(sent);
        if (name !== undefined) {
          const read = inner === null ? undefined : fields.get(name)?.read;
          const found = read ? read(inner) : asSent(inner);
          known[name] = found.value;
          errors.push(...inside(name, found.errors));
        } else if (errors.length < MAX_ERRORS) errors.push(unknownField([sent], names));
      }
      return { value: known, errors };
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
