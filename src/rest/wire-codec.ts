// Bodies, answers and errors in the names and values of a version: compiled once from the shapes of the domain.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import type { WireCodec, WireValues } from '../operation/change-kinds.ts';
import type { FieldPath } from '../operation/failure.ts';
import { check, Unreadable } from '../operation/field-errors.ts';
import { domainObjects, entrySchema, valueSchema } from '../operation/field-types.ts';
import { noSuchValue } from '../operation/messages.ts';
import { type Spelling, spellField } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { productAnswer } from './answers.ts';
import { type Wire, wireOf } from './wire.ts';

export type Codec = ReturnType<typeof createCodec>;

/** Converts a value that is not null; undefined for values that stay as they are. */
type Convert = ((value: unknown) => unknown) | undefined;

interface Converts {
  readonly read: Convert;
  readonly write: Convert;
}

interface WireField extends Converts {
  readonly name: string;
  /** The object of a field, or of the entries of a list. */
  readonly inner: WireObject | undefined;
  readonly values: WireValues | undefined;
}

interface WireObject extends Converts {
  /** The fields by the names of the domain. */
  readonly fields: ReadonlyMap<string, WireField>;
  readonly toWire: ReadonlyMap<string, string>;
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

function createCodec(versions: Versions, version: VersionName) {
  const wire = wireOf(versions.history, version);
  const view = versions.view(version);
  const objects = new WeakMap<z.ZodObject, WireObject>();

  function wireObject(shape: z.ZodObject): WireObject {
    const known = objects.get(shape);
    if (known) return known;
    const { object = '', use } = domainObjects.get(shape) ?? {};
    const all = Object.entries(shape.shape as Record<string, z.ZodType>);
    const fields = new Map(
      all.filter(([name]) => view.hasField(shape, name)).map(([name, field]) => [name, wireField(object, name, field)]),
    );
    const toDomain = domainNames(new Map([...fields].map(([domain, { name }]) => [domain, name])));
    const made = {
      fields,
      toWire: new Map([...toDomain].map(([sent, domain]) => [domain, sent])),
      read: objectReader(fields, toDomain),
      write: objectWriter(fields, fields.size === all.length, use === undefined),
    };
    objects.set(shape, made);
    return made;
  }

  function wireField(object: string, field: string, schema: z.ZodType): WireField {
    const name = wire.name(object, field);
    const entry = entrySchema(schema);
    const type = wire.type(object, field);
    // A type is that of the whole field, in names of its own.
    if (type) {
      const written = inList(schema, leafWriter(entry));
      return { name, inner: undefined, values: undefined, read: typeReader(type), write: typeWriter(type, written) };
    }
    const values = wire.values(object, field);
    if (values) return { name, inner: undefined, values, ...enumConverts(view, `${object}.${field}`, values) };
    const inner = entry instanceof z.ZodObject ? wireObject(entry) : undefined;
    const { read, write } = entryConverts(
      { wire, view },
      object,
      `${field}[]`,
      inner ?? { read: undefined, write: leafWriter(entry) },
    );
    return {
      name,
      inner,
      values: wire.values(object, `${field}[]`),
      read: inList(schema, read),
      write: inList(schema, write),
    };
  }

  return {
    version,
    view,
    wire,
    /** Names the fields of a product in the version, in their order; empty for those of the first version at its release. */
    shapeMark: markOf(wireObject(productAnswer)),
    /** The fields of a request in the names and values of the domain, before their check. */
    read: (shape: z.ZodObject, fields: JsonObject) => (wireObject(shape).read?.(fields) ?? fields) as JsonObject,
    /** An object of the domain as REST has it, in the same order of fields. */
    write: (shape: z.ZodObject, value: object) => (wireObject(shape).write?.(value) ?? value) as JsonObject,
    spelling: (shape: z.ZodObject): Spelling => ({
      field: (path) => spellField(follow(wireObject(shape), path).sent),
      value: (path, value) => String(follow(wireObject(shape), path).field?.values?.[value] ?? value),
    }),
  };
}

interface Subjects {
  readonly wire: Wire;
  readonly view: VersionView;
}

/** How the entries of a list are converted, which can have values and a type of their own. */
function entryConverts({ wire, view }: Subjects, object: string, entries: string, own: Converts): Converts {
  const type = wire.type(object, entries);
  if (type) return { read: typeReader(type), write: typeWriter(type, own.write) };
  const values = wire.values(object, entries);
  return values ? enumConverts(view, `${object}.${entries}`, values) : own;
}

const enumConverts = (view: VersionView, subject: string, values: WireValues): Converts => ({
  read: enumReader(values),
  write: (member) => values[view.member(subject, String(member))],
});

/** A path of the domain in the names of REST, and the field at its end. */
function follow(start: WireObject, path: FieldPath) {
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

/** The mark of the product when tags had none yet: those that clients have stay what they are. */
const FIRST_MARK = '-G3lQ6IH';

/** A short hash of the names and values of an object on REST, with those in it. */
function markOf(object: WireObject): string {
  const parts = ({ fields }: WireObject): unknown[] =>
    [...fields.values()].map(({ name, values, inner }) => [name, values, inner && parts(inner)]);
  const mark = hash('sha256', JSON.stringify(parts(object)), 'base64url').slice(0, FIRST_MARK.length);
  return mark === FIRST_MARK ? '' : mark;
}

/**
 * The names of the domain by those that are sent, one to one. A name that the domain has and REST has not is unknown: it
 * becomes the name at the end of its renames, which the domain has not, so that its error can be spelled as it was sent.
 */
function domainNames(wireNames: ReadonlyMap<string, string>): Map<string, string> {
  const bySent = new Map([...wireNames].map(([domain, wire]) => [wire, domain]));
  for (const domain of wireNames.keys()) {
    if (bySent.has(domain)) continue;
    let unknown = domain;
    for (let next = wireNames.get(domain); next !== undefined; next = wireNames.get(next)) unknown = next;
    bySent.set(domain, unknown);
  }
  return bySent;
}

function objectReader(fields: ReadonlyMap<string, WireField>, toDomain: ReadonlyMap<string, string>): Convert {
  if ([...toDomain].every(([a, b]) => a === b) && [...fields.values()].every(({ read }) => !read)) return undefined;
  const readEntry = ([sent, value]: readonly [string, unknown]) => {
    const name = toDomain.get(sent) ?? sent;
    const read = value === null ? undefined : fields.get(name)?.read;
    return [name, read ? read(value) : value];
  };
  return (value) => (isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(readEntry)) : value);
}

/** `isStored`: in a column of JSON, which has an order of its own. */
function objectWriter(fields: ReadonlyMap<string, WireField>, isWhole: boolean, isStored: boolean): Convert {
  const names = [...fields.keys()];
  const isInOrder = !isStored || names.every((name, at) => at === 0 || isBefore(names[at - 1] as string, name));
  if (isWhole && isInOrder && [...fields].every(([domain, { name, write }]) => name === domain && !write))
    return undefined;
  return (value) => {
    const written: Record<string, unknown> = {};
    for (const domain of isInOrder ? Object.keys(value as object) : names) {
      const field = fields.get(domain);
      const inner = (value as JsonObject)[domain];
      if (field && inner !== undefined)
        written[field.name] = field.write && inner !== null ? field.write(inner) : inner;
    }
    return written;
  };
}

/** Whether PostgreSQL stores a name of an object in JSON before another one: by length, then by characters. */
const isBefore = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);

