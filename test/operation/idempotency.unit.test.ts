// Which headers are valid idempotency keys, with or without quotes (D40).
import { expect, test } from 'vitest';
import { parseKey } from '../../src/operation/idempotency.ts';

test.each([
  ["'", "'"],
  ['!#$%&*+-./:;<=>?@[]^_`{|}~,()', '!#$%&*+-./:;<=>?@[]^_`{|}~,()'],
  ['a"b\\c', 'a"b\\c'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
])('reads %j as %j', (header, key) => expect(parseKey(header)).toBe(key));

test.each([' ', '"', '"a', '"a"b"', '"a"; x=1', 'ä', '"a\\b"'])('rejects %j', (header) =>
  expect(() => parseKey(header)).toThrow('invalid'),
);
