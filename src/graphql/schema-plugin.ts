// The plugin of the schema: fields of versions that cannot be used are left out, those that the newest one withdrew deprecated.
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import { describeNull, descriptionOf, domainObjects, idFields, withoutWrappers } from '../operation/field-types.ts';
import { MAX_INT32 } from '../operation/id.ts';
import type { Defaulted } from '../operation/version-view.ts';
import type { Versions } from '../operation/versions.ts';

export const USABLE_FIELDS = 'usableFields';

interface CheckedType {
  readonly shape: z.ZodObject;
  /** The operation that it is the input of; undefined for the entries of lists. */
  readonly operation: Defaulted | undefined;
}

/** The shapes that check the values of input types, by their names. */
export const inputTypes = new Map<string, CheckedType>();

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      usableFields: UsableFieldsPlugin<Types>;
    }
    export interface BuildSchemaOptions<Types extends SchemaTypes> {
      readonly [USABLE_FIELDS]?: { readonly versions: Versions };
    }
  }
}

class UsableFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> | null {
    const { versions } = this.options[USABLE_FIELDS] ?? {};
    if (!versions) return field;
    const subject = (field.extensions?.operation as string) ?? `${field.parentType}.${field.name}`;
    const { isUsable, ...deprecation } = standing(versions, subject);
    if (!isUsable) return null;
    return { ...field, ...deprecation };
  }

  /**
   * A field of a record without the check of plugin-prisma whether its column was loaded: rows have every column that is selected
   * (`selection.ts`). The check serves a field that is selected twice with different arguments; ours have none.
   */
  override wrapResolve(
    checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { extensions, args, resolve }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const isLoaded = extensions?.pothosPrismaSelect && Object.keys(args).length === 0;
    return isLoaded && resolve ? (resolve as typeof checked) : checked;
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> | null {
    const { versions } = this.options[USABLE_FIELDS] ?? {};
    const type = inputTypes.get(field.parentType);
    if (!versions || !type || field.kind !== 'InputObject') return field;
    const { shape, operation } = type;
    const { isUsable, ...deprecation } = standing(versions, `${domainObjects.get(shape)?.object}.${field.name}`);
    if (!isUsable) return null;
    const inEach = versions.usable().map((version): FieldOfVersion => {
      const view = versions.union(version);
      const schema = view.shape(shape).shape[field.name] as z.ZodType;
      return { version, schema, default: operation && view.defaults(operation)[field.name] };
    });
    return {
      ...field,
      ...deprecation,
      description: describeInput(shape, field.name, inEach.toReversed()),
      type: { ...field.type, required: inEach.every(({ schema }) => !schema.isOptional()) },
    };
  }
}

/** Whether any usable version has a field or operation, and its deprecation if the newest one withdrew it. */
function standing(versions: Versions, subject: string): { isUsable: boolean; deprecationReason?: string } {
  const newest = versions.newest();
  const isUsable = versions.union(newest).has(subject);
  const isWithdrawn = isUsable && !versions.view(newest).has(subject);
  if (!isWithdrawn) return { isUsable };
  const usable = versions.usable();
  const since = usable[usable.findLastIndex((version) => versions.view(version).has(subject)) + 1];
  return { isUsable, deprecationReason: `Withdrawn in version ${since}.` };
}

interface FieldOfVersion {
  readonly version: string;
  readonly schema: z.ZodType;
  readonly default: unknown;
}

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

SchemaBuilder.registerPlugin(USABLE_FIELDS, UsableFieldsPlugin);
