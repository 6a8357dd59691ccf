// The GraphQL type of a bundle, and its operations (D33): `bundle`, `createBundle`.
import type { Product as ProductRow } from '../../../prisma/generated/client/client.ts';
import { bundleItem, createBundleInput, items } from '../../bundles/bundle-shape.ts';
import { createBundle } from '../../bundles/create-bundle.ts';
import { readBundle } from '../../bundles/read-bundle.ts';
import { descriptionOf } from '../../operation/field-types.ts';
import { owns } from '../../products/find-product.ts';
import { type Payload, write, written } from '../answer.ts';
import { builder } from '../builder.ts';
import { domainInput } from '../domain-input.ts';
import { addInputType } from './input-types.ts';
import { addSharedFields, Product } from './product.ts';
import './product-operations.ts';
import { outcomeFields } from './payload.ts';
import { addMutation, addQuery, describeMutation } from './root-fields.ts';

builder.prismaObject('BundleItem', {
  description: 'A line of a bundle.',
  select: { adId: true },
  fields: (t) => ({
    adId: t.exposeID('adId', { nullable: false, description: 'The id of the product.' }),
    quantity: t.exposeInt('quantity', { nullable: false, description: 'The number of units of the product.' }),
    product: t.field({
      type: Product,
      nullable: true,
      description: 'The product; null unless it is yours.',
      select: (_args, _context, nested) => ({ product: nested({ select: { id: true, ownerId: true, type: true } }) }),
      resolve: ({ product }, _, { operation }) => (owns(operation.caller, product) ? product : null),
    }),
  }),
});

const Bundle = builder.prismaObject('Product', {
  variant: 'Bundle',
  description: 'A pack of products that are rented together; on REST it is read as a product.',
  select: { id: true, ownerId: true, type: true },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The id, the same as that of its product.' }),
    items: t.relation('items', {
      nullable: false,
      description: descriptionOf(items),
      query: { orderBy: { position: 'asc' } },
    }),
  }),
});

addSharedFields(Bundle);

builder.prismaObjectField(Product, 'bundle', (t) =>
  t.variant(Bundle, {
    description: 'The same product seen as a bundle; null for a plain product.',
    isNull: ({ type }) => type !== 'BUNDLE',
  }),
);

addInputType('BundleItemInput', bundleItem, { description: 'A line of a bundle.' });

const CreateBundleInput = addInputType('CreateBundleInput', createBundleInput, {
  description: 'A bundle to create.',
  ...createBundle,
});

const CreateBundlePayload = builder.objectRef<Payload<ProductRow>>('CreateBundlePayload').implement({
  description: 'The result of `createBundle`.',
  fields: (t) => ({
    ...outcomeFields(t, 'the bundle was created'),
    id: t.id({ description: 'The id of the new bundle.', resolve: ({ output }) => output?.id }),
    bundle: t.field({
      type: Bundle,
      description: 'The new bundle. Needs the permission `read`.',
      resolve: (payload, _, context) => written(payload, context),
    }),
  }),
});

const READER = { operation: readBundle, lines: 'bundle' } as const;

addQuery(READER, Bundle);

addMutation(createBundle, (t) =>
  t.field({
    type: CreateBundlePayload,
    nullable: true,
    description: describeMutation(createBundle),
    args: { input: t.arg({ type: CreateBundleInput, required: true, description: 'The bundle.' }) },
    resolve: (_, { input }, context, info) =>
      write(context, createBundle, {
        info,
        reader: READER,
        body: () => domainInput(info, input),
        record: { path: ['bundle'], typeName: 'Bundle' },
      }),
  }),
);
