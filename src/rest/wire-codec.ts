// Bodies, answers and errors in the names and values of a version: compiled once from the shapes of the domain.
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import type { FieldPath } from '../operation/failure.ts';
import { check, NO_SUCH_VALUE, type Spelling, spellField, Unreadable } from '../operation/field-errors.ts';
import { domainObjects, withoutWrappers } from '../operation/field-types.ts';
import type { WireCodec, WireValues } from '../operation/release-changes.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { type Wire, wireOf } from './wire.ts';

export interface Codec {
  readonly wire: Wire;
  /** Fields of a request in the names and values of the domain, not checked yet. */
  read(shape: z.ZodObject, fields: JsonObject): JsonObject;
  /** An object of the domain as REST has it; its fields keep their order. */
  write(shape: z.ZodObject, value: object): JsonObject;
  spelling(shape: z.ZodObject): Spelling;
  /** The names of all fields of a request, and of the entries of its lists. */
  names(shape: z.ZodObject): ReadonlySet<string>;
}

/** Converts a value that is not null; undefined: it stays as it is. */
type Convert = ((value: unknown) => unknown) | undefined;

interface WireField {
  readonly name: string;
  readonly read: Convert;
  readonly write: Convert;
  /** The object that it is, or that the entries of the list are. */
  readonly inner: WireObject | undefined;
  readonly values: WireValues | undefined;
}

interface WireObject {
  /** By the name of the domain. */
  readonly fields: ReadonlyMap<string, WireField>;
  readonly toWire: ReadonlyMap<string, string>;
  readonly read: Convert;
  readonly write: Convert;
  readonly names: ReadonlySet<string>;
}

/** The codec of each version, made on first use and kept. */
export function createCodecs(versions: Versions): (version: VersionName) => Codec {
  const known = new Map<VersionName, Codec>();
  return (version) => {
    const codec = known.get(version) ?? createCodec(versions, version);
    known.set(version, codec);
    return codec;
  };
}

