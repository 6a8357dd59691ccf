// Removes the check of each field whether it was loaded: a record has all fields that a document selects.
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type GraphQLSchema, isObjectType } from 'graphql';

export const LOADED_RECORDS = 'loadedRecords';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      loadedRecords: LoadedRecordsPlugin<Types>;
    }
  }
}

/** Keeps the resolver of each field as it is before @pothos/plugin-prisma wraps it. */
class LoadedRecordsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return field.resolve ? { ...field, extensions: { ...field.extensions, [LOADED_RECORDS]: field.resolve } } : field;
  }
}

SchemaBuilder.registerPlugin(LOADED_RECORDS, LoadedRecordsPlugin);

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
      field.resolve = field.extensions[LOADED_RECORDS] as NonNullable<typeof field.resolve>;
    }
  }
  return schema;
}
