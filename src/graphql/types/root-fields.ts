// The fields of Query and Mutation, each with the operation it runs, and the payloads: whether the write was done, its
// validation errors, and the written record. The documents of both APIs name the fields.
import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { FAILURES, type FailureKind } from '../../operation/failures.ts';
import { FIELD_ERROR_CODES } from '../../operation/field-error.ts';
import type { Unchecked } from '../../operation/field-types.ts';
import {
  type AnyOperation,
  describeWrite,
  type OperationOf,
  type Written,
} from '../../operation/operation.ts';
import { possibleFailures } from '../../operation/operation-failure.ts';
import type { SpelledError } from '../../operation/spelling.ts';
import { capitalized } from '../../text.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { type Payload, read, readWritten, write } from '../run-operation.ts';
import { inDomain } from '../variables.ts';
import { addEnum, addInputType } from './shape-types.ts';

/** The root field that runs each operation, such as `Query.product`. */
export const ROOT_FIELDS = new Map<string, string>();

/** The field that runs an operation; a read's field is named after its record. */
const fieldName = ({ name }: AnyOperation) =>
  name.replace(/^read(.)/, (_, first: string) => first.toLowerCase());

function addRootField(root: 'Query' | 'Mutation', operation: AnyOperation) {
  const name = fieldName(operation);
  ROOT_FIELDS.set(operation.name, `${root}.${name}`);
  return name;
}

/** Adds the Query field that reads a record by ID, named after the record. */
export function addQuery(
  operation: OperationOf<object>,
  type: ObjectRef<SchemaTypes, object>,
) {
  const name = addRootField('Query', operation);
  builder.queryField(name, (t) =>
    t.field({
      type,
      description: operation.summary,
      extensions: { title: operation.title, operation: operation.name },
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, { id }, context, info) => read(context, operation, id, info),
    }),
  );
}

const ValidationErrorCode = addEnum(
  'ValidationErrorCode',
  FIELD_ERROR_CODES,
  'Why a field is invalid.',
  FIELD_ERROR_CODES,
);

const ValidationError = builder.objectRef<SpelledError>('ValidationError').implement({
  description: 'A validation error of one field of an input.',
  fields: (t) => ({
    field: t.exposeString('field', {
      nullable: false,
      description: 'The path of the field, such as `items[0].adId`.',
    }),
    code: t.expose('code', {
      type: ValidationErrorCode,
      nullable: false,
      description: 'Which rule it breaks.',
    }),
    message: t.exposeString('message', {
      nullable: false,
      description: 'What is wrong, for developers. The wording may change.',
    }),
  }),
});

interface Mutation {
  readonly operation: OperationOf<Written>;
  /** The shape of the input type, if it isn't the operation's: REST may accept fields that it ignores. */
  readonly shape?: z.ZodObject;
  /** Reads the written record, which the payload returns under the same name as Query. */
  readonly reader: AnyOperation;
  readonly type: ObjectRef<SchemaTypes, object>;
}

/** Adds the Mutation field that runs an operation, and returns its payload; one without a target creates a record. */
export function addMutation({ operation, shape = operation.input, reader, type }: Mutation) {
  const record = fieldName(reader);
  const isCreate = operation.find === undefined;
  const typeName = capitalized(operation.name);
  const payload = builder.objectRef<Payload>(`${typeName}Payload`).implement({
    description: `The result of \`${operation.name}\`.`,
    fields: (t) => ({
      success: t.exposeBoolean('success', {
        nullable: false,
        description: `Whether the ${record} was ${isCreate ? 'created' : 'changed'}.`,
      }),
      errors: t.expose('errors', {
        type: [ValidationError],
        nullable: false,
        description: 'All validation errors, or an empty list.',
      }),
      ...(isCreate && {
        id: t.id({
          description: `The ID of the new ${record}.`,
          resolve: (written) => written.id,
        }),
      }),
      [record]: t.field({
        type,
        description: `The ${isCreate ? `new ${record}` : `${record} as it is now`}. Needs the permission \`read\`.`,
        resolve: (written, _, context, info) => readWritten(context, written, info),
      }),
    }),
  });
  const about = isCreate
    ? `A ${record} to create.`
    : 'The fields to change. Omitted fields keep their values; lists are replaced as a whole.';
  const inputName = `${typeName}Input`;
  const input = addInputType(inputName, shape as z.ZodObject, about, operation);
  builder.mutationField(addRootField('Mutation', operation), (t) =>
    t.field({
      type: payload,
      description: describeMutation(operation),
      extensions: { title: operation.title, operation: operation.name },
      args: {
        ...(!isCreate && { id: t.arg.id({ required: true }) }),
        input: t.arg({
          type: input,
          required: true,
          description: isCreate ? `The ${record}.` : 'The fields to change.',
        }),
        ...(operation.revisionOf && { ifRevision: t.arg.int({ description: IF_REVISION }) }),
      },
      resolve: (_, { id, input: given, ifRevision }, context, info) =>
        write(context, operation, {
          id,
          info,
          ifRevision: ifRevision == null ? undefined : [ifRevision],
          fields: inDomain(info.schema.getType(inputName), given) as Unchecked,
        }),
    }),
  );
  return payload;
}

/** The failures of whole requests, and the one that is data of a payload. */
const NOT_OF_FIELDS: readonly FailureKind[] = [
  'invalid',
  'unauthenticated',
  'methodNotAllowed',
  'tooSlow',
  'tooLarge',
  'unsupportedMediaType',
];

function describeMutation(operation: AnyOperation) {
  const codes = possibleFailures(operation)
    .filter(
      (kind) => !NOT_OF_FIELDS.includes(kind) && (kind !== 'throttled' || operation.replay),
    )
    .map((kind) => `\`${FAILURES[kind].code}\``);
  return `${operation.summary} ${describeWrite(operation)}

Validation errors are in \`errors\` of the payload. Other errors are GraphQL errors: ${codes.join(', ')}.`;
}

const IF_REVISION =
  'The revision you read. If the product has another one, nothing changes and the error is `CONFLICT`.';
