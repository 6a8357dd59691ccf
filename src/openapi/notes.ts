// The prose of the OpenAPI document: the service, its resources, each operation.
import type { RestOperationName } from '../rest/routes.ts';

export const TITLE = 'Rental Marketplace Owner API';

export const ABOUT = `Owners manage their products and bundles and read the rentals that they take part in.

Every request carries a **user API token**: in the header \`Authorization: Bearer svc_…\` (recommended) or in the query
parameter \`token\` (for older clients). The header wins where both are sent. A token acts with the permissions that its
user has at that moment, and stops working the moment it is revoked. \`svc_test_\` tokens work on test deployments,
\`svc_live_\` tokens on live ones.

**Types are strict.** Nothing is converted (\`"3"\` is no integer, \`1\` is no boolean) and unknown fields are refused.
Integers end at 2 147 483 647, text is Unicode without NUL, and lengths count code points. A refused request lists
everything that is wrong with it, one error per field, each with one of nine codes.

**Creates are throttled** by one budget per user. A 429 carries \`Retry-After\` in whole seconds; waiting that long lets the
next request through.

**Versions are dates.** A token keeps the version that was newest when it was made; the header \`service-version\` sets
another for one request; \`X-API-Version\` names the one that was applied. Within a version there may be new endpoints, new
optional fields of requests and new fields of answers: ignore the fields that you don't know.

GET endpoints answer HEAD too. Where GraphQL has another name, \`x-graphql-name\` (of a field), \`x-graphql-field\` (of an
operation) and \`x-enum-varnames\` (of a value) tell it; every other name is the same on both.`;

export const TAGS = {
  product: { name: 'Products', description: 'The products of an owner; a bundle can be read and updated here too.' },
  bundle: { name: 'Bundles', description: 'Packs of products that are rented together.' },
  rental: { name: 'Rentals', description: 'Rentals of products, read only.' },
} as const;

export const NOTES: Readonly<Record<RestOperationName, string>> = {
  readRental: 'For the tenant and the owner of the rental. `selectAccounts` is there once it is paid.',
  readProduct: `For the owner of the product. Every field is there: null where the product has no value, an empty list where it has
no entries. A bundle has its \`items\` too.`,
  updateProduct: `Sets the fields that are given and keeps all others. A list is replaced whole, and \`[]\` clears it. Null clears
every field that a product can be without, \`sku\` under \`stock_type\` 1 alone; for any other field it is \`REQUIRED\`. The
rules hold for the product that results: under \`stock_type\` 0 it must have a \`sku\`. A \`code\` becomes the sku of a product that
has none and is given none.

A product can be sent back as it was read: \`id\`, \`productType\` and \`items\` are accepted where they equal what is stored, and
are \`INVALID_FORMAT\` otherwise; \`created_at\` and \`updated_at\` are ignored. Images that are stored already are not probed again.

The fields stand in \`product\`, or in \`data.attributes\` beside \`data.type: "products"\`; in one of the two.`,
  createProduct: `Only \`title\` and \`rent\` are always needed. Under \`stock_type\` 0, the default, a \`sku\` is needed too, or a \`code\`, which
then is the sku. Null is the same as absent. A product of \`productType\` 1 is a bundle without items; its
\`stock_type\` is 1.

The fields stand in \`product\`, or in \`data.attributes\` beside \`data.type: "products"\`; in one of the two.`,
  createBundle: `Each item names a product of yours that is online and no bundle itself; a product may stand in several
items. Without \`rent\` the bundle costs the sum of its items' rents, each times its quantity, as of now and exact to the last digit.
Null is the same as absent.

Read and update the bundle as a product, under the id that is answered.`,
};
