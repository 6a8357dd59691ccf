// The GraphQL type of a validation error (D35).
import type { FIELD_ERROR_CODES } from '../operation/failure.ts';
import { builder } from './builder.ts';
import type { ValidationError as Shape } from './failures.ts';

const ValidationErrorCode = builder.enumType('ValidationErrorCode', {
  description: 'Why a field was refused.',
  values: {
    REQUIRED: { description: 'A required field is missing.' },
    INVALID_FORMAT: { description: 'The value has the wrong type or format, or the field is unknown.' },
    MIN_VALUE: { description: 'The value is below its minimum.' },
    MAX_LENGTH: { description: 'The text is longer than its maximum.' },
    MIN_ITEMS: { description: 'The bundle has no item.' },
    MAX_ITEMS: { description: 'The list has more entries than its maximum.' },
    NOT_FOUND: { description: 'The referenced product does not exist.' },
    ACCESS_DENIED: { description: "The referenced product is not in the caller's account." },
    PRODUCT_OFFLINE: { description: 'The referenced product is not online.' },
  } satisfies Record<(typeof FIELD_ERROR_CODES)[number], { description: string }>,
});

export const ValidationError = builder.objectRef<Shape>('ValidationError').implement({
  description: 'What is wrong with one field of an input.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: false, description: 'The field, such as `items[0].adId`.' }),
    code: t.expose('code', { type: ValidationErrorCode, nullable: false, description: 'The rule that it breaks.' }),
    message: t.exposeString('message', { nullable: false, description: 'The rule in words.' }),
  }),
});
