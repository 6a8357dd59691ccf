// JSON bodies: their limits, checked without parsing; the location of an error wherever V8 rejects a string, and
// nothing else of it (D11).
import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { parseJson } from '../../src/http/json-body.ts';
import { jsonError, utf8Error } from '../../src/http/json-error.ts';
import type { OperationFailure } from '../../src/operation/operation-failure.ts';

afterEach(() => vi.restoreAllMocks());

function messageOf(text: string): string {
  try {
    parseJson(text, 'body');
    return '';
  } catch (error) {
    const { failure } = error as OperationFailure;
    return failure.kind === 'invalid'
      ? failure.errors.map(({ message }) => message).join()
      : failure.kind;
  }
}

const TOO_MANY = 'Must have at most 20000 fields and entries';
const wide = (fields: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, n) => [`x${n}`, n])));

test.each([
  ['60,000 unknown fields', wide(60_000), TOO_MANY],
  ['300,000 empty objects', `{"equipments":[${Array(300_000).fill('{}').join()}]}`, TOO_MANY],
  ['20,000 lists in lists', `[${Array(10_001).fill('[[]]').join()}]`, TOO_MANY],
  ['unclosed levels', '{"a":'.repeat(200_000), 'Must have at most 32 levels'],
  ['33 levels', '['.repeat(33) + ']'.repeat(33), 'Must have at most 32 levels'],
])('rejects %s before parsing', (_, text, message) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(messageOf(text)).toBe(message);
  expect(parse).not.toHaveBeenCalled();
});

test.each([
  ['20,000 fields', wide(20_000)],
  ['32 levels', '['.repeat(32) + ']'.repeat(32)],
  ['commas and brackets in a string', JSON.stringify({ a: `\\"${',{['.repeat(30_000)}` })],
])('reads %s', (_, text) => {
  expect(parseJson(text, 'body')).toEqual(JSON.parse(text));
});

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A JSON string with one character replaced, added or removed. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom(...'{}[],:"\\0-.eaé \t\n\u00A0/'),
    fc.nat({ max: 1 }),
  )
  .map(([text, at, character, removed]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + character + text.slice(start + removed);
  })
  .filter((text) => !isJson(text));

test('a string that V8 rejects has a line and a column within it (D11)', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const [, line, column] =
        /^Must be valid JSON\. Line (\d+), column (\d+): /.exec(jsonError(text)) ?? [];
      const lines = text.split(/\r\n|\n|\r/);
      expect(Number(line)).toBeGreaterThan(0);
      expect(Number(line)).toBeLessThanOrEqual(lines.length);
      expect(Number(column)).toBeGreaterThan(0);
      expect(Number(column)).toBeLessThanOrEqual((lines[Number(line) - 1]?.length ?? 0) + 1);
    }),
    { numRuns: 1_000, seed: 1 },
  );
});

test('a message repeats one token, cut to 20 characters, and nothing else of the string (D11)', () => {
  const secret = 'svc_test_0123456789abcdefghijklmnop';
  expect(jsonError(`{"a":1 "${secret}"}`)).toBe(
    'Must be valid JSON. Line 1, column 8: expected a comma, found "svc_test_0123456789…',
  );
  expect(jsonError(`{"a":"${secret}\n"}`)).not.toContain('svc');
});

test('an error has a location up to 256 Ki characters, but not beyond (D11)', () => {
  const blanks = (count: number) => `[${' '.repeat(count)}x]`;
  expect(jsonError(blanks(256 * 1024))).toBe('Must be valid JSON');
  expect(jsonError(blanks(1_000) + blanks(256 * 1024))).toContain('column 1002');
  expect(jsonError(`["${'a'.repeat(256 * 1024)}"x]`)).toBe('Must be valid JSON');
});

test.each([
  ['Latin-1 at the start', [0xe9, 0x61], 1],
  ['Latin-1 after a three-byte character', [0xe2, 0x82, 0xac, 0xfc], 4],
  ['a sequence that begins as U+FFFD does', [0x61, 0xef, 0x62], 2],
  ['two bytes of U+FFFD', [0xef, 0xbf, 0x61], 1],
  ['a real U+FFFD before', [0xef, 0xbf, 0xbd, 0xff], 4],
  ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80], 2],
  ['a byte order mark before it', [0xef, 0xbb, 0xbf, 0x80], 4],
  ['the end in the middle of a character', [0x61, 0xc3], 2],
])('names the first byte that is not UTF-8: %s (D11)', (_, bytes, at) => {
  const byte = `0x${bytes[at - 1]?.toString(16).toUpperCase()}`;
  expect(utf8Error(Uint8Array.from(bytes))).toBe(
    `Must be valid UTF-8: byte ${at} is ${byte}`,
  );
});

test('all bytes before the named one are UTF-8 (D11)', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).filter((all) => !isUtf8(all));
  fc.assert(
    fc.property(bytes, (all) => {
      const at = Number(/byte (\d+) /.exec(utf8Error(all))?.[1]);
      expect(isUtf8(all.subarray(0, at - 1))).toBe(true);
    }),
    { numRuns: 1_000, seed: 1 },
  );
});
