// The GraphQL schema; `schema.graphql` at the top level is printed from it.
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import './types/bundle.ts';
import { withoutLoadChecks } from './prepared/loaded-records.ts';
import './types/product-operations.ts';
import './types/rental.ts';

export { ROOT_FIELDS } from './types/root-fields.ts';

export const schema = withoutLoadChecks(builder.toSchema({ sortSchema: false }));

export const printedSchema = () => `${printSchema(lexicographicSortSchema(schema))}\n`;
