// Every kind of change on every kind of shape.
import { z } from 'zod';
import type { Change, ChangeKind } from '../../../src/operation/change-kinds.ts';

export interface Shape {
  /** The field, in release names, and the list entries. */
  readonly field: string;
  readonly entries?: string;
  /** Whether its shape requires it, so that it can neither be removed nor become required in a version. */
  readonly isRequired?: true;
  readonly older: unknown;
  /** The code's limits, and stricter ones. */
  readonly limits?: { readonly was: object; readonly is: object };
  readonly entryLimits?: { readonly was: object; readonly is: object };
  /** Values that the code accepts and rejects, as in REST. */
  readonly samples: readonly unknown[];
}

export const SIZE = { width_millimetres: 3, length_millimetres: 4 };
export const FILE = { title: 'Manual', url: 'https://files.example/manual' };

/** The rehearsed fields count as if they had always existed: no release adds them here. */
const SHAPES: Readonly<Record<string, Shape>> = {
  string: {
    field: 'Product.rehearsed',
    older: 'EUR',
    limits: { was: { max: 3 }, is: { max: 2 } },
    samples: ['EUR', 'EU', 'EURO', ' ', 3, null],
  },
  number: {
    field: 'Product.shelfLifeMin',
    older: 3,
    limits: { was: { min: 0 }, is: { min: 2 } },
    samples: [0, 1, 5, -1, 1.5, '5', null],
  },
  enum: {
    field: 'Product.stockType',
    older: 'UNIT',
    samples: [0, 1, 2, 'unit', null],
  },
  object: {
    field: 'Product.rehearsedSize',
    older: { widthMillimetres: 1, lengthMillimetres: 1 },
    samples: [
      SIZE,
      { ...SIZE, wrapping: 'x'.repeat(41) },
      { width_millimetres: 0 },
      { ...SIZE, colour: 1 },
      'x',
      null,
    ],
  },
  'list of strings': {
    field: 'Product.rehearsedTags',
    entries: 'Product.rehearsedTags[]',
    older: ['light'],
    limits: { was: { max: 20 }, is: { max: 10 } },
    entryLimits: { was: { max: 40 }, is: { max: 10 } },
    samples: [
      [],
      ['x'],
      ['x'.repeat(30)],
      ['x'.repeat(41)],
      Array(15).fill('x'),
      Array(21).fill('x'),
      [1],
      'x',
      null,
    ],
  },
  'list of objects': {
    field: 'Product.rehearsedFiles',
    older: [FILE],
    limits: { was: { max: 3 }, is: { max: 2 } },
    samples: [
      [],
      [FILE],
      Array(3).fill(FILE),
      Array(4).fill(FILE),
      [{ ...FILE, title: '' }],
      [{}],
      [1],
      {},
      null,
    ],
  },
  'string in an object': {
    field: 'RehearsedSize.wrapping',
    older: 'Foil',
    limits: { was: { max: 40 }, is: { max: 10 } },
    samples: ['Foil', 'x'.repeat(20), 'x'.repeat(41), 1, null],
  },
  'string in a list of objects': {
    field: 'RehearsedFile.title',
    isRequired: true,
    older: 'x',
    limits: { was: { max: 80 }, is: { max: 10 } },
    samples: ['x', 'x'.repeat(30), 'x'.repeat(81), ' ', 1, null],
  },
};

/** The change of each kind; undefined if the shape has nothing of the kind. */
const KINDS: Readonly<Record<ChangeKind, (shape: Shape) => Change | undefined>> = {
  renamed: ({ field }) => ({ renamed: field, was: restName(field), is: 'another_name' }),
  withdrawn: ({ field, isRequired }) => (isRequired ? undefined : { withdrawn: field }),
  added: ({ field }) => ({ added: field, optional: true }),
  required: ({ field, isRequired }) => (isRequired ? undefined : { required: field }),
  values: ({ field }) =>
    field === 'Product.stockType'
      ? { values: field, was: { UNIT: 0, BULK: 1 }, is: { UNIT: 'unit', BULK: 'bulk' } }
      : undefined,
  member: ({ field }) =>
    field === 'Product.stockType'
      ? { member: field, value: 'BULK', name: 'bulk', older: 'UNIT' }
      : undefined,
  type: ({ field, entries = field }) => ({ type: entries, is: WRAPPED }),
  limit: ({ field, limits }) => limits && ({ limit: field, ...limits } as Change),
  default: ({ field, older }) =>
    field === 'Product.stockType' ? { default: field, was: older, is: 'BULK' } : undefined,
  endpointWithdrawn: () => undefined,
  endpointAdded: () => undefined,
};

const WRAPPED = z.codec(
  z.strictObject({ is: z.any().refine((value) => value !== undefined) }),
  z.any(),
  {
    decode: ({ is }) => is,
    encode: (is) => ({ is }),
  },
);

export const restName = (field: string) => {
  const [, name = ''] = field.split('.');
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

export const SHAPE_CHANGES = Object.entries(SHAPES).flatMap(([name, shape]) =>
  Object.entries(KINDS).flatMap(([kind, changeOf]) => {
    const change = changeOf(shape);
    const entryLimit = kind === 'limit' &&
      shape.entryLimits && { limit: shape.entries, ...shape.entryLimits };
    return [
      ...(change ? [{ title: `${kind} of a ${name}`, shape, change }] : []),
      ...(entryLimit
        ? [{ title: `${kind} of an entry of a ${name}`, shape, change: entryLimit as Change }]
        : []),
    ];
  }),
);
