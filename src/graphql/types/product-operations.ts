// The product operations on GraphQL (D33): `product`, `createProduct`, `updateProduct`.
import type { Product as ProductRow } from '../../../prisma/generated/client/client.ts';
import { productPath } from '../../paths.ts';
import { createProduct } from '../../products/create-product.ts';
import { createProductInput, equipment, image, updateProductFields } from '../../products/product-shape.ts';
import { readProduct } from '../../products/read-product.ts';
import { updateProduct } from '../../products/update-product.ts';
import { type Payload, write, written } from '../answer.ts';
import { builder } from '../builder.ts';
import { domainInput } from '../domain-input.ts';
import { addInputType } from './input-types.ts';
import { outcomeFields } from './payload.ts';
import { Product } from './product.ts';
import { addMutation, addQuery, describeMutation } from './root-fields.ts';

addInputType('EquipmentInput', equipment, { description: 'Equipment of a product.' });
addInputType('ImageInput', image, { description: 'An image of a product or bundle.' });

const CreateProductInput = addInputType('CreateProductInput', createProductInput, {
  description: 'A product to create.',
  ...createProduct,
});

const UpdateProductInput = addInputType('UpdateProductInput', updateProductFields, {
  description: 'The fields to change; an absent one stays as it is, a list is replaced whole.',
});

const CreateProductPayload = builder.objectRef<Payload<ProductRow>>('CreateProductPayload').implement({
  description: 'The result of `createProduct`.',
  fields: (t) => ({
    ...outcomeFields(t, 'the product was created'),
    id: t.id({ description: 'The id of the new product.', resolve: ({ output }) => output?.id }),
    location: t.string({
      description: 'The path of the new product on REST.',
      resolve: ({ output }) => output && productPath(output.id),
    }),
    product: t.field({
      type: Product,
      description: 'The new product. Needs the permission `read`.',
      resolve: (payload, _, context) => written(payload, context),
    }),
  }),
});

const UpdateProductPayload = builder.objectRef<Payload<ProductRow>>('UpdateProductPayload').implement({
  description: 'The result of `updateProduct`.',
  fields: (t) => ({
    ...outcomeFields(t, 'the product was changed'),
    product: t.field({
      type: Product,
      description: 'The product as it is now. Needs the permission `read`.',
      resolve: (payload, _, context) => written(payload, context),
    }),
  }),
});

const READER = { operation: readProduct, lines: 'bundle' } as const;

addQuery(READER, Product);

addMutation(createProduct, (t) =>
  t.field({
    type: CreateProductPayload,
    nullable: true,
    description: describeMutation(createProduct),
    args: { input: t.arg({ type: CreateProductInput, required: true, description: 'The product.' }) },
    resolve: (_, { input }, context, info) =>
      write(context, createProduct, {
        info,
        reader: READER,
        body: () => domainInput(info, input),
        record: { path: ['product'], typeName: 'Product' },
      }),
  }),
);

addMutation(updateProduct, (t) =>
  t.field({
    type: UpdateProductPayload,
    nullable: true,
    description: describeMutation(updateProduct),
    args: {
      id: t.arg.id({ required: true, description: 'The id of the product.' }),
      input: t.arg({ type: UpdateProductInput, required: true, description: 'The fields to change.' }),
      ifRevision: t.arg.int({
        description: 'The revision that was read; once the product has another one, nothing is changed: `CONFLICT`.',
      }),
    },
    resolve: (_, { id, input, ifRevision }, context, info) =>
      write(context, updateProduct, {
        id,
        info,
        reader: READER,
        ifRevision: ifRevision == null ? undefined : [ifRevision],
        body: () => domainInput(info, input),
        record: { path: ['product'], typeName: 'Product' },
      }),
  }),
);
