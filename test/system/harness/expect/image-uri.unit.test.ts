// The grammar of image URIs (D17), held against the URIs that the generators make.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageUri, VALID_IMAGES, WRONG_IMAGES } from '../generate/image-uris.ts';
import { encodingOf, isImageUri, unreachableImages } from './image-uri.ts';

test('generated URIs are well-formed and reachable', () => {
  const isAccepted = (src: string) => isImageUri(src) && unreachableImages([{ src }], 5).length === 0;
  fc.assert(fc.property(imageUri, isAccepted), { seed: 1 });
  expect(VALID_IMAGES.filter((src) => !isAccepted(src))).toEqual([]);
  expect(WRONG_IMAGES.filter(isAccepted)).toEqual([]);
});

test.each([
  ['HTTPS://A.COM/x', true],
  ['https://a.com/[1].png', false],
  ['https://a.com/a#b#c', false],
  ['https://a.com/%5B1%5D.png', true],
  ['https://user@a.com/x', false],
])('%s is a URI of an image: %s', (src, isRight) => {
  expect(isImageUri(src)).toBe(isRight);
});

test.each([
  ['https://bücher.example/x', ['punycode']],
  ['https://a.com/é.png', ['percent-encod']],
  ['https://a.com/[1].png', ['percent-encod']],
  ['https://[::1/x', []],
  ['ftp://a.com/é', []],
])('the message about %s names %j', (src, encodings) => {
  expect(encodingOf(src)).toEqual(encodings);
});
