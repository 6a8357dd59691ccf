// The bounds of JSON texts, which are found without parsing them.
import { afterEach, expect, test, vi } from 'vitest';
import { parseJson } from '../../src/http/json-body.ts';
import type { OperationFailure } from '../../src/operation/failure.ts';

afterEach(() => vi.restoreAllMocks());

function messageOf(text: string): string {
  try {
    parseJson(text, 'body');
    return '';
  } catch (error) {
    const { failure } = error as OperationFailure;
    return failure.kind === 'invalid' ? failure.errors.map(({ message }) => message).join() : failure.kind;
  }
}

const TOO_MANY = 'Must have at most 20000 fields and entries';
const wide = (fields: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, n) => [`x${n}`, n])));

test.each([
  ['60,000 unknown fields', wide(60_000), TOO_MANY],
  ['300,000 empty objects', `{"equipments":[${Array(300_000).fill('{}').join()}]}`, TOO_MANY],
  ['20,000 lists in lists', `[${Array(10_001).fill('[[]]').join()}]`, TOO_MANY],
  ['levels that do not end', '{"a":'.repeat(200_000), 'Must have at most 32 levels'],
  ['33 levels', '['.repeat(33) + ']'.repeat(33), 'Must have at most 32 levels'],
])('%s are refused before they are parsed', (_, text, message) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(messageOf(text)).toBe(message);
  expect(parse).not.toHaveBeenCalled();
});

test.each([
  ['20,000 fields', wide(20_000)],
  ['32 levels', '['.repeat(32) + ']'.repeat(32)],
  ['commas and brackets in a text', JSON.stringify({ a: `\\"${',{['.repeat(30_000)}` })],
])('%s are read', (_, text) => {
  expect(parseJson(text, 'body')).toEqual(JSON.parse(text));
});
