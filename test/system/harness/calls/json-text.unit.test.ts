// JSON text keeps values that JavaScript spells otherwise.
import { expect, test } from 'vitest';
import { asRead, jsonText, RawNumber, sameJson } from './json-text.ts';

test('numbers keep their spelling, lone surrogates are escaped, __proto__ is a name', () => {
  const value = { number: new RawNumber('1e999'), text: '\ud83d', ...JSON.parse('{"__proto__":1}') };
  expect(jsonText(value)).toBe('{"number":1e999,"text":"\\ud83d","__proto__":1}');
  expect(asRead({ a: new RawNumber('1.0') })).toEqual({ a: 1 });
});

test('values are equal in any order of names and with either sign of zero', () => {
  expect(sameJson({ a: 1, b: [-0] }, { b: [0], a: 1 })).toBe(true);
  expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
