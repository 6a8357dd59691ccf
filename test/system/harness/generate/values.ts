// Strings, numbers and URIs to build inputs from: some that the service stores unchanged, some that it must reject.
import fc from 'fast-check';
import { RawNumber } from '../calls/call.ts';
import type { Shape } from '../contract/shape.ts';

/** The two halves of a surrogate pair, each a single unit of UTF-16. */
const HIGH_SURROGATE = String.fromCharCode(0xd83d);
const LOW_SURROGATE = String.fromCharCode(0xde00);

const EMOJI = '\u{1F3D5}';

const words = (...texts: readonly string[]) => texts.flatMap((text) => text.split(' '));

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
export const isBlank = (text: string) => text.trim() === '';
const lengthOf = (text: string) => [...text].length;

/** Any character, like fast-check's unit `binary`, which takes a second to make. */
export const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** A value of a later kind shrinks to one of the first kind. */
const CROSS = { withCrossShrink: true };

/** A storable string that is not blank, of at most `max` code points. */
export const validText = (max = 300): fc.Arbitrary<string> => {
  const length = { minLength: 1, maxLength: Math.min(max, 20) };
  return fc
    .oneof(
      CROSS,
      fc.string(length),
      fc.string({ ...length, unit: 'grapheme' }),
      fc.string({ ...length, unit: character }),
      fc.constantFrom(
        'é',
        ' x ',
        '\u202Ertl\u202C',
        '\u0001',
        'a'.repeat(max),
        EMOJI.repeat(max),
      ),
    )
    .filter((text) => isStorable(text) && !isBlank(text) && lengthOf(text) <= max);
};

/** A string with NUL or a lone surrogate, which no field accepts. */
const UNSTORABLE_TEXT = [
  '\0',
  'a\0b',
  HIGH_SURROGATE,
  LOW_SURROGATE,
  `a${LOW_SURROGATE}${HIGH_SURROGATE}b`,
];

/** A string that is empty after `String.prototype.trim`. */
const BLANK_TEXT = ['', ' ', '\t\r\n', '\u00A0', '\u3000\u2028', '\uFEFF'];

/** Strings of `length` code points, of one unit of UTF-16 each and of two. */
export const textsOfLength = (length: number) => ['a'.repeat(length), EMOJI.repeat(length)];

/** A finite number, `min` or more. */
export const validNumber = (min: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    CROSS,
    fc
      .constantFrom(min, min + 1, 0.1, 19.99, 1e6, 12_345.678901234567, 1e15)
      .filter((n) => n >= min),
    fc.integer({ min: Math.ceil(min), max: 100_000 }),
    fc.double({ min, max: 1e9, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(
      1e21,
      1e308,
      Number.MAX_VALUE,
      new RawNumber('1.50'),
      new RawNumber('2E1'),
    ),
  );

export const MAX_INT32 = 2_147_483_647;

export const validInteger = (min: number, max = MAX_INT32): fc.Arbitrary<unknown> =>
  fc.oneof(
    CROSS,
    fc.integer({ min, max: Math.min(max, min + 100) }),
    fc.integer({ min, max }),
    fc.constantFrom<unknown>(min, max, new RawNumber('7.0'), new RawNumber('1e2')),
  );

/** Numbers that a version has in a string, as the service spells them. */
export const NUMBER_TEXTS = ['1', '0', '30'];

/** JSON numbers that JavaScript reads as infinite; no field accepts them. */
const INFINITE_NUMBERS = [new RawNumber('1e999'), new RawNumber('-1e999')];

/** Numbers that are not 32-bit integers. */
const NO_INT32 = [
  1.5,
  MAX_INT32 + 1,
  2 ** 53,
  1e21,
  -1e21,
  new RawNumber('99999999999999999999'),
  new RawNumber('1.0000001'),
  ...INFINITE_NUMBERS,
];

/** Objects nested to a depth of `levels`. */
export const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), 1);

/** Names of no input on either API; some are also members of Object.prototype. */
export const UNKNOWN_NAMES =
  'unknown|ownerId|__proto__|constructor|toString|hasOwnProperty|Title|title |ünknown|a.b|0'.split(
    '|',
  );

/** More unknown fields than a response has errors. */
export const MANY_UNKNOWN: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`unknown${index}`, index]),
);

/** Whether a version has all fields of an input, apart from the unknown ones. */
export const isOfVersion = (input: object, { fields }: Shape): boolean =>
  Object.keys(input).every((name) => Object.hasOwn(MANY_UNKNOWN, name) || fields.has(name));

/** Values of every JSON type. */
export const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  ...['text', '3', 'true', ...BLANK_TEXT, ...UNSTORABLE_TEXT],
  ...[3, 0, -0, -1, ...NO_INT32],
  [],
  [1],
  {},
  nested(5),
];

export const VALID_IMAGES = words(
  'https://images.example.com/front.webp https://images.example.com/a/b.jpg?size=1200x800#top HTTPS://A.COM/x',
  'http://images.example.com:8080/%C3%A9.png https://images.example.com https://images.example.com?name=/?:@',
  'http://[2001:db8::1]/front.webp',
);

const uriCharacter = fc.oneof(
  fc.constantFrom(..."aZ9-._~!$&'()*+,;=:@/"),
  character.map(encodeURIComponent),
);

/** The rest of a URI from this delimiter on, or nothing. */
const uriPart = (delimiter: string) =>
  fc
    .option(fc.string({ unit: uriCharacter, maxLength: 10 }), { nil: undefined })
    .map((text) => (text === undefined ? '' : delimiter + text));

/** Instead of fast-check's URLs, which take a second for a table of all characters. */
const anyUri = fc
  .tuple(
    fc.constantFrom('https', 'http', 'HTTPS', 'hTTp'),
    fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true }),
    ...['/', '?', '#'].map(uriPart),
  )
  .map(([scheme, authority, ...rest]) => `${scheme}://${authority}${rest.join('')}`);

export const imageUri: fc.Arbitrary<string> = fc.oneof(
  CROSS,
  fc.constantFrom(...VALID_IMAGES),
  anyUri,
);

/** Strings that are not image URIs, and URIs on hosts that D29 considers unreachable. */
export const WRONG_IMAGES = [
  '',
  ' https://a.com/x',
  'https://a.com/x\n',
  'https://images example.com/front.webp',
  'https://a.com/a b.png',
  'https://a.com/a\\b.png',
  ...words(
    'front.webp /front.webp //images.example.com/front.webp ftp://images.example.com/front.webp',
    'javascript:alert(1) data:image/png;base64,AAAA https:images.example.com https:/images.example.com https://',
    'https:///front.webp https://user:secret@images.example.com/front.webp https://a.com:port/x',
    'https://a.com:65536/x https://[::1/x https://[::g]/x https://a.com/[1].png https://a.com/a#b#c',
    'https://a.com?a[]=1 https://a.com/% https://a.com/%zz.png https://a.com/{a}.png https://a.com/a|b.png',
    'https://a.com/"a".png https://a.com/<a>.png https://a.com/é.png https://bücher.example/front.webp',
    'https://images.invalid/front.webp http://a.b.invalid./ HTTPS://IMAGES.INVALID/front.webp',
  ),
];
