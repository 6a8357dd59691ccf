// Text and numbers to build inputs from: some that the service stores as they are, some that it must refuse (D12, D14).
import fc from 'fast-check';
import { RawNumber } from '../calls/json-text.ts';

/** The two halves of a surrogate pair, each a single unit of UTF-16. */
const HIGH_SURROGATE = String.fromCharCode(0xd83d);
const LOW_SURROGATE = String.fromCharCode(0xde00);

const EMOJI = '\u{1F3D5}';

export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
export const isBlank = (text: string) => text.trim() === '';
export const lengthOf = (text: string) => [...text].length;

/** The unit `binary` of fast-check is this with a table of a million entries, which takes a second or, on a busy machine, ten. */
const codePoint = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/** A value of a later kind shrinks to one of the first kind. */
const CROSS = { withCrossShrink: true };

/** Storable text that is not blank, of at most `max` code points. */
export const validText = (max = 300): fc.Arbitrary<string> =>
  fc
    .oneof(
      CROSS,
      { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: Math.min(max, 20) }) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 20) }) },
      { weight: 1, arbitrary: fc.string({ unit: codePoint, minLength: 1, maxLength: Math.min(max, 40) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('é', ' x ', '\u202Ertl\u202C', '\u0001', 'a'.repeat(max), EMOJI.repeat(max)),
      },
    )
    .filter((text) => isStorable(text) && !isBlank(text) && lengthOf(text) <= max);

/** Text with a NUL or a lone surrogate: no field of text takes it (D12). */
export const UNSTORABLE_TEXT = ['\0', 'a\0b', HIGH_SURROGATE, LOW_SURROGATE, `a${LOW_SURROGATE}${HIGH_SURROGATE}b`];

/** Text that is empty after `String.prototype.trim`. */
export const BLANK_TEXT = ['', ' ', '\t\r\n', '\u00A0', '\u3000\u2028', '\uFEFF'];

/** Texts of `length` code points, of one unit of UTF-16 each and of two. */
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

/** Numbers in JSON that JavaScript reads as infinite; no field takes them. */
export const INFINITE_NUMBERS = [new RawNumber('1e999'), new RawNumber('-1e999')];

/** Numbers that are no integer of 32 bits. */
export const NO_INT32 = [
  1.5,
  MAX_INT32 + 1,
  2 ** 53,
  1e21,
  new RawNumber('99999999999999999999'),
  new RawNumber('1.0000001'),
  ...INFINITE_NUMBERS,
];

/** Objects nested to a depth of `levels`. */
export const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), 1);

/** Names of no input on either surface; some are also members of Object.prototype. */
export const UNKNOWN_NAMES = [
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

/** More unknown fields than an answer has errors (D18). */
export const MANY_UNKNOWN: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`unknown${index}`, index]),
);

/** Values of every JSON type, by type. */
export const VALUES_BY_KIND: Readonly<Record<string, readonly unknown[]>> = {
  string: ['text', '3', 'true', ''],
  number: [3, 0, -1, 1.5],
  boolean: [true, false],
  array: [[], [1]],
  object: [{}, nested(5)],
};
