// The rules of a product that involve several fields, or more than the request.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { violatedCheck } from '../database/database-errors.ts';
import { entriesOf } from '../operation/check.ts';
import type { FieldError, FieldPath } from '../operation/field-error.ts';
import { type Condition, hasText } from '../operation/field-types.ts';
import type { Rule } from '../operation/operation.ts';
import { invalid } from '../operation/operation-failure.ts';
import { asRead } from '../operation/repeated-fields.ts';
import { bundleItem, type image } from './product-fields.ts';
import { ITEMS } from './product-rows.ts';

const SKU_REQUIRED: FieldError = {
  path: ['sku'],
  code: 'REQUIRED',
  message: 'SKU is required for unit stock',
};

const shelfLifeInverted = (field: 'shelfLifeMin' | 'shelfLifeMax'): FieldError => ({
  path: [field],
  code: 'INVALID_FORMAT',
  message: 'The minimum shelf life must not exceed the maximum',
});

/**
 * The SKU of a product after a request: the given one, including null; otherwise the stored one; otherwise the
 * request's `code`.
 */
export const resultingSku = <Sku>(
  given: { readonly sku?: Sku; readonly code?: Sku },
  stored?: { readonly sku: string | null },
) => (given.sku !== undefined ? given.sku : (stored?.sku ?? given.code));

/** The columns of a stored product that rules and precondition need, without long strings. */
export const ruledColumns = {
  id: true,
  type: true,
  stockType: true,
  sku: true,
  shelfLifeMin: true,
  shelfLifeMax: true,
  images: true,
  ...ITEMS,
  revision: true,
  ownerId: true,
} satisfies Prisma.ProductSelect;

export type RuledProduct = Prisma.ProductGetPayload<{ select: typeof ruledColumns }>;

type Stored = RuledProduct | undefined;

const malformed = (when: string, ...path: FieldPath): Condition => ({
  path,
  code: 'INVALID_FORMAT',
  when,
});

/** Unit stock needs an SKU, and bundles have no units. */
export const stockRule: Rule<Stored> = {
  conditions: [
    {
      path: ['sku'],
      code: 'REQUIRED',
      when: 'The updated product has unit stock but no SKU, neither in the request nor stored.',
      use: 'update',
    },
    {
      path: ['stockType'],
      code: 'INVALID_FORMAT',
      when: 'The request sets unit stock, and the product is a bundle.',
      use: 'update',
    },
  ],
  check(_, { given, target: stored }) {
    const type = stored?.type ?? given.type;
    // Undefined: its value could not be decoded.
    const isDecoded = given.stockType !== undefined || !Object.hasOwn(given, 'stockType');
    const stock = isDecoded ? (given.stockType ?? stored?.stockType) : undefined;
    if (stock === StockType.BULK) return [];
    if (type === ProductType.BUNDLE)
      return [
        {
          path: ['stockType'],
          code: 'INVALID_FORMAT',
          message: `A bundle can't have ${String(stock).toLowerCase()} stock`,
        },
      ];
    if (stock !== StockType.UNIT) return [];
    const sku = resultingSku(given, stored) ?? null;
    return sku === null || (typeof sku === 'string' && !hasText(sku)) ? [SKU_REQUIRED] : [];
  },
};

const INVERTED =
  'The minimum shelf life exceeds the maximum, taking stored values for those that the request omits.';

/** The minimum shelf life must not exceed the maximum. */
export const shelfLifeRule: Rule<Stored> = {
  conditions: [malformed(INVERTED, 'shelfLifeMin'), malformed(INVERTED, 'shelfLifeMax')],
  check(_, { given, target: stored }) {
    const { shelfLifeMin: min, shelfLifeMax: max } = { ...stored, ...given };
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    return [
      shelfLifeInverted(given.shelfLifeMax === undefined ? 'shelfLifeMin' : 'shelfLifeMax'),
    ];
  },
};

/** Fields that reads return and updates can't change are accepted if they equal what is stored. */
export const readBackRule: Rule<RuledProduct> = {
  conditions: ['id', 'type', 'items'].map((field) =>
    malformed('The value differs from the stored one.', field),
  ),
  check({ view }, { given, target }) {
    const { id, type, items } = target;
    const stored = {
      id,
      type: view.member('Product.type', type),
      items:
        type === ProductType.BUNDLE
          ? asRead(view, 'Product.items', z.array(bundleItem), items)
          : undefined,
    };
    return Object.entries(stored)
      .filter(
        ([field, value]) =>
          given[field] !== undefined && !isDeepStrictEqual(given[field], value),
      )
      .map(([field, value]) => ({
        path: [field],
        code: 'INVALID_FORMAT',
        message:
          given[field] === String(value)
            ? `Must be the number ${value}`
            : 'Cannot be changed',
      }));
  },
};

/** Well-formed URLs of new images must be reachable; stored ones are not probed again. */
export const imageRule: Rule<Stored> = {
  conditions: [
    'The host is an invalid address (`256.1.1.1`) or invalid Punycode.',
    "The image is new and can't be reached.",
  ].map((when) => malformed(when, 'images', 0, 'src')),
  async check({ urlProbe, caller }, { given, target: stored, errors }) {
    const known = (stored?.images as Image[] | undefined)?.map(({ src }) => src);
    const invalid = errors.filter(isOfSource).map(({ path: [, index] }) => index);
    const probed = entriesOf(given.images, 'images', errors)
      .map((entry, index) => ({ index, src: Object(entry).src }))
      .filter(({ index, src }) => !invalid.includes(index) && !known?.includes(src));
    if (probed.length === 0) return [];
    const urls = probed.map(({ src }) => src);
    const reachable = await urlProbe.reachable(urls, caller.userId);
    return probed
      .filter((_, position) => !reachable[position])
      .map(({ index }) => ({
        path: ['images', index, 'src'],
        code: 'INVALID_FORMAT',
        message: 'Must be reachable',
      }));
  },
};

/** Whether an error concerns an image's URL or the whole image. */
const isOfSource = ({ path: [list, , name = 'src'] }: FieldError) =>
  list === 'images' && name === 'src';

type Image = z.output<typeof image>;

/** The check constraints that two concurrent updates can violate, with the matching rule above. */
const CONSTRAINTS: Partial<Record<string, FieldError>> = {
  products_sku_check: SKU_REQUIRED,
  products_shelf_life_check: shelfLifeInverted('shelfLifeMax'),
};

/** Throws such a violation as its rule's field error, and rethrows other errors. */
export function rethrowCheckViolation(error: unknown): never {
  const fieldError = CONSTRAINTS[violatedCheck(error) ?? ''];
  throw fieldError ? invalid([fieldError]) : error;
}
