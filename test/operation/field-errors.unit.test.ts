// From zod's issues to field errors: the code and the message of each rule, and how fields are spelled (D12, D17, D18).
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { check, inFieldOrder } from '../../src/operation/field-errors.ts';
import { integer, list, quantity, requiredText, text, title } from '../../src/operation/field-types.ts';
import { DOMAIN_SPELLING, spellErrors, spellField } from '../../src/operation/spelling.ts';

const shape = z.strictObject({
  title: title(),
  rent: z.number().min(0.01).optional(),
  quantity: quantity().optional(),
  any: integer().optional(),
  kind: z.enum(['A', 'B']).optional(),
  online: z.boolean().optional(),
  note: text().nullable().optional(),
  tags: list(requiredText(), { min: 1, max: 2 }).optional(),
  entries: list(z.strictObject({ name: requiredText() }), { max: 50 }).optional(),
});

const errorsOf = (input: unknown) =>
  spellErrors(inFieldOrder(check(shape, input).errors, shape), DOMAIN_SPELLING).map(
    ({ field, code, message }) => `${field} ${code}: ${message}`,
  );

const cases: [string, object, string][] = [
  ['a missing field', { title: undefined }, 'title REQUIRED: This field is required'],
  ['null', { title: null }, 'title REQUIRED: This field is required'],
  ['a blank text (D14)', { title: ' \t' }, 'title REQUIRED: This field is required'],
  ['another type', { title: 5 }, 'title INVALID_FORMAT: Must be a string, not a number'],
  ['a list for an object', { entries: [[]] }, 'entries[0] INVALID_FORMAT: Must be an object, not an array'],
  ['a number that is not finite', { rent: Number.POSITIVE_INFINITY }, 'rent INVALID_FORMAT: Must be a finite number'],
  ['a fraction for an integer', { quantity: 1.5 }, 'quantity INVALID_FORMAT: Must be an integer'],
  ['true for an integer', { quantity: true }, 'quantity INVALID_FORMAT: Must be an integer, not a boolean'],
  ['an integer over 32 bits', { quantity: 2 ** 31 }, 'quantity INVALID_FORMAT: Must be at most 2147483647'],
  ['an integer over 53 bits', { quantity: 2 ** 60 }, 'quantity INVALID_FORMAT: Must be at most 2147483647'],
  ['an integer below 32 bits', { any: -(2 ** 31) - 1 }, 'any INVALID_FORMAT: Must be at least -2147483648'],
  ['a minimum, beyond 32 bits', { quantity: -1e21 }, 'quantity MIN_VALUE: Must be at least 1'],
  ['a value below its minimum', { rent: 0 }, 'rent MIN_VALUE: Must be at least 0.01'],
  ['a text that is too long', { title: 'é'.repeat(256) }, 'title MAX_LENGTH: Must have at most 255 characters'],
  ['a list that is too short', { tags: [] }, 'tags MIN_ITEMS: Must have at least 1 entry'],
  ['a list that is too long', { tags: ['a', 'b', 'c'] }, 'tags MAX_ITEMS: Must have at most 2 entries'],
  ['a value that is not allowed', { kind: 'C' }, 'kind INVALID_FORMAT: Must be one of the allowed values: A, B'],
  ['a text for a boolean', { online: 'true' }, 'online INVALID_FORMAT: Must be true or false, not a string'],
  ['NUL', { note: 'a\0' }, 'note INVALID_FORMAT: Must be valid Unicode text without NUL'],
  ['half a surrogate pair', { note: '\ud800' }, 'note INVALID_FORMAT: Must be valid Unicode text without NUL'],
  ['an unknown field', { foo: null }, 'foo INVALID_FORMAT: Unknown field'],
  ['__proto__', JSON.parse('{"__proto__":{}}'), '__proto__ INVALID_FORMAT: Unknown field'],
];
test.each(cases)('%s is one error at its field', (_, fields, error) => {
  const given = 'title' in fields ? fields : Object.assign(Object.create(null), { title: 'a' }, fields);
  const input = Object.hasOwn(fields, '__proto__') ? JSON.parse('{"title":"a","__proto__":{}}') : given;
  expect(errorsOf(input)).toEqual([error]);
});

test('an error at a list comes before those of its entries, and unknown fields come last (D18)', () => {
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

describe('spelling', () => {
  test('each name is spelled by the surface, indexes stand in brackets', () => {
    expect(spellField(['items', 0, 'adId'], (name) => name.toUpperCase())).toBe('ITEMS[0].ADID');
  });

  test('a name of a client is cut to 100 characters', () => {
    expect(spellField(['x'.repeat(900_000)])).toBe(`${'x'.repeat(100)}…`);
  });
});
