// The fields of Query and Mutation, each with the operation that it runs; the documents of both surfaces name it.
import type { AnyOperation } from '../../operation/operation.ts';
import { builder } from '../builder.ts';

/** The root field that runs each operation. */
export const ROOT_FIELDS = {
  readRental: 'Query.rental',
  readProduct: 'Query.product',
  readBundle: 'Query.bundle',
  updateProduct: 'Mutation.updateProduct',
  createProduct: 'Mutation.createProduct',
  createBundle: 'Mutation.createBundle',
} as const;

/** The operation that a root field runs. */
export const operationOf = (rootField: string): string | undefined =>
  Object.entries(ROOT_FIELDS).find(([, field]) => field === rootField)?.[0];

type OnGraphQL = AnyOperation<keyof typeof ROOT_FIELDS>;
type FieldsOf<Kind extends 'queryField' | 'mutationField'> = Parameters<(typeof builder)[Kind]>[1];

const nameOf = ({ name }: OnGraphQL): string => ROOT_FIELDS[name].replace(/^\w+\./, '');

/** Adds the field of Query that runs `operation`. */
export const addQuery = (operation: OnGraphQL, field: FieldsOf<'queryField'>): void =>
  builder.queryField(nameOf(operation), field);

/** Adds the field of Mutation that runs `operation`. */
export const addMutation = (operation: OnGraphQL, field: FieldsOf<'mutationField'>): void =>
  builder.mutationField(nameOf(operation), field);
