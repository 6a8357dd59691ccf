// JSON values of any size, in every way in which a value can be large.

/** A JSON string of about this many bytes. */
export type BigValue = (bytes: number) => string;

/** As many entries as fit, each made from its index. */
function entries(bytes: number, entry: (index: number) => string): string {
  const texts: string[] = [];
  for (let length = 0; length < bytes; length += texts.at(-1)?.length ?? 0)
    texts.push(`${entry(texts.length)},`);
  return texts.join('').slice(0, -1);
}

const object = (bytes: number, field: (index: number) => string) =>
  `{${entries(bytes, field)}}`;
const list = (bytes: number, entry: (index: number) => string) =>
  `[${entries(bytes, entry)}]`;
const text = (bytes: number, part: string) =>
  `"${part.repeat(bytes / Buffer.byteLength(part))}"`;

/** Bodies of a megabyte have at most 20,000 values, each of which then has so many bytes. */
const BYTES_OF_EACH = 53;

/** As many parts as a body may have, each made from its index and a filling of about `BYTES_OF_EACH`. */
const allowed = (bytes: number, part: (index: number, filling: string) => string) =>
  Array.from({ length: bytes / BYTES_OF_EACH }, (_, index) =>
    part(index, 'k'.repeat(BYTES_OF_EACH - 15) + index),
  ).join(',');

/** Bodies have at most 32 levels, some of which are around the value. */
const DEEP = 24;
const nested = (open: string, close: string) => open.repeat(DEEP) + 1 + close.repeat(DEEP);

const LONG_NAMES = 50;

export const BIG_VALUES: Readonly<Record<string, BigValue>> = {
  'a wide object': (bytes) => object(bytes, (n) => `"k${n.toString(36)}":1`),
  'an object of as many fields as allowed': (bytes) =>
    `{${allowed(bytes, (_, name) => `"${name}":1`)}}`,
  'an object with numbers for names': (bytes) =>
    object(bytes, (n) => `"${((n * 7_919) % 1e6) + 1e6}":1`),
  'an object with one name many times': (bytes) => object(bytes, () => '"title":"a"'),
  'an object with __proto__ many times': (bytes) =>
    object(bytes, () => '"__proto__":{"a":1}'),
  'an object of objects': (bytes) => object(bytes, (n) => `"k${n.toString(36)}":{"a":1}`),
  'an object with long names': (bytes) =>
    object(bytes, (n) => `"${'k'.repeat(bytes / LONG_NAMES)}${n}":1`),
  'an object with one long name': (bytes) => `{"${'k'.repeat(bytes)}":1}`,
  'a list of numbers': (bytes) => list(bytes, () => '1'),
  'a list of nulls': (bytes) => list(bytes, () => 'null'),
  'a list of texts': (bytes) => list(bytes, (n) => `"${n}"`),
  'a list of as many texts as allowed': (bytes) =>
    `[${allowed(bytes, (_, text) => `"${text}"`)}]`,
  'a list of as many objects as allowed': (bytes) =>
    `[${allowed(bytes / 2, (index) => `{"src":"http://a.example/${index}"}`)}]`,
  'a list of objects': (bytes) => list(bytes, () => '{}'),
  'a list of images': (bytes) => list(bytes, (n) => `{"src":"http://a.example/${n}"}`),
  'a list of items': (bytes) => list(bytes, (n) => `{"adId":${n},"ad_id":${n},"quantity":1}`),
  'a list of lists': (bytes) => list(bytes, () => '[]'),
  'deep lists': (bytes) => list(bytes, () => nested('[', ']')),
  'deep objects': (bytes) => list(bytes, () => nested('{"a":', '}')),
  'levels without end': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'levels that do not end': (bytes) => '{"a":'.repeat(bytes / 5),
  'a text': (bytes) => text(bytes, 'x'),
  'a blank text': (bytes) => text(bytes, ' '),
  'a text of escapes': (bytes) => text(bytes, '\\u00e9'),
  'a text of quotes': (bytes) => text(bytes, '\\"'),
  'a text of emoji': (bytes) => text(bytes, '\u{1F3D5}'),
  'a text of half pairs': (bytes) => text(bytes, '\\ud800'),
  'a URL': (bytes) => `"http://a.example/${'x'.repeat(bytes)}"`,
  'a URL with a long host': (bytes) => `"http://${'a.'.repeat(bytes / 2)}"`,
  'a URL of escapes': (bytes) => `"http://a.example/${'%41'.repeat(bytes / 3)}"`,
  'a number of many digits': (bytes) => '9'.repeat(bytes),
  'a fraction of many digits': (bytes) => `1.${'3'.repeat(bytes)}`,
  'a number with a long exponent': (bytes) => `1e${'9'.repeat(bytes)}`,
  'a list of long numbers': (bytes) => list(bytes, () => '9'.repeat(1e5)),
};
