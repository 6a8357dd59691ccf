// The plugin of the schema: fields of versions that cannot be used are left out, those that the newest one withdrew deprecated, and
// fields of records have resolvers that do not check whether they were loaded.
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { z } from 'zod';
import { domainObjects } from '../operation/field-types.ts';
import type { Defaulted } from '../operation/version-view.ts';
import type { Versions } from '../operation/versions.ts';

export const USABLE_FIELDS = 'usableFields';

/** The extension that keeps the resolver of a field as it is before @pothos/plugin-prisma wraps it. */
const OWN_RESOLVER = 'ownResolver';

/** The shape that checks the values of an input type. */
export interface CheckedType {
  readonly shape: z.ZodObject;
  /** The operation that it is the input of; absent for the entries of lists. */
  readonly operation?: Defaulted;
  /** The description of a field by the versions, newest first. */
  readonly describe: (field: string, versions: readonly FieldOfVersion[]) => string;
}

export interface FieldOfVersion {
  readonly version: string;
  readonly schema: z.ZodType;
  readonly default: unknown;
}

interface Options {
  readonly versions: Versions;
  readonly inputTypes: ReadonlyMap<string, CheckedType>;
  readonly operationOf: (rootField: string) => string | undefined;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      usableFields: UsableFieldsPlugin<Types>;
    }
    export interface BuildSchemaOptions<Types extends SchemaTypes> {
      readonly [USABLE_FIELDS]?: Options;
    }
  }
}

class UsableFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> | null {
    const options = this.options[USABLE_FIELDS];
    const subject = `${field.parentType}.${field.name}`;
    if (!options) return field;
    const { isUsable, ...deprecation } = standing(options, options.operationOf(subject) ?? subject);
    if (!isUsable) return null;
    return { ...field, ...deprecation, extensions: { ...field.extensions, [OWN_RESOLVER]: field.resolve } };
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> | null {
    const options = this.options[USABLE_FIELDS];
    const type = options?.inputTypes.get(field.parentType);
    if (!options || !type || field.kind !== 'InputObject') return field;
    const { shape, operation, describe } = type;
    const { isUsable, ...deprecation } = standing(options, `${domainObjects.get(shape)?.object}.${field.name}`);
    if (!isUsable) return null;
    const { versions } = options;
    const inEach = versions.usable().map((version): FieldOfVersion => {
      const view = versions.union(version);
      const schema = view.shape(shape).shape[field.name] as z.ZodType;
      return { version, schema, default: operation && view.defaults(operation)[field.name] };
    });
    return {
      ...field,
      ...deprecation,
      description: describe(field.name, inEach.toReversed()),
      type: { ...field.type, required: inEach.every(({ schema }) => !schema.isOptional()) },
    };
  }
}

/** Whether any usable version has a field or operation, and its deprecation if the newest one withdrew it. */
function standing({ versions }: Options, subject: string): { isUsable: boolean; deprecationReason?: string } {
  const newest = versions.newest();
  const isUsable = versions.union(newest).has(subject);
  const isWithdrawn = isUsable && !versions.view(newest).has(subject);
  if (!isWithdrawn) return { isUsable };
  const usable = versions.usable();
  const since = usable[usable.findLastIndex((version) => versions.view(version).has(subject)) + 1];
  return { isUsable, deprecationReason: `Withdrawn in version ${since}.` };
}

SchemaBuilder.registerPlugin(USABLE_FIELDS, UsableFieldsPlugin);

/**
 * Removes the check, which costs more than the rest of a field. It serves fields that are selected twice with different
 * arguments. @throws {TypeError} when a field of a record has arguments: then the check is needed.
 */
export function withoutLoadChecks(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.extensions.pothosPrismaSelect) continue;
      if (field.args.length > 0) throw new TypeError(`${type.name}.${field.name} has arguments`);
      field.resolve = field.extensions[OWN_RESOLVER] as NonNullable<typeof field.resolve>;
    }
  }
  return schema;
}
