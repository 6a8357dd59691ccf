// The messages of field errors: what was expected, and what was sent.
import type { z } from 'zod';

export const REQUIRED_MESSAGE = 'This field is required';
export const UNKNOWN_MESSAGE = 'Unknown field';
const NOT_ALLOWED = 'Must be one of the allowed values';

const JSON_KINDS: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
};

function jsonKind(value: unknown) {
  if (value === null || value === undefined) return 'null';
  return JSON_KINDS[Array.isArray(value) ? 'array' : typeof value] ?? 'another value';
}

/** A type rule and the kind of the value that breaks it: `Must be a number, not a string`. */
export const notOfKind = (rule: string, value: unknown) => `${rule}, not ${jsonKind(value)}`;

/** The message for an unknown enum value; each API appends the allowed ones. */
export const noSuchValue = (value: unknown, allowed: readonly unknown[]) =>
  allowed.some((one) => typeof one === typeof value)
    ? NOT_ALLOWED
    : notOfKind(NOT_ALLOWED, value);

/** The message for a value of the wrong type. */
export function typeMessage({
  message,
  expected,
  input,
}: z.core.$ZodIssueInvalidType): string {
  // Integers have their own message, because zod has one type for all numbers.
  const known = expected === 'boolean' ? 'true or false' : JSON_KINDS[expected];
  const rule = message.startsWith('Invalid input') ? known && `Must be ${known}` : message;
  if (rule === undefined) return 'Has the wrong type';
  if (typeof input !== 'number' || (expected !== 'number' && expected !== 'int'))
    return notOfKind(rule, input);
  return Number.isFinite(input) ? rule : 'Must be a finite number';
}
