// Which strings are valid image URLs, and the error message for others (section 2.1, D17).
import { expect, test } from 'vitest';
import { imageUrlError, isImageUrl } from '../../src/products/image-url.ts';

/** The harness sends more of each kind, and valid ones. */
test.each([
  ['absolute', ['', 'image.png', '//images.example/a.png', 'ftp://images.example/a.png']],
  ['absolute', ['http:', 'http:///images.example/a.png', 'http:\\\\images.example\\a.png']],
  ['punycode', ['https://bücher.example/a.png']],
  ['user info', ['https://user:secret@images.example/a.png', 'https://@images.example/a']],
  ['user info', ['https://:@images.example/a.png', 'http://images.example\\@other.example/']],
  ['host', ['https://images.example:x/a.png', 'https://ima\tges.example/a.png']],
  ['host', ['https://1.2.3.4.5/a.png', 'https://256.256.256.256/a.png']],
  ['percent-encoded', ['https://images.example/ü.png', 'https://images.example/a\0.png']],
  ['white space', [' https://images.example/a.png', 'https://images.example/a.png\n']],
])('the message says what is wrong, %s: %j (D17)', (word, urls) => {
  for (const src of urls) {
    expect(isImageUrl(src)).toBe(false);
    expect(imageUrlError(src)).toContain(word);
  }
});

test('the format of an image URL is checked in no time, however long the string', () => {
  const long = 'a%20@/'.repeat(200_000);
  const started = process.threadCpuUsage();
  expect(isImageUrl(`https://images.example/${long}`)).toBe(true);
  expect(isImageUrl(`https://images.example/${long} `)).toBe(false);
  expect(isImageUrl(`https://${'a'.repeat(1_000_000)}@`)).toBe(false);
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(200);
});
