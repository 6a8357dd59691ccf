// The messages of field errors: what was expected, and what came.
import type { z } from 'zod';

export const REQUIRED_MESSAGE = 'This field is required';
export const UNKNOWN_MESSAGE = 'Unknown field';
const NOT_ALLOWED = 'Must be one of the allowed values';

const KINDS: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
};

/** The kind of a JSON value, as messages name it. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'an array' : (KINDS[typeof value] ?? 'another value');
}

/** A rule on the type of a value, and the kind of the value that breaks it: `Must be a number, not a string`. */
export const notOfKind = (rule: string, value: unknown) => `${rule}, not ${kindOf(value)}`;

/** The message for the value of an enum that is none of the allowed ones, which each surface adds. */
export const noSuchValue = (value: unknown, allowed: readonly unknown[]) =>
  allowed.some((one) => typeof one === typeof value) ? NOT_ALLOWED : notOfKind(NOT_ALLOWED, value);

/** The message for a value of another type than that of its schema. */
export function typeMessage(issue: z.core.$ZodIssueInvalidType): string {
  // Integers have a message of their own: zod has only one type for numbers.
  const rule = issue.message.startsWith('Invalid input') ? TYPE_RULES[issue.expected] : issue.message;
  if (rule === undefined) return 'Has the wrong type';
  const isNumber = typeof issue.input === 'number' && (issue.expected === 'number' || issue.expected === 'int');
  if (isNumber && !Number.isFinite(issue.input)) return 'Must be a finite number';
  return isNumber ? rule : notOfKind(rule, issue.input);
}

const TYPE_RULES: Partial<Record<string, string>> = {
  string: 'Must be a string',
  number: 'Must be a number',
  boolean: 'Must be true or false',
  array: 'Must be an array',
  object: 'Must be an object',
};
