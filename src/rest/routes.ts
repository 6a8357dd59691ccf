// The five routes of REST (section 4): each serves an operation and documents it.
import { createBundle } from '../bundles/create-bundle.ts';
import { domainObjects } from '../operation/field-types.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { API_BASE_PATH, productPath } from '../paths.ts';
import { createProduct } from '../products/create-product.ts';
import type { ProductRow } from '../products/product-rows.ts';
import { updateProductInput } from '../products/product-shape.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { type RentalRecord, readRental } from '../rentals/read-rental.ts';
import {
  createdBundleAnswer,
  createdProductAnswer,
  productAnswer,
  readProductAnswer,
  readRentalAnswer,
  toAds,
  toRental,
  updatedAnswer,
} from './answers.ts';
import { eitherEnvelope, wrappedIn } from './envelope.ts';
import { pathTemplate, type Route } from './route.ts';

/** The groups of operations in the OpenAPI document. */
export const TAGS = {
  product: {
    name: 'Products',
    description: 'Read, create and update products. Bundles can be read and updated here too.',
  },
  bundle: { name: 'Bundles', description: 'Bundle products that are rented together.' },
  rental: { name: 'Rentals', description: "Read rentals; they can't be changed." },
};

/** The fields of an update and the items of a bundle, so that a product can be sent back as read. */
const updateFields = updateProductInput
  .extend({ items: productAnswer.shape.items })
  .register(domainObjects, { object: 'Product', use: 'update' });

const revision = (product: Pick<ProductRow, 'revision'>) => product.revision;

const ROWS = [
  {
    method: 'GET',
    path: '/rental/:id',
    operation: readRental,
    answer: readRentalAnswer,
    reply: (rental: RentalRecord) => ({ body: { rentals: toRental(rental) } }),
    tag: TAGS.rental,
    notes: () => 'The tenant and the owner can read a rental. It has `selectAccounts` once it is paid.',
  },
  {
    method: 'GET',
    path: '/product/:id',
    operation: readProduct,
    revision,
    answer: readProductAnswer,
    reply: (product: ProductRow) => ({ body: { product: toAds(product) } }),
    tag: TAGS.product,
    notes: ({
      name,
    }) => `For the owner of the product. Every field is there: null where the product has no value, an empty list where it has
no entries. A bundle has its ${name('items')} too.`,
  },
  {
    method: 'PUT',
    path: '/product/:id',
    operation: updateProduct,
    envelope: eitherEnvelope,
    fields: updateFields,
    revision,
    answer: updatedAnswer,
    reply: () => ({ body: { success: true } }),
    tag: TAGS.product,
    notes: ({
      name,
      is,
    }) => `Sets the fields that are given and keeps all others. A list is replaced whole, and \`[]\` clears it. Null clears
every field that a product can be without, ${name('sku')} under ${is('stockType', 'BULK')} alone; for any other field it is \`REQUIRED\`. The
rules hold for the product that results: under ${is('stockType', 'UNIT')} it must have a ${name('sku')}. A ${name('code')} becomes the sku of a product that
has none and is given none.

A product can be sent back as it was read: ${name('id')}, ${name('type')} and ${name('items')} are accepted where they equal what is stored, and
are \`INVALID_FORMAT\` otherwise; ${name('createdAt')} and ${name('updatedAt')} are ignored. Images that are stored already are not probed again.

With \`If-Match\` the product is changed only while a read in the same version of the API answers with that \`ETag\`.`,
  },
  {
    method: 'POST',
    path: '/product',
    operation: createProduct,
    envelope: eitherEnvelope,
    fields: createProduct.input,
    revision,
    answer: createdProductAnswer,
    reply: ({ id }: { id: number }) => ({
      body: { success: true, id, location: productPath(id) },
      headers: { Location: productPath(id) },
    }),
    tag: TAGS.product,
    notes: ({
      name,
      is,
    }) => `Under ${is('stockType', 'UNIT')}, the default, a ${name('sku')} is needed, or a ${name('code')}, which
then is the sku. Null is the same as absent. A product of ${is('type', 'BUNDLE')} is a bundle without items; its
stock is ${is('stockType', 'BULK')}.`,
  },
  {
    method: 'POST',
    path: '/bundle',
    operation: createBundle,
    envelope: wrappedIn('bundle'),
    fields: createBundle.input,
    revision,
    answer: createdBundleAnswer,
    reply: ({ id }: { id: number }) => ({ body: { success: true, id }, headers: { Location: productPath(id) } }),
    tag: TAGS.bundle,
    notes: () => `Each item names a product of yours that is online and no bundle itself; a product may stand in several
items. Without a price of its own the bundle costs the sum of its items' rents, each times its quantity, as of now and exact to the last digit.
Null is the same as absent.

Read and update the bundle as a product, under the id that is answered.`,
  },
] as const satisfies readonly Route[];

export type RestOperationName = (typeof ROWS)[number]['operation']['name'];

export const ROUTES: readonly (Route & { readonly operation: AnyOperation<RestOperationName> })[] = ROWS;

const TEMPLATES = [...new Set(ROWS.map(({ path }) => path))].map((path) => ({
  template: API_BASE_PATH + pathTemplate({ path }),
  pattern: new RegExp(`^${API_BASE_PATH}${path.replace(/:\w+/, '[^/]+')}$`),
}));

/** The template of a path below the base, for the log; undefined for a path without a route. */
export const templateOf = (pathname: string): string | undefined =>
  TEMPLATES.find(({ pattern }) => pattern.test(pathname))?.template;