/** Converts each entry of a list, or a value that is none. */
const inList = (schema: z.ZodType, convert: Convert): Convert =>
  convert && valueSchema(schema) instanceof z.ZodArray
    ? (value) => (Array.isArray(value) ? value.map((entry) => (entry === null ? entry : convert(entry))) : value)
    : convert;

/** Converts a value of the database to one of JSON. */
function leafWriter(schema: z.core.$ZodType): Convert {
  if (schema instanceof z.ZodNumber && !schema.isInt) return Number;
  const format = z.globalRegistry.get(schema)?.format;
  if (format === 'date') return (value) => isoText(value).slice(0, 'YYYY-MM-DD'.length);
  return format === 'date-time' ? isoText : undefined;
}

const isoText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

function enumReader(values: WireValues): Convert {
  const members = new Map<unknown, string>();
  for (const [member, value] of Object.entries(values).toReversed()) members.set(value, member);
  const allowed = Object.keys(values);
  return (value) =>
    members.get(value) ??
    new Unreadable([{ path: [], code: 'INVALID_FORMAT', message: noSuchValue(value, [...members.keys()]), allowed }]);
}

const typeReader =
  (type: WireCodec): Convert =>
  (value) => {
    const { data, errors } = check(type, value);
    if (errors.length === 0) return data;
    const decoded = unchecked(() => type.def.transform(value, payloadOf(value)));
    return new Unreadable(errors, decoded);
  };

/** What older versions have stored may not fit the type: it is written without its checks. */
const typeWriter =
  (type: WireCodec, write: Convert): Convert =>
  (value) => {
    const written = write ? write(value) : value;
    const { success, data } = z.safeEncode(type, written);
    return success ? data : unchecked(() => type.def.reverseTransform(written, payloadOf(written)));
  };

const payloadOf = (value: unknown) => ({ value, issues: [] });

/** The result of a conversion; null if it throws. */
function unchecked(convert: () => unknown): unknown {
  try {
    return convert() ?? null;
  } catch {
    return null;
  }
}
