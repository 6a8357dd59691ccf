// The shapes of REST responses (sections 2 and 7) in domain names; responses are written and documented from them.
import { z } from 'zod';
import { FAILURES } from '../operation/failures.ts';
import { FIELD_ERROR_CODES } from '../operation/field-error.ts';
import { MAX_ENTRIES, responseObject, storedId } from '../operation/field-types.ts';
import { times } from '../operation/times.ts';
import { bundleItem } from '../products/product-fields.ts';
import type { ProductRow } from '../products/product-rows.ts';
import { storedFields } from '../products/product-shape.ts';
import { type RentalRecord, rentalShape } from '../rentals/read-rental.ts';

/** The `ads` group of the specification: a product as a read returns it. */
export const productResponse = responseObject('Product', {
  id: storedId('The same over REST and GraphQL.'),
  ...storedFields,
  items: z
    .array(bundleItem)
    .max(MAX_ENTRIES)
    .optional()
    .meta({ description: 'The products of a bundle, in order; only for bundles.' }),
  ...times,
} satisfies Record<Exclude<keyof ProductRow, 'ownerId' | 'revision'>, z.ZodType>).meta({
  description: 'A product as its owner reads it. A bundle is a product too.',
});

/** The `ads` group, whose columns its shape has: only bundles have `items`. */
export const toAds = ({ items, ...product }: ProductRow): object =>
  product.type === 'BUNDLE' ? { ...product, items } : product;

/** The `rental` group (section 2.3), whose columns its shape has: only a paid rental has `selectAccounts`. */
export const toRental = ({ paidAt, paidAccounts, ...rental }: RentalRecord): object =>
  paidAt ? { ...rental, selectAccounts: paidAccounts.map(({ user }) => user) } : rental;

/** The responses of reads: the resource under its key. */
export const readProductResponse = responseObject('ProductEnvelope', {
  product: productResponse,
});
export const readRentalResponse = responseObject('RentalEnvelope', { rentals: rentalShape });

const success = z.literal(true);

export const updatedResponse = responseObject('Updated', { success });

export const createdProductResponse = responseObject('CreatedProduct', {
  success,
  id: storedId('Store it: no operation lists your products.'),
  location: z.string().meta({
    format: 'uri-reference',
    description: 'Path to read and update the new product.',
  }),
});

export const createdBundleResponse = responseObject('CreatedBundle', {
  success,
  id: storedId(
    'Read and update the bundle as the product with this ID. Store it: no operation lists your bundles.',
  ),
});

const fieldErrorCode = z.literal(Object.keys(FIELD_ERROR_CODES)).meta({
  id: 'ValidationErrorCode',
  description: `Why a field is invalid.

| code | meaning |
|---|---|
${Object.entries(FIELD_ERROR_CODES)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n')}`,
});

const fieldError = z
  .object({
    field: z.string().meta({
      description: 'The path of the field, as you sent it.',
      example: 'images[0].src',
    }),
    code: fieldErrorCode,
    message: z.string().meta({
      description: 'What is wrong, for developers. The wording may change.',
      example: 'Product is not online',
    }),
  })
  .meta({ id: 'ValidationError', description: 'A validation error of one field.' });

export const invalidResponse = z
  .object({
    success: z.literal(false),
    errors: z
      .array(fieldError)
      .meta({ description: 'All validation errors, in field order, one per field.' }),
  })
  .meta({ id: 'ValidationFailure' });

const error = z.string().meta({ description: 'What went wrong, for developers.' });

/** Not called `Error`, because generated code would shadow the built-in class. */
export const errorResponse = z.object({ error }).meta({ id: 'Failure' });

export const unauthenticatedResponse = z
  .object({
    error,
    code: z
      .literal(FAILURES.unauthenticated.code)
      .meta({ description: 'The same code as on GraphQL.' }),
  })
  .meta({ id: 'AuthenticationFailure' });
