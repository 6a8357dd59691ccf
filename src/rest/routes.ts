// The five routes of REST (section 4): each serves an operation and documents it.
import { createBundle } from '../bundles/create-bundle.ts';
import { readBundle } from '../bundles/read-bundle.ts';
import { domainObjects } from '../operation/field-types.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { PRODUCTS_PATH } from '../paths.ts';
import { createProduct } from '../products/create-product.ts';
import type { ProductRow } from '../products/product-rows.ts';
import { updateProductInput } from '../products/product-shape.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { type RentalRecord, readRental } from '../rentals/read-rental.ts';
import { eitherEnvelope, wrappedIn } from './envelope.ts';
import {
  createdBundleResponse,
  createdProductResponse,
  productResponse,
  readProductResponse,
  readRentalResponse,
  toAds,
  toRental,
  updatedResponse,
} from './response-shapes.ts';
import type { Route } from './route.ts';

/** The groups of operations in the OpenAPI document. */
export const TAGS = {
  product: {
    name: 'Products',
    description:
      'Read, create and update products. Bundles can be read and updated here too.',
  },
  bundle: { name: 'Bundles', description: 'Bundle products that are rented together.' },
  rental: { name: 'Rentals', description: "Read rentals; they can't be changed." },
};

/** The fields of an update and the items of a bundle, so that a product can be sent back as read. */
const updateFields = updateProductInput
  .extend({ items: productResponse.shape.items })
  .register(domainObjects, { object: 'Product', use: 'update' });

const ROWS = [
  {
    method: 'GET',
    path: '/rental/:id',
    operation: readRental,
    response: readRentalResponse,
    reply: (rental: RentalRecord) => ({ body: { rentals: toRental(rental) } }),
    tag: TAGS.rental,
    notes: () =>
      'The tenant and the owner can read a rental. It has `selectAccounts` once it is paid.',
  },
  {
    method: 'GET',
    path: '/product/:id',
    operation: readProduct,
    alsoReads: readBundle,
    response: readProductResponse,
    reply: (product: ProductRow) => ({ body: { product: toAds(product) } }),
    tag: TAGS.product,
    notes: ({ name }) => `Only the owner can read a product. \
Every field is present: null if it has no value, an empty list if it has no entries.
A bundle also has ${name('items')}.`,
  },
  {
    method: 'PUT',
    path: '/product/:id',
    operation: updateProduct,
    envelope: eitherEnvelope,
    fields: updateFields,
    response: updatedResponse,
    reply: () => ({ body: { success: true } }),
    tag: TAGS.product,
    notes: ({
      name,
      is,
      has,
    }) => `Only the fields you send change. A list is replaced as a whole, and \`[]\` clears it. \
Null clears an optional field,
but ${name('sku')} only with ${is('stockType', 'BULK')}; for any other field it is \`REQUIRED\`. \
The rules apply to the updated product:
with ${is('stockType', 'UNIT')} it must have a ${name('sku')}.\
${has('code') ? ` If it has none and you send none, the ${name('code')} you send becomes the SKU.` : ''}

You can send a product back as you read it: ${name('id')}, ${name('type')} and ${name('items')} are accepted \
if they equal the stored values,
and are \`INVALID_FORMAT\` otherwise; ${name('createdAt')} and ${name('updatedAt')} are ignored. \
Stored images aren't checked again.`,
  },
  {
    method: 'POST',
    path: '/product',
    operation: createProduct,
    envelope: eitherEnvelope,
    fields: createProduct.input,
    response: createdProductResponse,
    reply: ({ id }: { id: number }) => ({
      body: { success: true, id, location: `${PRODUCTS_PATH}/${id}` },
      headers: { Location: `${PRODUCTS_PATH}/${id}` },
    }),
    tag: TAGS.product,
    notes: ({
      name,
      is,
      isDefault,
      has,
    }) => `With ${is('stockType', 'UNIT')}${isDefault('stockType', 'UNIT') ? ', the default,' : ''} \
a product needs a ${name('sku')}${has('code') ? `, or a ${name('code')}, which\nbecomes the SKU` : ''}. \
Null is the same as absent. With ${is('type', 'BUNDLE')} it is a bundle without items, and its stock is
${is('stockType', 'BULK')}.`,
  },
  {
    method: 'POST',
    path: '/bundle',
    operation: createBundle,
    envelope: wrappedIn('bundle'),
    fields: createBundle.input,
    response: createdBundleResponse,
    reply: ({ id }: { id: number }) => ({
      body: { success: true, id },
      headers: { Location: `${PRODUCTS_PATH}/${id}` },
    }),
    tag: TAGS.bundle,
    notes:
      () => `Each item is one of your products that is online and isn't a bundle itself; a product may appear in several
items. If you send no rent, the bundle's rent is the sum of its items' current rents times their quantities, \
computed exactly.
Null is the same as absent.

Read and update the bundle as a product, with the ID in the response.`,
  },
] as const satisfies readonly Route[];

export type RestOperationName = (typeof ROWS)[number]['operation']['name'];

export const ROUTES: readonly (Route & {
  readonly operation: AnyOperation<RestOperationName>;
})[] = ROWS;
