// The product operations on GraphQL (D33): `product`, `createProduct`, `updateProduct`.
import { productPath } from '../../paths.ts';
import { createProduct } from '../../products/create-product.ts';
import { createProductInput, updateProductFields } from '../../products/product-shape.ts';
import { readProduct } from '../../products/read-product.ts';
import { updateProduct } from '../../products/update-product.ts';
import { addInputType } from './input-types.ts';
import { addMutation } from './mutations.ts';
import { Product } from './product.ts';
import { addQuery } from './root-fields.ts';

const CreateProductInput = addInputType('CreateProductInput', createProductInput, {
  description: 'A product to create.',
  operation: createProduct,
});

const UpdateProductInput = addInputType('UpdateProductInput', updateProductFields, {
  description: 'The fields to change; an absent one stays as it is, a list is replaced whole.',
});

const READER = { operation: readProduct, items: 'bundle' } as const;

addQuery(READER, Product);

addMutation({
  operation: createProduct,
  input: CreateProductInput,
  reader: READER,
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
  reader: READER,
  type: Product,
});
