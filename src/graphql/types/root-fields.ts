// The fields of Query and Mutation, each with the operation that it runs; the documents of both surfaces name it.
import type { ObjectRef } from '@pothos/core';
import type { AnyOperation } from '../../operation/operation.ts';
import { type Reader, read } from '../answer.ts';
import { builder, type SchemaTypes } from '../builder.ts';

const rootFields = new Map<string, string>();

/** The root field that runs each operation, such as `Query.product`. */
export const ROOT_FIELDS: ReadonlyMap<string, string> = rootFields;

/** The operation that a root field runs. */
export const operationOf = (rootField: string): string | undefined =>
  [...rootFields].find(([, field]) => field === rootField)?.[0];

/** The name of the field that runs an operation: of a read that of its record. */
export const fieldName = ({ name }: AnyOperation): string =>
  name.replace(/^read(.)/, (_, first: string) => first.toLowerCase());

/** The name of a new field of a root. */
export function addRootField(root: 'Query' | 'Mutation', operation: AnyOperation): string {
  const name = fieldName(operation);
  rootFields.set(operation.name, `${root}.${name}`);
  return name;
}

/** Adds the field of Query that reads a record by its id; it has the name of the record. */
export function addQuery<Output extends object>(reader: Reader<Output>, type: ObjectRef<SchemaTypes, Output>): void {
  const name = addRootField('Query', reader.operation);
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
