// Which texts are URLs of images, and the message for those that are not (section 2.1, D17).
import { describe, expect, test } from 'vitest';
import { imageUrlFault, isImageUrl } from '../../src/products/image-url.ts';

describe('a message names the fault (D17)', () => {
  test.each([
    ['image.png', 'absolute'],
    ['ftp://images.example/a.png', 'absolute'],
    ['https://bücher.example/a.png', 'punycode'],
    ['https://user@images.example/a.png', 'user info'],
    ['https://images.example:x/a.png', 'host'],
    ['https://images.example/ü.png', 'percent-encoded'],
    ['https://images.example/a b.png', 'percent-encoded'],
    ['https://images.example/[1].png', 'percent-encoded'],
    ['https://images.example/a#b#c', 'percent-encoded'],
    ['https://images.example/100%', 'percent-encoded'],
  ])('%j: %s', (src, word) => {
    expect(isImageUrl(src)).toBe(false);
    expect(imageUrlFault(src)).toContain(word);
  });
});

describe('the format of an image URL', () => {
  test('is decided in no time, however long the text', () => {
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
  ])('%j is one', (src) => {
    expect(isImageUrl(src)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '/image.png',
    '//images.example/a.png',
    'http:',
    'http://',
    'http:images.example/a.png',
    'http:/images.example/a.png',
    'http:///images.example/a.png',
    'http:\\\\images.example\\a.png',
    'http://images.example\\@other.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'https://user:secret@images.example/a.png',
    'https://@images.example/a.png',
    'https://:@images.example/a.png',
    ' https://images.example/a.png',
    'https://images.example/a.png\n',
    'https://ima\tges.example/a.png',
    'https://images.example/a\0.png',
    'https://images.example/%zz.png',
    'https://images.example:99999/a.png',
    'https://[::1/a.png',
    'https://1.2.3.4.5/a.png',
    'https://256.256.256.256/a.png',
  ])('%j is not', (src) => {
    expect(isImageUrl(src)).toBe(false);
  });
});
