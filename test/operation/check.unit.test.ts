// From Zod issues to field errors (D12, D17, D18): cases that the recorded contract does not cover.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { check, inFieldOrder } from '../../src/operation/check.ts';
import {
  integer,
  list,
  quantity,
  requiredText,
  title,
} from '../../src/operation/field-types.ts';
import { DOMAIN_SPELLING, spellErrors, spellField } from '../../src/operation/spelling.ts';

const shape = z.strictObject({
  title: title(),
  quantity: quantity().optional(),
  any: integer().optional(),
  entries: list(z.strictObject({ name: requiredText() }), { max: 50 }).optional(),
});

test.each([
  [
    'an integer over 53 bits',
    '{"quantity":1152921504606846976}',
    'quantity INVALID_FORMAT: Must be at most 2147483647',
  ],
  [
    'an integer below 32 bits',
    '{"any":-2147483649}',
    'any INVALID_FORMAT: Must be at least -2147483648',
  ],
  ['__proto__', '{"__proto__":{}}', '__proto__ INVALID_FORMAT: Unknown field'],
])('%s results in one error at its field', (_, fields, error) => {
  const { errors } = check(shape.partial(), JSON.parse(fields));
  const spelled = spellErrors(inFieldOrder(errors, shape), DOMAIN_SPELLING);
  expect(spelled.map(({ field, code, message }) => `${field} ${code}: ${message}`)).toEqual([
    error,
  ]);
});

test('an error of a list precedes those of its entries, and unknown fields come last (D18)', () => {
  const order = inFieldOrder(
    [
      { path: ['zz'], code: 'INVALID_FORMAT', message: '' },
      { path: ['entries', 1, 'name'], code: 'REQUIRED', message: '' },
      { path: ['entries', 0, 'zz'], code: 'INVALID_FORMAT', message: '' },
      { path: ['entries', 0, 'name'], code: 'REQUIRED', message: '' },
      { path: ['entries'], code: 'MAX_ITEMS', message: '' },
      { path: ['title'], code: 'REQUIRED', message: 'first' },
      { path: ['title'], code: 'MAX_LENGTH', message: 'second' },
    ],
    shape,
  );
  expect(order.map(({ path }) => spellField(path))).toEqual([
    'title',
    'entries',
    'entries[0].name',
    'entries[0].zz',
    'entries[1].name',
    'zz',
  ]);
  expect(order[0]?.message).toBe('first');
});

test("cuts the name of a client's field to 100 characters", () => {
  expect(spellField(['x'.repeat(900_000)])).toBe(`${'x'.repeat(100)}…`);
});

test("a format without a message of its own has ours, never zod's text or its regular expression", () => {
  const shape = z.strictObject({
    digits: z.string().regex(/^[0-9]{3}$/),
    even: z.int().refine((value) => value % 2 === 0),
    moment: z.iso.datetime(),
    either: z.union([z.string(), z.boolean()]),
  });
  const { errors } = check(shape, { digits: 'x', even: 1, moment: 'now', either: 1 });
  expect(errors.map(({ message }) => message)).toEqual(
    Array(4).fill('Must have the documented format'),
  );
});
