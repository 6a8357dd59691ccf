// The product operations on GraphQL (D33): `product`, `createProduct`, `updateProduct`.

import type { InputFieldBuilder } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Product as ProductRow } from '../../prisma/generated/client/client.ts';
import { productPath } from '../paths.ts';
import { createProduct } from '../products/create-product.ts';
import { createProductInput } from '../products/product-shape.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { type Payload, read, write } from './answer.ts';
import { builder } from './builder.ts';
import { describedBy } from './descriptions.ts';
import { Product, ProductType, StockType } from './product.ts';
import { ValidationError } from './validation-error.ts';

const describe = describedBy(createProductInput);

const EquipmentInput = builder.inputType('EquipmentInput', {
  description: 'Something that comes with a product.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is; not blank.' }),
    quantity: t.int({ required: true, description: 'How many of it, at least 1.' }),
  }),
});

export const ImageInput = builder.inputType('ImageInput', {
  description: 'An image of a product or bundle.',
  fields: (t) => ({ src: t.string({ required: true, description: 'URL of the image; it must be reachable.' }) }),
});

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** The fields that create and update share; `required` where create needs them. */
const productFields = (t: Fields, required: boolean) => ({
  title: t.string({ required, description: describe('title') }),
  rent: t.float({ required, description: describe('rent') }),
  description: t.string({ description: describe('description') }),
  cost: t.float({ description: describe('cost') }),
  stockType: t.field({ type: StockType, description: describe('stockType') }),
  sku: t.string({ description: describe('sku') }),
  quantity: t.int({ description: describe('quantity') }),
  equipments: t.field({ type: [EquipmentInput], description: describe('equipments') }),
  images: t.field({ type: [ImageInput], description: describe('images') }),
  online: t.boolean({ description: describe('online') }),
  archived: t.boolean({ description: describe('archived') }),
  code: t.string({ description: describe('code') }),
  stockUnitTypeId: t.int({ description: describe('stockUnitTypeId') }),
  barcode: t.string({ description: describe('barcode') }),
  commodityCode: t.string({ description: describe('commodityCode') }),
  countryOfManufacture: t.string({ description: describe('countryOfManufacture') }),
  shelfLifeMin: t.int({ description: describe('shelfLifeMin') }),
  shelfLifeMax: t.int({ description: describe('shelfLifeMax') }),
});

const CreateProductInput = builder.inputType('CreateProductInput', {
  description: 'A product to create. Null is the same as absent.',
  fields: (t) => ({
    ...productFields(t, true),
    type: t.field({ type: ProductType, description: describe('type') }),
  }),
});

const UpdateProductInput = builder.inputType('UpdateProductInput', {
  description:
    'The fields to change; an absent one stays as it is, a list is replaced whole. Null clears `description`, `cost` and, under bulk stock, `sku`.',
  fields: (t) => productFields(t, false),
});

const CreateProductPayload = builder.objectRef<Payload<ProductRow>>('CreateProductPayload').implement({
  description: 'What became of a `createProduct`.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { nullable: false, description: 'Whether the product was created.' }),
    errors: t.expose('errors', {
      type: [ValidationError],
      nullable: false,
      description: 'Everything that is wrong with the input.',
    }),
    id: t.id({ description: 'The id of the new product.', resolve: ({ output }) => output?.id }),
    location: t.string({
      description: 'The path of the new product on REST.',
      resolve: ({ output }) => output && productPath(output.id),
    }),
    product: t.field({ type: Product, description: 'The new product.', resolve: ({ output }) => output }),
  }),
});

const UpdateProductPayload = builder.objectRef<Payload<ProductRow>>('UpdateProductPayload').implement({
  description: 'What became of an `updateProduct`.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { nullable: false, description: 'Whether the product was changed.' }),
    errors: t.expose('errors', {
      type: [ValidationError],
      nullable: false,
      description: 'Everything that is wrong with the input.',
    }),
    product: t.field({ type: Product, description: 'The product as it is now.', resolve: ({ output }) => output }),
  }),
});

builder.queryField('product', (t) =>
  t.prismaField({
    type: Product,
    nullable: true,
    description: readProduct.summary,
    args: { id: t.arg.id({ required: true, description: 'The id of the product.' }) },
    resolve: (selection, _, { id }, context) => read(context, readProduct, { id, selection }),
  }),
);

builder.mutationField('createProduct', (t) =>
  t.field({
    type: CreateProductPayload,
    nullable: true,
    description: createProduct.summary,
    args: { input: t.arg({ type: CreateProductInput, required: true, description: 'The product.' }) },
    resolve: (_, { input }, context, info) =>
      write(context, createProduct, {
        body: () => input,
        selection: queryFromInfo({ context, info, path: ['product'], typeName: 'Product', select: { id: true } }),
      }),
  }),
);

builder.mutationField('updateProduct', (t) =>
  t.field({
    type: UpdateProductPayload,
    nullable: true,
    description: updateProduct.summary,
    args: {
      id: t.arg.id({ required: true, description: 'The id of the product.' }),
      input: t.arg({ type: UpdateProductInput, required: true, description: 'The fields to change.' }),
    },
    resolve: (_, { id, input }, context, info) =>
      write(context, updateProduct, {
        id,
        body: () => input,
        selection: queryFromInfo({ context, info, path: ['product'], typeName: 'Product', select: { id: true } }),
      }),
  }),
);
