// The GraphQL type of a validation error (D35).
import { FIELD_ERROR_CODES, type FieldErrorCode } from '../operation/failure.ts';
import type { SpelledError } from '../operation/field-errors.ts';
import { builder } from './builder.ts';

const ValidationErrorCode = builder.enumType('ValidationErrorCode', {
  description: 'Why a field was refused.',
  values: Object.fromEntries(
    Object.entries(FIELD_ERROR_CODES).map(([code, description]) => [code, { description }]),
  ) as Record<FieldErrorCode, { description: string }>,
});

export const ValidationError = builder.objectRef<SpelledError>('ValidationError').implement({
  description: 'A validation error of one field of an input.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: false, description: 'The field, such as `items[0].adId`.' }),
    code: t.expose('code', { type: ValidationErrorCode, nullable: false, description: 'The code of the broken rule.' }),
    message: t.exposeString('message', { nullable: false, description: 'The rule in words.' }),
  }),
});
