// Bodies, responses, errors and ETags in a version's names and values: compiled once from the domain's shapes.
import { z } from 'zod';
import { domainOf, entrySchema, fieldSubject } from '../operation/field-types.ts';
import { type Spelling, spellField } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import {
  createObjectCodec,
  enumCodec,
  type FieldCodec,
  follow,
  jsonWriter,
  lenientReader,
  listReader,
  listWriter,
  type ObjectCodec,
  revisionTags,
  type ValueCodec,
} from './object-codec.ts';
import { productResponse } from './response-shapes.ts';
import { type RestSpelling, restSpelling } from './rest-spelling.ts';
import { typeCodec } from './type-codec.ts';

export type Codec = ReturnType<typeof createCodec>;

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
  const view = versions.view(version);
  const rest = restSpelling(view);
  const objectCodec = createObjectCodecs(rest, view);
  return {
    ...rest,
    view,
    /** Reads an object of a request into domain names and values, not yet validated, and writes one of a response. */
    object: objectCodec,
    /** The ETag of a product. */
    revisionTag: revisionTags(version, objectCodec(productResponse)),
    spelling: (shape: z.ZodObject): Spelling => ({
      field: (path) => spellField(follow(objectCodec(shape), path).sent),
      value: (path, value) =>
        String(follow(objectCodec(shape), path).field?.values?.[value] ?? value),
    }),
  };
}

/** The objects of a version, each compiled on first use. */
function createObjectCodecs(rest: RestSpelling, view: VersionView) {
  const objects = new WeakMap<z.ZodObject, ObjectCodec>();

  function objectCodec(shape: z.ZodObject): ObjectCodec {
    const known = objects.get(shape);
    if (known) return known;
    const fields = Object.entries<z.ZodType>(shape.shape).flatMap(([name, field]) => {
      const subject = fieldSubject(shape, name);
      return view.has(subject) ? [[name, fieldCodec(subject, field)] as const] : [];
    });
    const made = createObjectCodec(new Map(fields), domainOf(shape).use === undefined);
    objects.set(shape, made);
    return made;
  }

  function fieldCodec(subject: string, schema: z.ZodType): FieldCodec {
    const entry = entrySchema(schema);
    // A type applies to the whole field or to whole entries, and brings its own names.
    const ownType = rest.type(subject) ?? rest.type(`${subject}[]`);
    const isObject = entry instanceof z.ZodObject && !ownType;
    const inner = isObject ? objectCodec(entry) : undefined;
    const { read, write, values } = valueCodecAt(
      `${subject}[]`,
      inner ?? { write: jsonWriter(entry) },
    );
    const ofEntries = {
      read: listReader(schema, read),
      write: listWriter(schema, write),
      values,
    };
    const own = valueCodecAt(subject, ofEntries);
    const isReadBack = entry instanceof z.ZodUnknown;
    const reader = isReadBack ? lenientReader(own.read) : own.read;
    return { name: rest.name(subject), inner, ...own, read: reader };
  }

  /** By the type or the values that a field, or the entries of a list (`Object.field[]`), have of their own. */
  function valueCodecAt(subject: string, otherwise: ValueCodec): ValueCodec {
    const type = rest.type(subject);
    const values = rest.values(subject);
    const readMember = (member: unknown) => view.member(subject, String(member));
    if (type) return typeCodec(type, values ? readMember : otherwise.write);
    return values ? enumCodec(view, subject, values) : otherwise;
  }

  return objectCodec;
}
