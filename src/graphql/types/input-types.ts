// Input types made from the shapes that validate them: their fields, nullability, descriptions and limits.
import type { InputFieldBuilder, InputRef } from '@pothos/core';
import { z } from 'zod';
import { describeNull } from '../../operation/describe-input.ts';
import { descriptionOf, idFields, type Unchecked } from '../../operation/field-types.ts';
import { valueSchema, withoutWrappers } from '../../operation/schema-parts.ts';
import { builder } from '../builder.ts';
import type { CheckedType } from '../usable-fields.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

interface InputOptions {
  readonly description: string;
  /** Values of absent fields, for the descriptions. */
  readonly defaults?: Unchecked;
  readonly normalise?: CheckedType['normalise'];
}

/** The shapes by the names of their input types. */
export const inputTypes = new Map<string, CheckedType>();

const entryTypes = new Map<z.core.$ZodType, InputRef<unknown>>();
const enumTypes = new Map<unknown, Parameters<Fields['field']>[0]['type']>();

/** Lets input types have fields of an enum; `values` is the enum of the database client. */
export function registerEnum<Ref extends Parameters<Fields['field']>[0]['type']>(values: object, ref: Ref): Ref {
  enumTypes.set(values, ref);
  return ref;
}

/** The input type of a shape, whose lists have entries of input types made before. */
export function addInputType(name: string, shape: z.ZodObject, options: InputOptions): InputRef<unknown> {
  const { description, defaults = {}, normalise = (body) => body } = options;
  const ref = builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(Object.entries(shape.shape).map(([field, schema]) => [field, inputField(t, schema)])),
  });
  const describe = (field: string, schema: z.ZodType) => describeInput(shape, schema, defaults[field]);
  inputTypes.set(name, { shape, normalise, describe });
  entryTypes.set(shape, ref);
  return ref;
}

/** A field without a description and required by its shape: the usable versions decide both later. */
function inputField(t: Fields, schema: z.core.$ZodType) {
  const field = withoutWrappers(schema);
  const options = { required: !(schema instanceof z.ZodOptional) };
  if (idFields.has(field)) return t.id(options);
  if (field instanceof z.ZodString) return t.string(options);
  if (field instanceof z.ZodBoolean) return t.boolean(options);
  if (field instanceof z.ZodNumber) return field.isInt ? t.int(options) : t.float(options);
  if (field instanceof z.ZodEnum) return t.field({ ...options, type: known(enumTypes, field.enum) });
  const list = valueSchema(field);
  if (list instanceof z.ZodArray) return t.field({ ...options, type: [known(entryTypes, list.element)] as never });
  throw new Error(`No input type for a field of kind ${field._zod.def.type}`);
}

function known<Key, Ref>(types: ReadonlyMap<Key, Ref>, key: Key): Ref {
  const ref = types.get(key);
  if (ref === undefined) throw new Error('An input type is made before the types of its enums and list entries');
  return ref;
}

/** The description of a field, with its limits (section 8) and its default. */
function describeInput(shape: z.ZodObject, schema: z.ZodType, byDefault: unknown): string {
  const field = withoutWrappers(schema);
  const fallback = byDefault === undefined ? '' : `Default: ${byDefault}.`;
  return [descriptionOf(schema), describeLimits(field), fallback, describeNull(shape, schema)]
    .filter(Boolean)
    .join(' ');
}

function describeLimits(field: z.core.$ZodType): string {
  const {
    minimum = Number.NEGATIVE_INFINITY,
    maxLength,
    minItems = 0,
    maxItems,
  } = z.toJSONSchema(field, { unrepresentable: 'any' });
  if (maxLength !== undefined) return `At most ${maxLength} characters.`;
  if (maxItems !== undefined)
    return minItems > 0 ? `${minItems} to ${maxItems} entries.` : `At most ${maxItems} entries.`;
  return minimum >= 0 && !idFields.has(field) ? `At least ${minimum}.` : '';
}
