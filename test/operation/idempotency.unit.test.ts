// Which headers are valid idempotency keys, with or without quotes (D40).
import { expect, test } from 'vitest';
import { parseKey } from '../../src/operation/idempotency.ts';

const LONG = 'a'.repeat(255);

test.each([
  ['a', 'a'],
  [LONG, LONG],
  [`"${LONG}"`, LONG],
  ["'", "'"],
  ['!#$%&*+-./:;<=>?@[]^_`{|}~,()', '!#$%&*+-./:;<=>?@[]^_`{|}~,()'],
  ['a"b\\c', 'a"b\\c'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
])('reads %j as %j', (header, key) => expect(parseKey(header)).toBe(key));

test.each([
  '',
  ' ',
  'a b',
  '"',
  '"a',
  `${LONG}a`,
  `"${LONG}a"`,
  '""',
  '"a"b"',
  '"a"; x=1',
  'ä',
  '"a\\b"',
])('rejects %j', (header) => expect(() => parseKey(header)).toThrow('invalid'));
