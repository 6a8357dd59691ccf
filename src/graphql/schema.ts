// The GraphQL schema; `schema.graphql` at the top level is printed from it.
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import './bundle.ts';
import { withoutLoadChecks } from './loaded-records.ts';
import './product-operations.ts';
import './rental.ts';

export { rootFieldOf } from './root-fields.ts';

export const schema = withoutLoadChecks(builder.toSchema({ sortSchema: false }));

export const printedSchema = () => `${printSchema(lexicographicSortSchema(schema))}\n`;
