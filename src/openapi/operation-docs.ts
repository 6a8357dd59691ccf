// The documentation of each REST operation: its notes, its envelopes, the headers of success.
import type { RestOperationName } from '../rest/routes.ts';
import type { Wire } from '../rest/wire.ts';
import { type Body, bundleBody, productBody } from './bodies.ts';
import type { HeaderName } from './headers.ts';
import type { TAGS } from './notes.ts';

/** The names of products' fields and values in a version, in Markdown. */
export function productWords(wire: Wire) {
  const name = (field: string) => `\`${wire.name('Product', field)}\``;
  return {
    name,
    /** A field and one of its values: `stock_type` 0. */
    is: (field: string, value: string) => `${name(field)} ${wire.values('Product', field)?.[value]}`,
  };
}

interface OperationDocs {
  readonly tag: keyof typeof TAGS;
  readonly notes: (words: ReturnType<typeof productWords>) => string;
  /** The envelopes around the fields; absent for an operation without a body. */
  readonly body?: Body;
  /** The headers of success beside those of every answer. */
  readonly headers?: readonly HeaderName[];
}

export const OPERATION_DOCS: Readonly<Record<RestOperationName, OperationDocs>> = {
  readRental: {
    tag: 'rental',
    notes: () => 'For the tenant and the owner of the rental. `selectAccounts` is there once it is paid.',
    headers: ['ETag'],
  },
  readProduct: {
    tag: 'product',
    notes: ({
      name,
    }) => `For the owner of the product. Every field is there: null where the product has no value, an empty list where it has
no entries. A bundle has its ${name('items')} too.`,
    headers: ['ETag'],
  },
  updateProduct: {
    tag: 'product',
    notes: ({
      name,
      is,
    }) => `Sets the fields that are given and keeps all others. A list is replaced whole, and \`[]\` clears it. Null clears
every field that a product can be without, ${name('sku')} under ${is('stockType', 'BULK')} alone; for any other field it is \`REQUIRED\`. The
rules hold for the product that results: under ${is('stockType', 'UNIT')} it must have a ${name('sku')}. A ${name('code')} becomes the sku of a product that
has none and is given none.

A product can be sent back as it was read: ${name('id')}, ${name('type')} and ${name('items')} are accepted where they equal what is stored, and
are \`INVALID_FORMAT\` otherwise; ${name('createdAt')} and ${name('updatedAt')} are ignored. Images that are stored already are not probed again.

With \`If-Match\` the product is changed only while a read in the same version of the API answers with that \`ETag\`.

The fields stand in \`product\`, or in \`data.attributes\` beside \`data.type: "products"\`; in one of the two.`,
    body: productBody,
    headers: ['UpdatedETag'],
  },
  createProduct: {
    tag: 'product',
    notes: ({
      name,
      is,
    }) => `Under ${is('stockType', 'UNIT')}, the default, a ${name('sku')} is needed, or a ${name('code')}, which
then is the sku. Null is the same as absent. A product of ${is('type', 'BUNDLE')} is a bundle without items; its
stock is ${is('stockType', 'BULK')}.

The fields stand in \`product\`, or in \`data.attributes\` beside \`data.type: "products"\`; in one of the two.`,
    body: productBody,
    headers: ['Location', 'CreatedETag'],
  },
  createBundle: {
    tag: 'bundle',
    notes: () => `Each item names a product of yours that is online and no bundle itself; a product may stand in several
items. Without a price of its own the bundle costs the sum of its items' rents, each times its quantity, as of now and exact to the last digit.
Null is the same as absent.

Read and update the bundle as a product, under the id that is answered.`,
    body: bundleBody,
    headers: ['Location', 'CreatedETag'],
  },
};
