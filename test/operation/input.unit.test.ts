// A bounded input has the same errors as the whole one (D18).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { check, inFieldOrder } from '../../src/operation/field-errors.ts';
import { list, quantity, requiredText } from '../../src/operation/field-types.ts';
import { boundInput } from '../../src/operation/input.ts';

const shape = z.strictObject({
  title: requiredText(),
  rent: z.number().min(0.01).optional(),
  entries: list(z.strictObject({ name: requiredText(), quantity: quantity() }), { max: 50 }).optional(),
});

const names = new Set(['title', 'rent', 'entries', 'name', 'quantity']);
const bounded = (input: unknown) => boundInput(input, () => ({ names, entries: 51 }));
const errorsOf = (input: unknown) => inFieldOrder(check(shape, input).errors, shape);

const name = fc.constantFrom(...names);
const strangers = fc.integer({ max: 120 }).map((count) => Array.from({ length: count }, (_, n) => `x${n}`));
const leaf = fc.constantFrom<unknown>(null, 1, 'a', '', true);

/** An object whose fields and strangers are in any order. */
const objectOf = (value: fc.Arbitrary<unknown>) =>
  fc
    .tuple(fc.array(name), strangers, fc.infiniteStream(fc.nat()), fc.infiniteStream(value))
    .map(([known, unknown, order, values]) =>
      [...known, ...unknown]
        .map((key) => ({ key, at: order.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ key }) => [key, values.next().value]),
    )
    .map((entries) => Object.fromEntries(entries));

const entries = fc.array(fc.oneof(leaf, objectOf(leaf)), { maxLength: 60 });

test('a bounded input has the errors of the whole one', () => {
  fc.assert(
    fc.property(objectOf(fc.oneof(leaf, entries)), (input) => {
      expect(errorsOf(bounded(input))).toEqual(errorsOf(input));
    }),
    { numRuns: 300, seed: 8 },
  );
});

test('fields beyond the fiftieth that no shape has are left out, wherever they are', () => {
  const wide = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`x${n}`, n]));
  const input = { ...wide, title: 'a', entries: [{ ...wide, name: 'b' }], x: { ...wide } };
  const result = bounded(input) as { entries: object[] };
  expect(Object.keys(result)).toHaveLength(52);
  expect(Object.keys(result.entries[0] ?? {})).toHaveLength(51);
});

test('entries beyond those of the longest list are left out', () => {
  expect(bounded({ entries: Array.from({ length: 500_000 }, () => 1) })).toEqual({
    entries: Array.from({ length: 51 }, () => 1),
  });
});

test('objects and lists below the fourth level are empty', () => {
  const deep = (value: unknown) => ({ entries: [{ name: value }] });
  expect(bounded(deep([[{ a: 1 }]]))).toEqual(deep([[]]));
  expect(bounded(deep({ a: [1], b: 2 }))).toEqual(deep({ a: [], b: 2 }));
});

test('__proto__ is a field as any other', () => {
  expect(Object.keys(bounded(JSON.parse('{"__proto__":{"title":"a"}}')) as object)).toEqual(['__proto__']);
});
