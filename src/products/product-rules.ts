// The rules of a product that look at more than one field, or beyond the request (D13, D15, D16, D20, D24, D29).
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { violatedCheck } from '../database/database-errors.ts';
import { type FieldError, invalid } from '../operation/failure.ts';
import { isBlank } from '../operation/field-types.ts';
import type { OperationContext } from '../operation/operation.ts';
import type { StoredProduct } from './find-product.ts';
import { isImageUrl } from './image-probe.ts';
import { images } from './product-shape.ts';

/** A body that was not checked yet, or may have been found wrong in some of its fields. */
export type Unchecked = Readonly<Record<string, unknown>>;

const SKU_REQUIRED: FieldError = { path: ['sku'], code: 'REQUIRED', message: 'SKU is required for unit stock' };

const shelfLifeInverted = (field: 'shelfLifeMin' | 'shelfLifeMax'): FieldError => ({
  path: [field],
  code: 'INVALID_FORMAT',
  message: 'The shortest shelf life must not exceed the longest',
});

/** On create null is the same as absent (D13); an unknown field is unknown all the same (D15). */
export const withoutNulls = (body: Unchecked, { shape }: z.ZodObject): Unchecked =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(shape, name)));

/** The sku that a request gives: its own, else its code (D20); undefined where it gives none. */
export const givenSku = <Sku, Code>({ sku, code }: { sku?: Sku; code?: Code }): Sku | Code | undefined =>
  sku === undefined ? code : sku;

/** Money as the text of its digits: Prisma rounds a number to 15 of them (D19). */
export const exactMoney = (amount: number): string => String(amount);

type WithExactMoney<Columns> = {
  [Name in keyof Columns]: Name extends 'rent' | 'cost' ? string | Exclude<Columns[Name], number> : Columns[Name];
};

/** The columns with their money exact. */
export const withExactMoney = <Columns extends { rent?: number; cost?: number | null }>(columns: Columns) =>
  ({
    ...columns,
    ...(typeof columns.rent === 'number' && { rent: exactMoney(columns.rent) }),
    ...(typeof columns.cost === 'number' && { cost: exactMoney(columns.cost) }),
  }) as WithExactMoney<Columns>;

/** How the stock of a new product is managed where the request does not say; a bundle has no units (D24). */
export const defaultStockType = (type: unknown): StockType =>
  type === ProductType.BUNDLE ? StockType.BULK : StockType.UNIT;

/** The rules across fields, on what the product would be: the request over what is stored. */
export function ruleErrors(given: Unchecked, stored?: StoredProduct): FieldError[] {
  return [...stockErrors(given, stored), ...shelfLifeErrors(given, stored)];
}

function stockErrors(given: Unchecked, stored?: StoredProduct): FieldError[] {
  const type = stored?.type ?? given.type;
  const stockType = given.stockType ?? stored?.stockType ?? defaultStockType(type);
  if (stockType !== StockType.UNIT) return [];
  if (type === ProductType.BUNDLE)
    return [{ path: ['stockType'], code: 'INVALID_FORMAT', message: 'A bundle has no unit stock' }];
  const sku = givenSku(given) ?? (given.sku === undefined ? stored?.sku : null);
  return sku === null || sku === undefined || (typeof sku === 'string' && isBlank(sku)) ? [SKU_REQUIRED] : [];
}

function shelfLifeErrors(given: Unchecked, stored?: StoredProduct): FieldError[] {
  const min = given.shelfLifeMin ?? stored?.shelfLifeMin;
  const max = given.shelfLifeMax ?? stored?.shelfLifeMax;
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return [shelfLifeInverted(given.shelfLifeMax === undefined ? 'shelfLifeMin' : 'shelfLifeMax')];
}

/** Fields that a read returns as they are and that an update must not change (D15). */
export function readBackErrors(given: Unchecked, stored: StoredProduct): FieldError[] {
  const values: Unchecked = {
    id: stored.id,
    type: stored.type,
    items: stored.type === 'BUNDLE' ? stored.items : undefined,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
  return Object.entries(values)
    .filter(([field, value]) => given[field] !== undefined && !isDeepStrictEqual(given[field], value))
    .map(([field]) => ({ path: [field], code: 'INVALID_FORMAT', message: 'Cannot be changed' }));
}

/** Leaves out the nulls that repeat what is stored, so that a client can send back what it read (D15). */
export const withoutUnchangedNulls = (given: Unchecked, stored: StoredProduct): Unchecked =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) =>
        value !== null || !(Object.hasOwn(stored, field) && stored[field as keyof StoredProduct] === null),
    ),
  );

/** The well-formed image URLs of a body that cannot be reached (D29). */
export async function imageErrors({ imageProbe, caller }: OperationContext, given: unknown): Promise<FieldError[]> {
  if (!images.in.safeParse(given).success) return [];
  const entries = (given as unknown[]).map((image, index) => ({ src: sourceOf(image), index }));
  const probed = entries.filter((entry): entry is { src: string; index: number } => entry.src !== undefined);
  if (probed.length === 0) return [];
  const reachable = await imageProbe.reachable(
    probed.map(({ src }) => src),
    caller.userId,
  );
  return probed
    .filter((_, position) => !reachable[position])
    .map(({ index }) => ({ path: ['images', index, 'src'], code: 'INVALID_FORMAT', message: 'Must be reachable' }));
}

function sourceOf(image: unknown): string | undefined {
  const src: unknown = typeof image === 'object' && image !== null && 'src' in image ? image.src : undefined;
  return typeof src === 'string' && isImageUrl(src) ? src : undefined;
}

/** The check constraints that a race between two updates can run into, each the same rule as above. */
const CONSTRAINTS: Partial<Record<string, FieldError>> = {
  products_sku_check: SKU_REQUIRED,
  products_shelf_life_check: shelfLifeInverted('shelfLifeMax'),
};

/** Answers the violation of such a constraint as the rule that it holds. */
export function raceLost(error: unknown): never {
  const rule = CONSTRAINTS[violatedCheck(error) ?? ''];
  throw rule ? invalid([rule]) : error;
}
