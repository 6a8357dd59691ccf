// The bound of a GraphQL answer: a short request can ask for one text many times, or for many texts.
import { OperationFailure } from './failure.ts';

/** Characters of an answer. A record of REST is smaller: it has the texts of one body. */
export const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;

/** A number, a date, or a name with its punctuation. */
const SHORT = 16;

/** About as many characters as a record or an answer has as JSON. */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((length: number, entry) => length + lengthOf(entry), SHORT);
  if (typeof value !== 'object' || value === null) return SHORT;
  return Object.values(value).reduce((length: number, inner) => length + SHORT + lengthOf(inner), SHORT);
}

export const answerTooLarge = () => new OperationFailure({ kind: 'answerTooLarge' });
