// Input types made from the shapes that validate them: their fields, nullability, descriptions and limits.
import type { InputFieldBuilder, InputRef } from '@pothos/core';
import { z } from 'zod';
import { describeNull } from '../../operation/describe-input.ts';
import { descriptionOf, idFields, type Unchecked } from '../../operation/field-types.ts';
import { withoutWrappers } from '../../operation/schema-parts.ts';
import { builder } from '../builder.ts';
import type { CheckedType } from '../usable-fields.ts';
import { type TypesByShape, typeOf } from './shape-types.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

interface InputOptions {
  readonly description: string;
  /** Values of absent fields, for the descriptions. */
  readonly defaults?: Unchecked;
}

/** The shapes by the names of their input types. */
export const inputTypes = new Map<string, CheckedType>();

const entryTypes: TypesByShape = new Map();

/** The input type of a shape, whose lists have entries of input types made before. */
export function addInputType(name: string, shape: z.ZodObject, options: InputOptions): InputRef<unknown> {
  const { description, defaults = {} } = options;
  const ref = builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(Object.entries(shape.shape).map(([field, schema]) => [field, inputField(t, schema)])),
  });
  const describe = (field: string, schema: z.ZodType) => describeInput(shape, schema, defaults[field]);
  inputTypes.set(name, { shape, describe });
  entryTypes.set(shape, ref);
  return ref;
}

/** A field without a description and required by its shape: the usable versions decide both later. */
const inputField = (t: Fields, schema: z.core.$ZodType) =>
  t.field({ type: typeOf(schema, entryTypes) as never, required: !(schema instanceof z.ZodOptional) });

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
