// The five rows of the REST surface (section 4): method, path, operation, envelope, reply; the server and the document.
import { z } from 'zod';
import { createBundle } from '../bundles/create-bundle.ts';
import type { Reply } from '../http/respond.ts';
import {
  createdBundleAnswer,
  createdProductAnswer,
  productAnswer,
  rentalAnswer,
  updatedAnswer,
} from '../openapi/answers.ts';
import { type Body, bundleBody, productBody } from '../openapi/bodies.ts';
import type { HeaderName } from '../openapi/headers.ts';
import type { Operation, Selection } from '../operation/operation.ts';
import { productPath } from '../paths.ts';
import { createProduct } from '../products/create-product.ts';
import { ads, type StoredProduct } from '../products/find-product.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { type RentalRecord, readRental, rentalGroup } from '../rentals/read-rental.ts';
import { type Envelope, productEnvelope, wrappedIn } from './envelope.ts';
import { toAds, toRental } from './groups.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows of different operations stand in one list
  readonly operation: Operation<any, any, any>;
  /** What the operation reads for the reply. */
  readonly selection: Selection;
  readonly envelope?: Envelope;
  /** The envelope as the document describes it. */
  readonly body?: Body;
  /** The status of success. */
  readonly status: 200 | 201;
  /** What `reply` answers, and the headers beside those of every answer, as the document describes them. */
  readonly answer: z.ZodObject;
  readonly headers?: readonly HeaderName[];
  /** The key of the fields in what `reply` answers; absent in the reply of a write. */
  readonly resource?: string;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly reply: (output: any) => Omit<Reply, 'status'>;
}

/** Whether absent fields keep their stored values. */
export const isUpdate = ({ method }: Route): boolean => method === 'PUT';

const ID = { select: { id: true } } as const;

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/rental/:id',
    operation: readRental,
    selection: { select: rentalGroup },
    status: 200,
    answer: z.object({ rentals: rentalAnswer }),
    resource: 'rentals',
    reply: (rental: RentalRecord) => ({ body: { rentals: toRental(rental) } }),
  },
  {
    method: 'GET',
    path: '/product/:id',
    operation: readProduct,
    selection: { select: ads },
    status: 200,
    answer: z.object({ product: productAnswer }),
    resource: 'product',
    reply: (product: StoredProduct) => ({ body: { product: toAds(product) } }),
  },
  {
    method: 'PUT',
    path: '/product/:id',
    operation: updateProduct,
    selection: ID,
    envelope: productEnvelope,
    body: productBody,
    status: 200,
    answer: updatedAnswer,
    reply: () => ({ body: { success: true } }),
  },
  {
    method: 'POST',
    path: '/product',
    operation: createProduct,
    selection: ID,
    envelope: productEnvelope,
    body: productBody,
    status: 201,
    answer: createdProductAnswer,
    headers: ['Location'],
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
    body: bundleBody,
    status: 201,
    answer: createdBundleAnswer,
    reply: ({ id }: { id: number }) => ({ body: { success: true, id } }),
  },
];
