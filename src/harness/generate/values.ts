// Values to build requests from: text and numbers that a service stores as they are, and ones that it must refuse.
import fc from 'fast-check';
import { RawNumber } from '../exchange/json-text.ts';

/** One unit of UTF-16, half of a pair. */
const HIGH_SURROGATE = String.fromCharCode(0xd83d);
const LOW_SURROGATE = String.fromCharCode(0xde00);

const EMOJI = '\u{1F3D5}';

export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
export const isBlank = (text: string) => text.trim() === '';
export const lengthOf = (text: string) => [...text].length;

/** A value of a later kind shrinks to one of the first. */
const CROSS = { withCrossShrink: true };

/** Text that says something, of at most `max` code points. */
export const validText = (max = 300): fc.Arbitrary<string> =>
  fc
    .oneof(
      CROSS,
      { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: Math.min(max, 20) }) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 20) }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(max, 40) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('é', ' x ', '\u202Ertl\u202C', '\u0001', 'a'.repeat(max), EMOJI.repeat(max)),
      },
    )
    .filter((text) => isStorable(text) && !isBlank(text) && lengthOf(text) <= max);

/** Text that no field of text takes, each for the same reason: it is not Unicode text without NUL. */
export const unstorableText = ['\0', 'a\0b', HIGH_SURROGATE, LOW_SURROGATE, `a${LOW_SURROGATE}${HIGH_SURROGATE}b`];

/** Text that is there and says nothing: what ECMAScript trims. */
export const blankText = ['', ' ', '\t\r\n', '\u00A0', '\u3000\u2028', '\uFEFF'];

/** `length` code points, one unit of UTF-16 each or two. */
export const textsOfLength = (length: number) => ['a'.repeat(length), EMOJI.repeat(length)];

/** A finite number from `min` on. */
export const validNumber = (min: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    CROSS,
    {
      weight: 3,
      arbitrary: fc.constantFrom(min, min + 1, 0.1, 19.99, 1e6, 12_345.678901234567, 1e15).filter((n) => n >= min),
    },
    { weight: 3, arbitrary: fc.integer({ min: Math.ceil(min), max: 100_000 }) },
    { weight: 2, arbitrary: fc.double({ min, max: 1e9, noNaN: true, noDefaultInfinity: true }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(1e21, 1e308, Number.MAX_VALUE, new RawNumber('1.50'), new RawNumber('2E1')),
    },
  );

export const MAX_INT32 = 2_147_483_647;

export const validInteger = (min: number, max = MAX_INT32): fc.Arbitrary<unknown> =>
  fc.oneof(
    CROSS,
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, min + 100) }) },
    { weight: 2, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(min, max, new RawNumber('7.0'), new RawNumber('1e2')) },
  );

/** Numbers that JSON can spell and no field takes. */
export const notFinite = [new RawNumber('1e999'), new RawNumber('-1e999')];

/** Numbers that are no integer of 32 bits. */
export const noInteger = [
  1.5,
  MAX_INT32 + 1,
  2 ** 53,
  1e21,
  new RawNumber('99999999999999999999'),
  new RawNumber('1.0000001'),
  ...notFinite,
];

/** `levels` objects, one in another. */
export const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), 1);

/** Names that no input has on either surface, some of them dangerous to careless code. */
export const unknownNames = [
  'unknown',
  'ownerId',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'Title',
  'title ',
  'ünknown',
  'a.b',
  '0',
];

/** Values of every type, by the kind that they are. */
export const valuesByKind: Readonly<Record<string, readonly unknown[]>> = {
  string: ['text', '3', 'true', ''],
  number: [3, 0, -1, 1.5],
  boolean: [true, false],
  array: [[], [1]],
  object: [{}, nested(5)],
};
