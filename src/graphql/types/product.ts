// The GraphQL type of a product, its enums and the types of its lists.

import { ProductType as ProductTypes, StockType as StockTypes } from '../../../prisma/generated/client/enums.ts';
import { descriptionOf } from '../../operation/field-types.ts';
import { productFields } from '../../products/product-shape.ts';
import { builder } from '../builder.ts';
import { registerEnum } from './input-types.ts';

const describe = (name: keyof typeof productFields) => descriptionOf(productFields[name]);

const ProductType = registerEnum(
  ProductTypes,
  builder.enumType('ProductType', {
    description: 'A product or a bundle.',
    values: {
      PRODUCT: { description: 'A product.' },
      BUNDLE: { description: 'A pack of products that are rented together.' },
    } satisfies Record<ProductTypes, object>,
  }),
);

const StockType = registerEnum(
  StockTypes,
  builder.enumType('StockType', {
    description: 'How stock is managed.',
    values: {
      UNIT: { description: 'Each unit is tracked, so that a sku is required.' },
      BULK: { description: 'Only the total quantity is managed.' },
    } satisfies Record<StockTypes, object>,
  }),
);

const Equipment = builder.objectRef<PrismaJson['equipments'][number]>('Equipment').implement({
  description: 'Equipment of a product.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'The name of the equipment.' }),
    quantity: t.exposeInt('quantity', { nullable: false, description: 'The number of pieces.' }),
  }),
});

const Image = builder.objectRef<PrismaJson['images'][number]>('Image').implement({
  description: 'An image of a product or bundle.',
  fields: (t) => ({ src: t.exposeString('src', { nullable: false, description: 'URL of the image.' }) }),
});

/** The JSON columns; both are written from validated input alone. */
interface PrismaJson {
  equipments: { name: string; quantity: number }[];
  images: { src: string }[];
}

export const Product = builder.prismaObject('Product', {
  description: 'A product of an owner. A bundle is a product too.',
  select: { id: true, ownerId: true, type: true },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The id, the same on REST.' }),
  }),
});

/** Adds the fields that a product has as a bundle too. */
export const addSharedFields = (type: typeof Product): void =>
  builder.prismaObjectFields(type, (t) => ({
    title: t.exposeString('title', { nullable: false, description: describe('title') }),
    description: t.exposeString('description', { description: describe('description') }),
    rent: t.exposeFloat('rent', { nullable: false, description: describe('rent') }),
    images: t.field({
      type: [Image],
      nullable: false,
      description: describe('images'),
      select: { images: true },
      resolve: ({ images }) => images as unknown as PrismaJson['images'],
    }),
    online: t.exposeBoolean('online', { nullable: false, description: describe('online') }),
    archived: t.exposeBoolean('archived', { nullable: false, description: describe('archived') }),
    revision: t.exposeInt('revision', {
      nullable: false,
      description: 'Raised by every change, from 1 on; REST has it in the ETag.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: false, description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: false, description: 'When it was last changed.' }),
  }));

addSharedFields(Product);

builder.prismaObjectFields(Product, (t) => ({
  cost: t.exposeFloat('cost', { description: describe('cost') }),
  type: t.expose('type', { type: ProductType, nullable: false, description: describe('type') }),
  stockType: t.expose('stockType', { type: StockType, nullable: false, description: describe('stockType') }),
  sku: t.exposeString('sku', { description: describe('sku') }),
  quantity: t.exposeInt('quantity', { nullable: false, description: describe('quantity') }),
  equipments: t.field({
    type: [Equipment],
    nullable: false,
    description: describe('equipments'),
    select: { equipments: true },
    resolve: ({ equipments }) => equipments as unknown as PrismaJson['equipments'],
  }),
  code: t.exposeString('code', { description: describe('code') }),
  stockUnitTypeId: t.exposeInt('stockUnitTypeId', { description: describe('stockUnitTypeId') }),
  barcode: t.exposeString('barcode', { description: describe('barcode') }),
  commodityCode: t.exposeString('commodityCode', { description: describe('commodityCode') }),
  countryOfManufacture: t.exposeString('countryOfManufacture', { description: describe('countryOfManufacture') }),
  shelfLifeMin: t.exposeInt('shelfLifeMin', { description: describe('shelfLifeMin') }),
  shelfLifeMax: t.exposeInt('shelfLifeMax', { description: describe('shelfLifeMax') }),
}));
