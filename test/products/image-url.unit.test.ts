// Which strings are valid image URLs, and the error message for others (section 2.1, D17).
import { describe, expect, test } from 'vitest';
import { imageUrlError, isImageUrl } from '../../src/products/image-url.ts';

test.each([
  [
    'absolute',
    [
      '',
      ' ',
      'image.png',
      '/image.png',
      '//images.example/a.png',
      'ftp://images.example/a.png',
      'file:///etc/passwd',
    ],
  ],
  [
    'absolute',
    [
      'http:',
      'http://',
      'http:images.example/a.png',
      'http:/images.example/a.png',
      'http:///images.example/a.png',
    ],
  ],
  [
    'absolute',
    ['http:\\\\images.example\\a.png', 'javascript:alert(1)', 'data:image/png;base64,AAAA'],
  ],
  ['punycode', ['https://bücher.example/a.png']],
  [
    'user info',
    [
      'https://user:secret@images.example/a.png',
      'https://@images.example/a.png',
      'https://:@images.example/a.png',
    ],
  ],
  ['user info', ['http://images.example\\@other.example/']],
  [
    'host',
    [
      'https://images.example:x/a.png',
      'https://ima\tges.example/a.png',
      'https://images.example:99999/a.png',
    ],
  ],
  [
    'host',
    ['https://[::1/a.png', 'https://1.2.3.4.5/a.png', 'https://256.256.256.256/a.png'],
  ],
  [
    'percent-encoded',
    [
      'https://images.example/ü.png',
      'https://images.example/a b.png',
      'https://images.example/[1].png',
    ],
  ],
  [
    'percent-encoded',
    [
      'https://images.example/a#b#c',
      'https://images.example/100%',
      'https://images.example/%zz.png',
    ],
  ],
  ['percent-encoded', ['https://images.example/a\0.png']],
  ['white space', [' https://images.example/a.png', 'https://images.example/a.png\n']],
])('the message says what is wrong, %s: %j (D17)', (word, urls) => {
  for (const src of urls) {
    expect(isImageUrl(src)).toBe(false);
    expect(imageUrlError(src)).toContain(word);
  }
});

describe('the format of an image URL', () => {
  test('is checked in no time, however long the string', () => {
    const long = 'a%20@/'.repeat(200_000);
    const started = process.threadCpuUsage();
    expect(isImageUrl(`https://images.example/${long}`)).toBe(true);
    expect(isImageUrl(`https://images.example/${long} `)).toBe(false);
    expect(isImageUrl(`https://${'a'.repeat(1_000_000)}@`)).toBe(false);
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(200);
  });

  test.each([
    'http://images.example',
    'https://images.example/a/b.webp?w=10&h=%20#top',
    'HTTPS://IMAGES.EXAMPLE/A.PNG',
    'https://images.example:8443/a@2x.png',
    'http://192.0.2.1/a.png',
    'http://[2001:db8::1]:8080/a.png',
  ])('accepts %j', (src) => {
    expect(isImageUrl(src)).toBe(true);
  });
});
