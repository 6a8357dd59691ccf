// The five rows of the REST surface (section 4): method, path, operation, envelope, reply.
import { createBundle } from '../bundles/create-bundle.ts';
import type { Operation, Selection } from '../operation/operation.ts';
import { createProduct } from '../products/create-product.ts';
import { ads, type StoredProduct } from '../products/find-product.ts';
import { productLocation } from '../products/product-location.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { type RentalRecord, readRental, rentalGroup } from '../rentals/read-rental.ts';
import { type Envelope, productEnvelope, wrappedIn } from './envelope.ts';
import { toAds, toRental } from './groups.ts';
import type { Reply } from './respond.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows of different operations stand in one list
  readonly operation: Operation<any, any, any>;
  /** What the operation reads for the reply. */
  readonly selection: Selection;
  readonly envelope?: Envelope;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly reply: (output: any) => Reply;
}

const ID = { select: { id: true } } as const;

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/rental/:id',
    operation: readRental,
    selection: { select: rentalGroup },
    reply: (rental: RentalRecord) => ({ status: 200, body: { rentals: toRental(rental) } }),
  },
  {
    method: 'GET',
    path: '/product/:id',
    operation: readProduct,
    selection: { select: ads },
    reply: (product: StoredProduct) => ({ status: 200, body: { product: toAds(product) } }),
  },
  {
    method: 'PUT',
    path: '/product/:id',
    operation: updateProduct,
    selection: ID,
    envelope: productEnvelope,
    reply: () => ({ status: 200, body: { success: true } }),
  },
  {
    method: 'POST',
    path: '/product',
    operation: createProduct,
    selection: ID,
    envelope: productEnvelope,
    reply: ({ id }: { id: number }) => ({
      status: 201,
      body: { success: true, id, location: productLocation(id) },
      headers: { Location: productLocation(id) },
    }),
  },
  {
    method: 'POST',
    path: '/bundle',
    operation: createBundle,
    selection: ID,
    envelope: wrappedIn('bundle'),
    reply: ({ id }: { id: number }) => ({ status: 201, body: { success: true, id } }),
  },
];
