// The fields of Query and Mutation, each with the operation that it runs; the documents of both surfaces name it.
import type { AnyOperation } from '../../operation/operation.ts';
import { builder } from '../builder.ts';

const fields = new Map<string, string>();

/** The root field that runs an operation, such as `Mutation.createProduct`; undefined for an operation without one. */
export const rootFieldOf = (operation: string): string | undefined => fields.get(operation);

/** The operation that a root field runs; the inverse. */
export const operationOf = (rootField: string): string | undefined =>
  [...fields].find(([, field]) => field === rootField)?.[0];

type FieldsOf<Kind extends 'queryField' | 'mutationField'> = Parameters<(typeof builder)[Kind]>[1];

/** Adds the field of Query that runs `operation`. */
export function addQuery(name: string, operation: AnyOperation, field: FieldsOf<'queryField'>): void {
  fields.set(operation.name, `Query.${name}`);
  builder.queryField(name, field);
}

/** Adds the field of Mutation that runs `operation`, under the name of the operation. */
export function addMutation({ name }: AnyOperation, field: FieldsOf<'mutationField'>): void {
  fields.set(name, `Mutation.${name}`);
  builder.mutationField(name, field);
}