function createCodec(versions: Versions, version: VersionName): Codec {
  const wire = wireOf(versions.history, version);
  const view = versions.view(version);
  const objects = new WeakMap<z.ZodObject, WireObject>();
  const spellings = new WeakMap<z.ZodObject, Spelling>();

  function objectOf(shape: z.ZodObject): WireObject {
    const known = objects.get(shape);
    if (known) return known;
    const object = domainObjects.get(shape)?.object ?? '';
    const all = Object.entries(shape.shape as Record<string, z.ZodType>);
    const fields = new Map(
      all.filter(([name]) => view.hasField(object, name)).map(([name, field]) => [name, fieldOf(object, name, field)]),
    );
    const toDomain = permutation([...fields].map(([domain, { name }]) => [name, domain]));
    const made = {
      fields,
      toWire: new Map([...toDomain].map(([sent, domain]) => [domain, sent])),
      read: readerOf(fields, toDomain),
      write: writerOf(fields, fields.size === all.length),
      names: new Set([...fields.values()].flatMap(({ name, inner }) => [name, ...(inner?.names ?? [])])),
    };
    objects.set(shape, made);
    return made;
  }

  function fieldOf(object: string, field: string, wrapped: z.ZodType): WireField {
    const schema = withoutWrappers(wrapped);
    const list = schema instanceof z.ZodPipe ? schema.out : schema;
    const entry = list instanceof z.ZodArray ? withoutWrappers(list.element) : schema;
    const inner = entry instanceof z.ZodObject ? objectOf(entry) : undefined;
    const name = wire.name(object, field);
    const each = (convert: Convert) => (entry === schema ? convert : eachOf(convert));
    const write = each(inner ? inner.write : leafWriter(entry));
    const type = wire.type(object, field);
    if (type) return { name, inner, values: undefined, read: readerByType(type), write: writerByType(type, write) };
    const values = wire.values(object, field);
    if (values) return { name, inner, values, read: readerByValues(values), write: (value) => values[String(value)] };
    return { name, inner, values, read: each(inner?.read), write };
  }

  /** A path of the domain as the client sends it, and the field at its end. */
  function follow(shape: z.ZodObject, path: FieldPath) {
    let object: WireObject | undefined = objectOf(shape);
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

  return {
    wire,
    read: (shape, fields) => (objectOf(shape).read?.(fields) ?? fields) as JsonObject,
    write: (shape, value) => (objectOf(shape).write?.(value) ?? value) as JsonObject,
    names: (shape) => objectOf(shape).names,
    spelling(shape) {
      const spelling = spellings.get(shape) ?? {
        field: (path: FieldPath) => spellField(follow(shape, path).sent),
        value: (path: FieldPath, value: string) => String(follow(shape, path).field?.values?.[value] ?? value),
      };
      spellings.set(shape, spelling);
      return spelling;
    },
  };
}

/**
 * Names of REST to those of the domain, such that no two become one: a name of the domain that is none of REST becomes one
 * that the domain does not have. It is refused as unknown, and the error at it has the name that was sent.
 */
function permutation(pairs: readonly (readonly [wire: string, domain: string])[]): Map<string, string> {
  const toDomain = new Map(pairs);
  const toWire = new Map(pairs.map(([wire, domain]) => [domain, wire]));
  for (const domain of toWire.keys()) {
    if (toDomain.has(domain)) continue;
    let end = domain;
    for (let next = toWire.get(end); next !== undefined; next = toWire.get(end)) end = next;
    toDomain.set(domain, end);
  }
  return toDomain;
}

function readerOf(fields: ReadonlyMap<string, WireField>, toDomain: ReadonlyMap<string, string>): Convert {
  if ([...toDomain].every(([a, b]) => a === b) && [...fields.values()].every(({ read }) => !read)) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    for (const entry of entries) {
      const name = toDomain.get(entry[0]) ?? entry[0];
      const read = entry[1] === null ? undefined : fields.get(name)?.read;
      entry[0] = name;
      if (read) entry[1] = read(entry[1]);
    }
    return Object.fromEntries(entries);
  };
}

function writerOf(fields: ReadonlyMap<string, WireField>, isWhole: boolean): Convert {
  if (isWhole && [...fields].every(([domain, { name, write }]) => name === domain && !write)) return undefined;
  return (value) => {
    const written: Record<string, unknown> = {};
    for (const [domain, inner] of Object.entries(value as object)) {
      const field = fields.get(domain);
      if (field) written[field.name] = field.write && inner !== null ? field.write(inner) : inner;
    }
    return written;
  };
}

const eachOf = (convert: Convert): Convert =>
  convert && ((value) => (Array.isArray(value) ? value.map(convert) : value));

/** Values of the database as JSON has them. */
function leafWriter(schema: z.core.$ZodType): Convert {
  if (schema instanceof z.ZodNumber && !schema.isInt)
    return (value) => (typeof value === 'number' ? value : Number(value));
  const format = z.globalRegistry.get(schema)?.format;
  if (format === 'date') return (value) => isoOf(value).slice(0, 'YYYY-MM-DD'.length);
  return format === 'date-time' ? isoOf : undefined;
}

const isoOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

function readerByValues(values: WireValues): Convert {
  const members = new Map<unknown, string>(
    Object.entries(values)
      .toReversed()
      .map(([member, value]) => [value, member]),
  );
  return (value) => members.get(value) ?? NO_SUCH_VALUE;
}

const readerByType =
  (type: WireCodec<unknown>): Convert =>
  (value) => {
    const { data, errors } = check(type, value);
    return errors[0] ? new Unreadable(errors[0]) : data;
  };

const writerByType =
  (type: WireCodec<unknown>, write: Convert): Convert =>
  (value) =>
    z.encode(type, write ? write(value) : value);
