// The largest GraphQL answer: a short request can select one text many times, or many texts.
import { OperationFailure } from './failure.ts';

/** Bytes of an answer. Records of REST are smaller: they have the texts of one body. */
export const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;

/** Bytes that each value counts beside its text and its name: graphql-js takes time for short ones too. */
export const VALUE_LENGTH = 32;

/** A text of characters that take one byte each in JSON. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/** The bytes in JSON of a value that is neither a list nor an object. */
export const scalarLength = (value: unknown): number =>
  typeof value !== 'string' || PLAIN_TEXT.test(value)
    ? VALUE_LENGTH + (typeof value === 'string' ? value.length : 0)
    : VALUE_LENGTH + Buffer.byteLength(JSON.stringify(value));

/** About the bytes of a record or an answer in JSON. */
export function jsonLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return scalarLength(value);
  if (Array.isArray(value)) return value.reduce((length: number, entry) => length + jsonLength(entry), VALUE_LENGTH);
  return Object.entries(value).reduce(
    (length, [name, inner]) => length + name.length + jsonLength(inner),
    VALUE_LENGTH,
  );
}

export const answerTooLarge = () => new OperationFailure({ kind: 'answerTooLarge' });
