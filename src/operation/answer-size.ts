// The bound of a GraphQL answer: a short request can ask for one text many times, or for many texts.
import { OperationFailure } from './failure.ts';

/** Bytes of an answer. A record of REST is smaller: it has the texts of one body. */
export const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;

/** Bytes that every value counts beside a text and names: graphql-js takes time for each, however short it is. */
export const VALUE_LENGTH = 32;

/** Of which JSON has one byte for each. */
const IS_PLAIN = /^[ !#-[\]-~]*$/;

/** The bytes of a value that is no list and no object, in JSON. */
export const scalarLength = (value: unknown): number =>
  typeof value !== 'string' || IS_PLAIN.test(value)
    ? VALUE_LENGTH + (typeof value === 'string' ? value.length : 0)
    : VALUE_LENGTH + Buffer.byteLength(JSON.stringify(value));

/** About as many bytes as a record or an answer has as JSON. */
export function lengthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return scalarLength(value);
  if (Array.isArray(value)) return value.reduce((length: number, entry) => length + lengthOf(entry), VALUE_LENGTH);
  return Object.entries(value).reduce((length, [name, inner]) => length + name.length + lengthOf(inner), VALUE_LENGTH);
}

export const answerTooLarge = () => new OperationFailure({ kind: 'answerTooLarge' });
