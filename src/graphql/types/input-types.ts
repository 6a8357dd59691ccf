// Input types made from the shapes that validate them: their fields, nullability, descriptions and limits.
import type { InputFieldBuilder, InputRef } from '@pothos/core';
import { z } from 'zod';
import { describeNull, descriptionOf, idFields, withoutWrappers } from '../../operation/field-types.ts';
import { MAX_INT32 } from '../../operation/id.ts';
import type { Defaulted } from '../../operation/version-view.ts';
import { builder } from '../builder.ts';
import type { CheckedType, FieldOfVersion } from '../schema-plugin.ts';
import { type TypeOfObject, typeOf, typesOfObjects } from './shape-types.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

interface InputOptions {
  readonly description: string;
  /** The operation that it is the input of, for the descriptions. */
  readonly operation?: Defaulted;
}

/** The shapes by the names of their input types. */
export const inputTypes = new Map<string, CheckedType>();

/** The input type of an object in a field or a list. */
const entryType: TypeOfObject = typesOfObjects((name, shape, description) =>
  addInputType(`${name}Input`, shape, { description }),
);

/** The input type of a shape, with those of the objects in it. */
export function addInputType(name: string, shape: z.ZodObject, options: InputOptions): InputRef<unknown> {
  const { description, operation } = options;
  const types = Object.entries(shape.shape).map(
    ([field, schema]) => [field, schema, typeOf(schema, entryType)] as const,
  );
  const ref = builder.inputType(name, {
    description,
    fields: (t) => Object.fromEntries(types.map(([field, schema, type]) => [field, inputField(t, schema, type)])),
  });
  const describe = (field: string, versions: readonly FieldOfVersion[]) => describeInput(shape, field, versions);
  inputTypes.set(name, { shape, describe, ...(operation && { operation }) });
  return ref;
}

/** A field without a description and required by its shape: the usable versions decide both later. */
const inputField = (t: Fields, schema: z.core.$ZodType, type: unknown) =>
  t.field({ type: type as never, required: !(schema instanceof z.ZodOptional) });

/** The description of a field, with its limits (section 8) and its default in the newest version, and where older ones differ. */
function describeInput(shape: z.ZodObject, name: string, versions: readonly FieldOfVersion[]): string {
  const [newest, ...older] = versions.map((one) => ({ ...one, rules: describeRules(one) }));
  if (!newest) return '';
  const others = Map.groupBy(
    older.filter(({ rules }) => rules !== newest.rules),
    ({ rules }) => rules,
  );
  const ofCode = shape.shape[name] as z.ZodType;
  return [
    descriptionOf(newest.schema),
    newest.rules,
    ...[...others].map(([rules, all]) => `In ${all.map(({ version }) => version).join(', ')}: ${rules || 'no limit.'}`),
    describeNull(shape, ofCode, ofCode.isNullable() && !newest.schema.isNullable()),
  ]
    .filter(Boolean)
    .join(' ');
}

const describeRules = ({ schema, default: byDefault }: FieldOfVersion): string =>
  [describeLimits(withoutWrappers(schema)), byDefault === undefined ? '' : `Default: ${byDefault}.`]
    .filter(Boolean)
    .join(' ');

function describeLimits(field: z.core.$ZodType): string {
  const {
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
    maxLength,
    minItems = 0,
    maxItems,
  } = z.toJSONSchema(field, { unrepresentable: 'any' });
  if (maxLength !== undefined) return `At most ${maxLength} characters.`;
  if (maxItems !== undefined)
    return minItems > 0 ? `${minItems} to ${maxItems} entries.` : `At most ${maxItems} entries.`;
  if (idFields.has(field)) return '';
  return [minimum >= 0 && `At least ${minimum}.`, maximum < MAX_INT32 && `At most ${maximum}.`]
    .filter(Boolean)
    .join(' ');
}
