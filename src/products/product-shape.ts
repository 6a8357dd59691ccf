// What creates and updates of a product take, with defaults, and what reads return (section 2.1).
import { z } from 'zod';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { domainObjects } from '../operation/field-types.ts';
import { momentReadBack } from '../operation/times.ts';
import { nullableFields } from './product-columns.ts';
import { productFields } from './product-fields.ts';

type FieldName = keyof typeof productFields;
/** Fields that a create can set to null; for JSON, to the database's own null. */
type NullableName = {
  [Name in FieldName]: Extract<
    Prisma.ProductUncheckedCreateInput[Name],
    null | typeof Prisma.DbNull
  > extends never
    ? never
    : Name;
}[FieldName];

/** Nullable fields: reads return null, and null in an update clears them. */
const nullable = Object.keys(productFields).filter((name) =>
  nullableFields.includes(name),
) as NullableName[];

const allFields = z.object(productFields);
const optional = allFields.partial().shape;

/** Every field of a product as reads return it, nullable where the product can lack it. */
export const storedFields = {
  ...productFields,
  ...(Object.fromEntries(nullable.map((name) => [name, productFields[name].nullable()])) as {
    [Name in NullableName]: z.ZodNullable<(typeof productFields)[Name]>;
  }),
};

/** The body of create-product. */
export const createProductInput = z
  .strictObject({ ...optional, title: productFields.title, rent: productFields.rent })
  .register(domainObjects, { object: 'Product', use: 'create' });

/** Defaults for absent fields on create (section 2.1). */
export const PRODUCT_DEFAULTS = {
  type: ProductType.PRODUCT,
  stockType: StockType.UNIT,
  quantity: 1,
  online: true,
  archived: false,
} as const;

const updatable = z.strictObject(storedFields).partial();

/** The fields an update can set: an absent one stays unchanged, null clears a nullable one. */
export const updateProductFields = updatable
  .omit({ type: true })
  .register(domainObjects, { object: 'Product', use: 'update' });

/** A field that reads return and updates can't set: accepted if it equals the stored value. */
const readBack = z.unknown().optional();

/** A time that reads return and updates ignore. */
const ignored = momentReadBack().optional();

/** The body of update-product on REST: the fields it sets, and the others that reads return. */
export const updateProductInput = updatable
  .extend({
    type: readBack,
    id: readBack,
    items: readBack,
    createdAt: ignored,
    updatedAt: ignored,
  })
  .register(domainObjects, { object: 'Product', use: 'update' });
