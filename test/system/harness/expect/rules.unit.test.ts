// The oracle of the harness: sums, URIs of images, the order of errors, and rules across fields.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Path, Shape } from '../contract/shape.ts';
import { imageUri, VALID_IMAGES, WRONG_IMAGES } from '../generate/values.ts';
import { decimalSum } from './bundle.ts';
import { encodingOf, isImageUri, unreachableImages } from './shape-errors.ts';
import { inFieldOrder } from './write-rules.ts';

test.each([
  [[[0.1, 3]], 0.3],
  [
    [
      [0.1, 1],
      [0.2, 1],
      [19.99, 2],
    ],
    40.28,
  ],
  [
    [
      [1e21, 2],
      [1e-7, 1],
    ],
    2e21,
  ],
] as [[number, number][], number][])('%j is %d', (lines, sum) => {
  expect(decimalSum(lines)).toBe(sum);
});

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

const text: Shape = { kind: 'string', nullable: false, closed: false };
const object = (...names: string[]): Shape => ({
  ...text,
  kind: 'object',
  fields: new Map(names.map((name) => [name, { shape: text, required: false }])),
});
const shape: Shape = {
  ...object('title', 'items'),
  fields: new Map([
    ['title', { shape: text, required: true }],
    ['items', { shape: { ...text, kind: 'array', item: object('id', 'quantity') }, required: true }],
  ]),
};

test('lists precede their entries, unknown fields are last and keep their order, the first error of a field remains', () => {
  const paths: Path[] = [
    ['z'],
    ['items', 1, 'id'],
    ['items', 0, 'unknown'],
    ['items', 0, 'quantity'],
    ['a.b'],
    ['items'],
    ['title'],
    ['items', 10, 'id'],
    ['title'],
  ];
  const ordered = inFieldOrder(
    paths.map((path) => ({ path, code: 'REQUIRED' })),
    shape,
  );
  expect(ordered.map(({ path }) => path.join('.'))).toEqual([
    'title',
    'items',
    'items.0.quantity',
    'items.0.unknown',
    'items.1.id',
    'items.10.id',
    'z',
    'a.b',
  ]);
});
