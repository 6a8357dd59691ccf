// Bodies, responses and errors in a version's names and values: compiled once from the domain's shapes.
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

/** Converts a non-null value; undefined if values stay as they are. */
type Convert = ((value: unknown) => unknown) | undefined;

interface Converts {
  readonly read: Convert;
  readonly write: Convert;
}

interface WireField extends Converts {
  readonly name: string;
  /** The object in a field or in the entries of a list. */
  readonly inner: WireObject | undefined;
  readonly values: WireValues | undefined;
}

interface WireObject extends Converts {
  /** The fields by domain name. */
  readonly fields: ReadonlyMap<string, WireField>;
  readonly toWire: ReadonlyMap<string, string>;
}

/** Each version's codec, created on first use. */
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
      all
        .filter(([name]) => view.hasField(shape, name))
        .map(([name, field]) => [name, wireField(object, name, field)]),
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
    // A type applies to the whole field and brings its own names.
    if (type) {
      const written = inList(schema, leafWriter(entry));
      return {
        name,
        inner: undefined,
        values: undefined,
        read: typeReader(type),
        write: typeWriter(type, written),
      };
    }
    const values = wire.values(object, field);
    if (values)
      return {
        name,
        inner: undefined,
        values,
        ...enumConverts(view, `${object}.${field}`, values),
      };
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
    /**
     * Identifies the names and order of a product's fields in the version; empty for the first version at its release.
     */
    shapeMark: markOf(wireObject(productAnswer)),
    /** The fields of a request in domain names and values, not yet validated. */
    read: (shape: z.ZodObject, fields: JsonObject) =>
      (wireObject(shape).read?.(fields) ?? fields) as JsonObject,
    /** A domain object as REST has it, in the same field order. */
    write: (shape: z.ZodObject, value: object) =>
      (wireObject(shape).write?.(value) ?? value) as JsonObject,
    spelling: (shape: z.ZodObject): Spelling => ({
      field: (path) => spellField(follow(wireObject(shape), path).sent),
      value: (path, value) =>
        String(follow(wireObject(shape), path).field?.values?.[value] ?? value),
    }),
  };
}

interface Subjects {
  readonly wire: Wire;
  readonly view: VersionView;
}

/** How the entries of a list are converted; they can have their own values and type. */
function entryConverts(
  { wire, view }: Subjects,
  object: string,
  entries: string,
  own: Converts,
): Converts {
  const type = wire.type(object, entries);
  if (type) return { read: typeReader(type), write: typeWriter(type, own.write) };
  const values = wire.values(object, entries);
  return values ? enumConverts(view, `${object}.${entries}`, values) : own;
}

const enumConverts = (view: VersionView, subject: string, values: WireValues): Converts => ({
  read: enumReader(values),
  write: (member) => values[view.member(subject, String(member))],
});

/** A domain path in REST names, and the field at its end. */
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

/** The mark of products before ETags had marks, so that the ETags clients already have stay valid. */
const FIRST_MARK = '-G3lQ6IH';

/** A short hash of the names and values of an object on REST, nested objects included. */
function markOf(object: WireObject): string {
  const parts = ({ fields }: WireObject): unknown[] =>
    [...fields.values()].map(({ name, values, inner }) => [name, values, inner && parts(inner)]);
  const mark = hash('sha256', JSON.stringify(parts(object)), 'base64url').slice(
    0,
    FIRST_MARK.length,
  );
  return mark === FIRST_MARK ? '' : mark;
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

/** `isStored`: in a JSON column, which has its own field order. */
function objectWriter(
  fields: ReadonlyMap<string, WireField>,
  isWhole: boolean,
  isStored: boolean,
): Convert {
  const names = [...fields.keys()];
  const isInOrder =
    !isStored || names.every((name, at) => at === 0 || isBefore(names[at - 1] as string, name));
  if (
    isWhole &&
    isInOrder &&
    [...fields].every(([domain, { name, write }]) => name === domain && !write)
  )
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

/** Whether PostgreSQL orders a name before another in JSONB: by length, then by characters. */
const isBefore = (a: string, b: string): boolean =>
  a.length < b.length || (a.length === b.length && a < b);

/** Converts each entry of a list, or a value that isn't a list. */
function inList(schema: z.ZodType, convert: Convert): Convert {
  if (!convert || !(valueSchema(schema) instanceof z.ZodArray)) return convert;
  const convertEntry = (entry: unknown) => (entry === null ? entry : convert(entry));
  return (value) => (Array.isArray(value) ? value.map(convertEntry) : value);
}

/** Converts a database value to JSON. */
function leafWriter(schema: z.core.$ZodType): Convert {
  if (schema instanceof z.ZodNumber && !schema.isInt) return Number;
  const format = z.globalRegistry.get(schema)?.format;
  if (format === 'date') return (value) => isoText(value).slice(0, 'YYYY-MM-DD'.length);
  return format === 'date-time' ? isoText : undefined;
}

const isoText = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value);

function enumReader(values: WireValues): Convert {
  const members = new Map<unknown, string>();
  for (const [member, value] of Object.entries(values).toReversed()) members.set(value, member);
  const allowed = Object.keys(values);
  return (value) =>
    members.get(value) ??
    new Unreadable([
      {
        path: [],
        code: 'INVALID_FORMAT',
        message: noSuchValue(value, [...members.keys()]),
        allowed,
      },
    ]);
}

const typeReader =
  (type: WireCodec): Convert =>
  (value) => {
    const { data, errors } = check(type, value);
    if (errors.length === 0) return data;
    const decoded = unchecked(() => type.def.transform(value, payloadOf(value)));
    return new Unreadable(errors, decoded);
  };

/** Values stored by older versions may not fit the type; they are written unchecked. */
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
