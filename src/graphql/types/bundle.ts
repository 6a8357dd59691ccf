// The GraphQL type of a bundle, and its operations: `bundle`, `createBundle`.
import { items } from '../../bundles/bundle-shape.ts';
import { createBundle } from '../../bundles/create-bundle.ts';
import { readBundle } from '../../bundles/read-bundle.ts';
import { descriptionOf } from '../../operation/field-types.ts';
import { bundleItem } from '../../products/product-fields.ts';
import { storedFields } from '../../products/product-shape.ts';
import { builder } from '../builder.ts';
import { productOf, readWritten } from '../run-operation.ts';
import { addFields, IF_YOURS, Product, UpdateProductPayload } from './product.ts';
import { addMutation, addQuery } from './root-fields.ts';
import { outputFields } from './shape-types.ts';

builder.prismaObject('BundleItem', {
  description: descriptionOf(bundleItem),
  select: { adId: true },
  fields: (t) => ({
    ...outputFields(t, bundleItem.shape),
    product: t.field({
      type: Product,
      description: IF_YOURS,
      select: (_args, _context, nested) => ({ adId: true, product: nested() }),
      resolve: ({ adId: id, product }, _, context, info) =>
        productOf(context, { id, product }, info),
    }),
  }),
});

const Bundle = builder.prismaObject('Product', {
  variant: 'Bundle',
  description: 'Products that are rented together. REST reads a bundle as a product.',
  select: { id: true, ownerId: true, type: true },
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'The same as the ID of its product.',
    }),
    items: t.relation('items', {
      nullable: false,
      description: descriptionOf(items),
      query: { orderBy: { position: 'asc' } },
    }),
  }),
});

const { title, description, rent, images, online, archived } = storedFields;

addFields(Bundle, { title, description, rent, images, online, archived });

builder.prismaObjectField(Product, 'bundle', (t) =>
  t.variant(Bundle, {
    description: 'The same record as a bundle; null for a product.',
    isNull: ({ type }) => type !== 'BUNDLE',
  }),
);

builder.objectField(UpdateProductPayload, 'bundle', (t) =>
  t.field({
    type: Bundle,
    description:
      'The same record as a bundle; null for a product. Needs the permission `read`.',
    async resolve(payload, _, context, info) {
      const record = await readWritten(context, payload, info);
      return record?.type === 'BUNDLE' ? record : null;
    },
  }),
);

addQuery(readBundle, Bundle);

addMutation({ operation: createBundle, reader: readBundle, type: Bundle });
