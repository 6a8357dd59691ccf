// Bodies, responses and errors in a version's names and values: compiled once from the domain's shapes.
import { z } from 'zod';
import type { JsonObject } from '../http/json-body.ts';
import { domainOf, entrySchema } from '../operation/field-types.ts';
import { type Spelling, spellField } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { productAnswer } from './answers.ts';
import {
  type Converts,
  enumConverts,
  inList,
  leafWriter,
  typeReader,
  typeWriter,
} from './convert-values.ts';
import { type Wire, wireOf } from './wire.ts';
import {
  createWireObject,
  follow,
  markOf,
  type WireField,
  type WireObject,
} from './wire-object.ts';

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
  const wire = wireOf(versions.history, version);
  const view = versions.view(version);
  const wireObject = createWireObjects(wire, view);
  return {
    version,
    view,
    wire,
    /** Identifies the names and order of a product's fields in the version. */
    shapeMark: markOf(wireObject(productAnswer)),
    /** The fields of a request in domain names and values, not yet validated. */
    read: (shape: z.ZodObject, fields: JsonObject) => wireObject(shape).read(fields) as JsonObject,
    /** A domain object as REST has it, in the same field order. */
    write: (shape: z.ZodObject, value: object) => wireObject(shape).write(value),
    spelling: (shape: z.ZodObject): Spelling => ({
      field: (path) => spellField(follow(wireObject(shape), path).sent),
      value: (path, value) =>
        String(follow(wireObject(shape), path).field?.values?.[value] ?? value),
    }),
  };
}

/** The objects of a version, each compiled on first use. */
function createWireObjects(wire: Wire, view: VersionView) {
  const objects = new WeakMap<z.ZodObject, WireObject>();

  function wireObject(shape: z.ZodObject): WireObject {
    const known = objects.get(shape);
    if (known) return known;
    const { object, use } = domainOf(shape);
    const fields = Object.entries<z.ZodType>(shape.shape)
      .filter(([name]) => view.hasField(shape, name))
      .map(([name, field]) => [name, wireField(`${object}.${name}`, field)] as const);
    const made = createWireObject(new Map(fields), use === undefined);
    objects.set(shape, made);
    return made;
  }

  function wireField(subject: string, schema: z.ZodType): WireField {
    const entry = entrySchema(schema);
    // A type applies to the whole field and brings its own names.
    const isObject = entry instanceof z.ZodObject && !wire.type(subject);
    const inner = isObject ? wireObject(entry) : undefined;
    const { read, write, values } = convertsAt(
      `${subject}[]`,
      inner ?? { read: undefined, write: leafWriter(entry) },
    );
    const ofEntries = { read: inList(schema, read), write: inList(schema, write), values };
    return { name: wire.name(subject), inner, ...convertsAt(subject, ofEntries) };
  }

  /** By the type or the values that a field, or the entries of a list (`Object.field[]`), have of their own. */
  function convertsAt(subject: string, otherwise: Converts): Converts {
    const type = wire.type(subject);
    if (type) return { read: typeReader(type), write: typeWriter(type, otherwise.write) };
    const values = wire.values(subject);
    return values ? enumConverts(view, subject, values) : otherwise;
  }

  return wireObject;
}
