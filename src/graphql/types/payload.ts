// The payloads of mutations (D35): whether the write was done, its validation errors, and the written record.
import type { Product } from '../../../prisma/generated/client/client.ts';
import { FIELD_ERROR_CODES, type FieldErrorCode } from '../../operation/failure.ts';
import type { SpelledError } from '../../operation/field-errors.ts';
import type { Payload } from '../answer.ts';
import { builder, type SchemaTypes } from '../builder.ts';

const ValidationErrorCode = builder.enumType('ValidationErrorCode', {
  description: 'Why a field was refused.',
  values: Object.fromEntries(
    Object.entries(FIELD_ERROR_CODES).map(([code, description]) => [code, { description }]),
  ) as Record<FieldErrorCode, { description: string }>,
});

const ValidationError = builder.objectRef<SpelledError>('ValidationError').implement({
  description: 'A validation error of one field of an input.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: false, description: 'The field, such as `items[0].adId`.' }),
    code: t.expose('code', { type: ValidationErrorCode, nullable: false, description: 'The code of the broken rule.' }),
    message: t.exposeString('message', { nullable: false, description: 'The rule in words.' }),
  }),
});

type PayloadFields = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Payload<Product>>;

/** The fields of every payload; `done` is the meaning of `success`. */
export const outcomeFields = (t: PayloadFields, done: string) => ({
  success: t.exposeBoolean('success', { nullable: false, description: `Whether ${done}.` }),
  errors: t.expose('errors', {
    type: [ValidationError],
    nullable: false,
    description: 'All validation errors of the input.',
  }),
});
