// The GraphQL schema of the usable versions; the top-level `schema.graphql` is printed from it.
import { GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { Versions } from '../operation/versions.ts';
import { builder } from './builder.ts';
import './types/bundle.ts';
import './types/product.ts';
import './types/rental.ts';
import './types/viewer.ts';

export { ROOT_FIELDS } from './types/root-fields.ts';

/** The schemas by the array of usable versions, which is replaced on each change. */
const schemas = new WeakMap<object, GraphQLSchema>();

export function schemaOf(versions: Versions): GraphQLSchema {
  const usable = versions.usable();
  const schema =
    schemas.get(usable) ??
    reachable(builder.toSchema({ sortSchema: false, usableFields: { versions } }));
  schemas.set(usable, schema);
  return schema;
}

/** The schema without the types of fields that no usable version has. */
const reachable = (schema: GraphQLSchema) =>
  new GraphQLSchema({ ...schema.toConfig(), types: [] });

export const printedSchema = (versions: Versions) =>
  `${printSchema(lexicographicSortSchema(schemaOf(versions)))}\n`;
