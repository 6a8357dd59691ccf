// The fields of Query and Mutation, each with the operation that it runs; the documents of both surfaces name it.
import type { ObjectRef } from '@pothos/core';
import type { OperationOf } from '../../operation/operation.ts';
import { type Reader, read } from '../answer.ts';
import { builder, type SchemaTypes } from '../builder.ts';

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

export type OnGraphQL<Output = unknown> = OperationOf<Output, keyof typeof ROOT_FIELDS>;

/** The name of the field without that of its type. */
export const fieldName = ({ name }: OnGraphQL): string => ROOT_FIELDS[name].replace(/^\w+\./, '');

/** Adds the field of Query that reads a record by its id; it has the name of the record. */
export function addQuery<Output extends object>(
  reader: Reader<Output> & { readonly operation: OnGraphQL<Output> },
  type: ObjectRef<SchemaTypes, Output>,
): void {
  const name = fieldName(reader.operation);
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description: reader.operation.summary,
      extensions: { title: reader.operation.title },
      args: { id: t.arg.id({ required: true, description: `The id of the ${name}.` }) },
      // The types of Pothos allow for a list of records here.
      resolve: (_, { id }, context, info) => read(context, reader, id, info) as never,
    }),
  );
}
