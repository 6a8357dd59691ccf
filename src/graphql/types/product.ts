// The GraphQL type of a product, its enums, and its operations: `product`, `createProduct`, `updateProduct`.

import type { z } from 'zod';
import { ProductType, StockType } from '../../../prisma/generated/client/enums.ts';
import { moment } from '../../operation/field-types.ts';
import { productPath } from '../../paths.ts';
import { createProduct } from '../../products/create-product.ts';
import { createProductInput, storedFields, updateProductFields } from '../../products/product-shape.ts';
import { readProduct } from '../../products/read-product.ts';
import { updateProduct } from '../../products/update-product.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery } from './root-fields.ts';
import { addEnum, addInputType, outputFields } from './shape-types.ts';

addEnum('ProductType', ProductType, {
  description: 'A product or a bundle.',
  values: { PRODUCT: 'A product.', BUNDLE: 'A pack of products that are rented together.' },
});

addEnum('StockType', StockType, {
  description: 'How stock is managed.',
  values: {
    UNIT: 'Each unit is tracked, so that a sku is required.',
    BULK: 'Only the total quantity is managed.',
  },
});

export const Product = builder.prismaObject('Product', {
  description: 'A product of an owner. A bundle is a product too.',
  select: { id: true, ownerId: true, type: true },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The id, the same on REST.' }),
  }),
});

/** Adds fields of a product to its type, or to that of a bundle. */
export const addFields = (type: typeof Product, fields: Readonly<Record<string, z.ZodType>>): void =>
  builder.prismaObjectFields(type, (t) => ({
    ...outputFields(t, {
      ...fields,
      createdAt: moment('When it was created.'),
      updatedAt: moment('When it was last changed.'),
    }),
    revision: t.exposeInt('revision', {
      nullable: false,
      description: 'Raised by every change, from 1 on; REST has it in the ETag.',
    }),
  }));

addFields(Product, storedFields);

const CreateProductInput = addInputType('CreateProductInput', createProductInput, {
  description: 'A product to create.',
  operation: createProduct,
});

const UpdateProductInput = addInputType('UpdateProductInput', updateProductFields, {
  description: 'The fields to change; an absent one stays as it is, a list is replaced whole.',
});

addQuery(readProduct, Product);

addMutation({
  operation: createProduct,
  input: CreateProductInput,
  reader: readProduct,
  type: Product,
  more: (t) => ({
    location: t.string({
      description: 'The path of the new product on REST.',
      resolve: ({ output }) => output && productPath(output.id),
    }),
  }),
});

export const UpdateProductPayload = addMutation({
  operation: updateProduct,
  input: UpdateProductInput,
  reader: readProduct,
  type: Product,
});
