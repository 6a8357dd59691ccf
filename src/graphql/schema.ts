// The GraphQL schema of the usable versions; `schema.graphql` at the top level is printed from it.
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { Versions } from '../operation/versions.ts';
import { builder } from './builder.ts';
import './types/bundle.ts';
import { withoutLoadChecks } from './prepared/loaded-records.ts';
import { inputTypes } from './types/input-types.ts';
import './types/product-operations.ts';
import './types/rental.ts';
import { operationOf } from './types/root-fields.ts';

export { ROOT_FIELDS } from './types/root-fields.ts';

/** By the set of usable versions, which is another array when it has changed. */
const known = new WeakMap<object, GraphQLSchema>();

export function schemaOf(versions: Versions): GraphQLSchema {
  const usable = versions.usable();
  const schema =
    known.get(usable) ??
    withoutLoadChecks(builder.toSchema({ sortSchema: false, usableFields: { versions, ...TYPES } }));
  known.set(usable, schema);
  return schema;
}

const TYPES = {
  operationOf,
  shapeOf: (name: string) => inputTypes.get(name)?.shape,
  describe: (name: string, field: string, schema: Parameters<InputDescriber>[1]) =>
    inputTypes.get(name)?.describe(field, schema) ?? '',
};

type InputDescriber = NonNullable<ReturnType<typeof inputTypes.get>>['describe'];

export const printedSchema = (versions: Versions) => `${printSchema(lexicographicSortSchema(schemaOf(versions)))}\n`;
