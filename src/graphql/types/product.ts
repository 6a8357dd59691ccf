// The GraphQL type of a product, its enums, and its operations: `product`, `createProduct`, `updateProduct`.

import type { z } from 'zod';
import { ProductType, StockType } from '../../../prisma/generated/client/enums.ts';
import { storedId } from '../../operation/field-types.ts';
import { times } from '../../operation/times.ts';
import { PRODUCTS_PATH } from '../../paths.ts';
import { createProduct } from '../../products/create-product.ts';
import { storedFields, updateProductFields } from '../../products/product-shape.ts';
import { readProduct } from '../../products/read-product.ts';
import { updateProduct } from '../../products/update-product.ts';
import { builder } from '../builder.ts';
import { PRODUCT_TYPES, STOCK_TYPES } from './enum-members.ts';
import { addMutation, addQuery } from './root-fields.ts';
import { addEnum, outputFields } from './shape-types.ts';

addEnum('ProductType', ProductType, 'A product or a bundle.', PRODUCT_TYPES, 'Product.type');
addEnum('StockType', StockType, 'How stock is tracked.', STOCK_TYPES, 'Product.stockType');

export const Product = builder.prismaObject('Product', {
  description: 'A product of an owner. A bundle is a product too.',
  select: { id: true, ownerId: true, type: true },
});

/** Adds fields of a product to its type, or to a bundle's. */
export const addFields = (
  type: typeof Product,
  fields: Readonly<Record<string, z.ZodType>>,
) =>
  builder.prismaObjectFields(type, (t) => ({
    ...outputFields(t, { ...fields, ...times }),
    revision: t.exposeInt('revision', {
      nullable: false,
      description:
        'Starts at 1 and increases with every change. REST returns it in the ETag.',
    }),
  }));

addFields(Product, { id: storedId('The same over REST and GraphQL.'), ...storedFields });

export const IF_YOURS = "The product, or null if it isn't yours.";

addQuery(readProduct, Product);

const CreateProductPayload = addMutation({
  operation: createProduct,
  reader: readProduct,
  type: Product,
});

builder.objectField(CreateProductPayload, 'location', (t) =>
  t.string({
    description: 'The REST path of the new product.',
    resolve: ({ id }) => (id === null ? null : `${PRODUCTS_PATH}/${id}`),
  }),
);

export const UpdateProductPayload = addMutation({
  operation: updateProduct,
  shape: updateProductFields,
  reader: readProduct,
  type: Product,
});
