// A failing case is reduced to the parts that its failure needs.
import { expect, test } from 'vitest';
import { reduceCase } from './run-suite.ts';

test('fields, entries and edits that a failure does not need are removed, options are kept', async () => {
  const given = { input: { a: 1, list: [1, { b: 2, c: 3 }, 4] }, edits: [1, 2], options: { x: 1 } };
  const fails = async (smaller: unknown) => JSON.stringify(smaller).includes('"c":3');
  expect(await reduceCase(given, fails)).toEqual({ input: { list: [{ c: 3 }] }, edits: [], options: { x: 1 } });
});
