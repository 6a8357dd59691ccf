// Errors are in field order, one per field (D18).
import { expect, test } from 'vitest';
import type { Path } from '../contract/field-path.ts';
import type { Shape } from '../contract/shape.ts';
import { inFieldOrder } from './field-order.ts';

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
