// The five rows of the REST surface (section 4): method, path, operation, envelope, reply.
import type { z } from 'zod';
import { createBundle } from '../bundles/create-bundle.ts';
import { domainObjects } from '../operation/field-types.ts';
import type { AnyOperation, Selection } from '../operation/operation.ts';
import { API_BASE_PATH, productPath } from '../paths.ts';
import { createProduct } from '../products/create-product.ts';
import { type RevisedProduct, revisedAds } from '../products/find-product.ts';
import { updateProductInput } from '../products/product-shape.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { type RentalRecord, readRental, rentalGroup } from '../rentals/read-rental.ts';
import {
  createdBundleAnswer,
  createdProductAnswer,
  productAnswer,
  productEnvelope,
  rentalEnvelope,
  toAds,
  toRental,
  updatedAnswer,
} from './answers.ts';
import { type Envelope, eitherEnvelope, wrappedIn } from './envelope.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly operation: AnyOperation;
  /** The fields of the result that the reply uses. */
  readonly selection: Selection;
  readonly envelope?: Envelope;
  /** The shape by which the fields of a body are read; absent for an operation without a body. */
  readonly fields?: z.ZodObject | undefined;
  /** The status of success. */
  readonly status: 200 | 201;
  /** The key of the fields in the reply of a read; absent for a write. */
  readonly resource?: string;
  /** The revision of the result, for the ETag (D41). */
  // biome-ignore lint/suspicious/noExplicitAny: the result is that of the selection
  readonly revision?: (output: any) => number;
  /** The shape of a successful answer, in the names of the domain. */
  readonly answer: z.ZodObject;
  // biome-ignore lint/suspicious/noExplicitAny: the reply of each row takes the result of its selection
  readonly reply: (output: any) => { readonly body: object; readonly headers?: Readonly<Record<string, string>> };
}

/** The fields of an update, with the items of a bundle: a product can be sent back as it was read (D15). */
const updateFields = updateProductInput
  .extend({ items: productAnswer.shape.items })
  .register(domainObjects, { object: 'Product', use: 'update' });

const ID = { select: { id: true } } as const;

const revision = (product: { readonly revision: number }) => product.revision;

/** The revision of a new product, as its column has it. */
const firstRevision = () => 1;

const ROWS = [
  {
    method: 'GET',
    path: '/rental/:id',
    operation: readRental,
    selection: { select: rentalGroup },
    status: 200,
    resource: 'rentals',
    answer: rentalEnvelope,
    reply: (rental: RentalRecord) => ({ body: { rentals: toRental(rental) } }),
  },
  {
    method: 'GET',
    path: '/product/:id',
    operation: readProduct,
    selection: { select: revisedAds },
    status: 200,
    resource: 'product',
    revision,
    answer: productEnvelope,
    reply: (product: RevisedProduct) => ({ body: { product: toAds(product) } }),
  },
  {
    method: 'PUT',
    path: '/product/:id',
    operation: updateProduct,
    selection: { select: { id: true, revision: true } },
    envelope: eitherEnvelope,
    fields: updateFields,
    status: 200,
    revision,
    answer: updatedAnswer,
    reply: () => ({ body: { success: true } }),
  },
  {
    method: 'POST',
    path: '/product',
    operation: createProduct,
    selection: ID,
    envelope: eitherEnvelope,
    fields: createProduct.input,
    status: 201,
    revision: firstRevision,
    answer: createdProductAnswer,
    reply: ({ id }: { id: number }) => ({
      body: { success: true, id, location: productPath(id) },
      headers: { Location: productPath(id) },
    }),
  },
  {
    method: 'POST',
    path: '/bundle',
    operation: createBundle,
    selection: ID,
    envelope: wrappedIn('bundle'),
    fields: createBundle.input,
    status: 201,
    revision: firstRevision,
    answer: createdBundleAnswer,
    reply: ({ id }: { id: number }) => ({ body: { success: true, id }, headers: { Location: productPath(id) } }),
  },
] as const satisfies readonly Route[];

export type RestOperationName = (typeof ROWS)[number]['operation']['name'];

export const ROUTES: readonly (Route & { readonly operation: AnyOperation<RestOperationName> })[] = ROWS;

/** The path in the notation of OpenAPI: `/product/{id}`. */
export const pathTemplate = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

const TEMPLATES = [...new Set(ROWS.map(({ path }) => path))].map((path) => ({
  template: API_BASE_PATH + pathTemplate({ path }),
  pattern: new RegExp(`^${API_BASE_PATH}${path.replace(/:\w+/, '[^/]+')}$`),
}));

/** The template of a path below the base, for the log; undefined for a path without a row. */
export const templateOf = (pathname: string): string | undefined =>
  TEMPLATES.find(({ pattern }) => pattern.test(pathname))?.template;
