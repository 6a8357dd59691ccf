// The documentation of each REST operation: its answer, its envelopes, the headers of success, its notes.
import type { z } from 'zod';
import type { RestOperationName } from '../rest/routes.ts';
import {
  createdBundleAnswer,
  createdProductAnswer,
  productEnvelope,
  rentalEnvelope,
  updatedAnswer,
} from './answers.ts';
import { type Body, bundleBody, productBody } from './bodies.ts';
import type { HeaderName } from './headers.ts';
import type { TAGS } from './notes.ts';

interface OperationDocs {
  readonly tag: keyof typeof TAGS;
  readonly notes: string;
  /** The shape of a successful answer. */
  readonly answer: z.ZodObject;
  /** The envelopes around the fields; absent for an operation without a body. */
  readonly body?: Body;
  /** The headers of success beside those of every answer. */
  readonly headers?: readonly HeaderName[];
}

export const OPERATION_DOCS: Readonly<Record<RestOperationName, OperationDocs>> = {
  readRental: {
    tag: 'rental',
    notes: 'For the tenant and the owner of the rental. `selectAccounts` is there once it is paid.',
    answer: rentalEnvelope,
    headers: ['ETag'],
  },
  readProduct: {
    tag: 'product',
    notes: `For the owner of the product. Every field is there: null where the product has no value, an empty list where it has
no entries. A bundle has its \`items\` too.`,
    answer: productEnvelope,
    headers: ['ETag'],
  },
  updateProduct: {
    tag: 'product',
    notes: `Sets the fields that are given and keeps all others. A list is replaced whole, and \`[]\` clears it. Null clears
every field that a product can be without, \`sku\` under \`stock_type\` 1 alone; for any other field it is \`REQUIRED\`. The
rules hold for the product that results: under \`stock_type\` 0 it must have a \`sku\`. A \`code\` becomes the sku of a product that
has none and is given none.

A product can be sent back as it was read: \`id\`, \`productType\` and \`items\` are accepted where they equal what is stored, and
are \`INVALID_FORMAT\` otherwise; \`created_at\` and \`updated_at\` are ignored. Images that are stored already are not probed again.

With \`If-Match\` the product is changed only while a read in the same version of the API answers with that \`ETag\`.

The fields stand in \`product\`, or in \`data.attributes\` beside \`data.type: "products"\`; in one of the two.`,
    answer: updatedAnswer,
    body: productBody,
    headers: ['UpdatedETag'],
  },
  createProduct: {
    tag: 'product',
    notes: `Only \`title\` and \`rent\` are always needed. Under \`stock_type\` 0, the default, a \`sku\` is needed too, or a \`code\`, which
then is the sku. Null is the same as absent. A product of \`productType\` 1 is a bundle without items; its
\`stock_type\` is 1.

The fields stand in \`product\`, or in \`data.attributes\` beside \`data.type: "products"\`; in one of the two.`,
    answer: createdProductAnswer,
    body: productBody,
    headers: ['Location'],
  },
  createBundle: {
    tag: 'bundle',
    notes: `Each item names a product of yours that is online and no bundle itself; a product may stand in several
items. Without \`rent\` the bundle costs the sum of its items' rents, each times its quantity, as of now and exact to the last digit.
Null is the same as absent.

Read and update the bundle as a product, under the id that is answered.`,
    answer: createdBundleAnswer,
    body: bundleBody,
  },
};
