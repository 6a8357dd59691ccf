// The parts of the harness that others rely on: its exact sum, its JSON, its commands, its cuts.
import { expect, test } from 'vitest';
import { curl } from '../../src/harness/exchange/curl.ts';
import { asRead, jsonText, RawNumber, sameJson } from '../../src/harness/exchange/json-text.ts';
import { decimalSum } from '../../src/harness/expect/decimal-sum.ts';
import { reduceCase } from '../../src/harness/reduce-case.ts';

test('a sum of decimals is exact', () => {
  expect(decimalSum([[0.1, 3]])).toBe(0.3);
  expect(
    decimalSum([
      [0.1, 1],
      [0.2, 1],
      [19.99, 2],
    ]),
  ).toBe(40.28);
  expect(
    decimalSum([
      [1e21, 2],
      [1e-7, 1],
    ]),
  ).toBe(2e21);
});

test('numbers keep their spelling, lone surrogates are escaped, __proto__ is a name', () => {
  const value = { number: new RawNumber('1e999'), text: '\ud83d', ...JSON.parse('{"__proto__":1}') };
  expect(jsonText(value)).toBe('{"number":1e999,"text":"\\ud83d","__proto__":1}');
  expect(asRead({ a: new RawNumber('1.0') })).toEqual({ a: 1 });
  expect(sameJson({ a: 1, b: [-0] }, { b: [0], a: 1 })).toBe(true);
});

test('commands show variables for tokens, and quote what a shell would read', () => {
  const call = { method: 'PUT', path: '/a', headers: { A: 'b' }, body: '{"a":"it\'s\ufeff"}' };
  expect(curl('http://x', call)).toBe(
    `curl -i -X PUT -H "Authorization: Bearer $TOKEN" -H 'A: b' --data-binary '{"a":"it'\\''s\\ufeff"}' 'http://x/a'`,
  );
  expect(curl('http://x', { method: 'GET', path: '/a?b=1', credential: { who: 'rival', tokenIn: 'query' } })).toBe(
    `curl -i 'http://x/a?b=1'"&token=$RIVAL_TOKEN"`,
  );
});

test('a case is cut to what its failure needs', async () => {
  const given = { input: { a: 1, list: [1, { b: 2, c: 3 }, 4] }, edits: [1, 2], manner: { x: 1 } };
  const fails = async (smaller: unknown) => JSON.stringify(smaller).includes('"c":3');
  expect(await reduceCase(given, fails)).toEqual({ input: { list: [{ c: 3 }] }, edits: [], manner: { x: 1 } });
});
