// The shapes of REST answers (sections 2 and 7) in the names of the domain, by which they are written and documented.
import { z } from 'zod';
import { RentalStatus } from '../../prisma/generated/client/enums.ts';
import { bundleItem } from '../bundles/bundle-shape.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../operation/failure.ts';
import { domainObjects } from '../operation/field-types.ts';
import { MAX_INT32 } from '../operation/id.ts';
import type { StoredProduct } from '../products/find-product.ts';
import { equipment, image, storedFields } from '../products/product-shape.ts';
import { RENTAL_PRICES, type RentalRecord } from '../rentals/read-rental.ts';

/** The objects that the OpenAPI document names, under the names that they have on GraphQL. */
export const components = z.registry<{ name: string }>();

/** The entries of lists, the same in requests and answers. */
for (const [name, entry] of Object.entries({ Image: image, Equipment: equipment, BundleItem: bundleItem })) {
  entry.register(components, { name });
}

/** An answer that releases can change. */
function answer<Shape extends z.ZodObject>(object: string, shape: Shape): Shape {
  components.add(shape, { name: object });
  domainObjects.add(shape, { object, use: 'answer' });
  return shape;
}

/** The id of the first record in each table of the demo data. */
const EXAMPLE_ID = 1;

const id = (description: string) => z.int().min(1).max(MAX_INT32).meta({ description, example: EXAMPLE_ID });
const moment = (description: string) =>
  z.string().meta({ format: 'date-time', description, example: '2026-07-01T08:30:00.000Z' });
const day = (description: string, example: string) => z.string().meta({ format: 'date', description, example });
const money = (description: string) => z.number().meta({ description });

/** The `ads` group (D22). */
export const productAnswer = answer(
  'Product',
  z
    .object({
      id: id('Its id, the same on GraphQL.'),
      ...storedFields,
      items: z
        .array(bundleItem)
        .optional()
        .meta({ description: 'The products of a bundle, in order; absent for a plain product.' }),
      createdAt: moment('When it was created.'),
      updatedAt: moment('When it was last changed.'),
    } satisfies Record<keyof StoredProduct, z.ZodType>)
    .meta({ description: 'A product as its owner reads it: the `ads` group. A bundle is a product too.' }),
);

const account = answer(
  'Account',
  z
    .object({
      id: id('The id of the person.'),
      name: z.string().meta({ description: 'The name of the person.', example: 'Theo Tenant' }),
      email: z.string().meta({ description: 'The e-mail address of the person.', example: 'tenant@example.com' }),
    })
    .meta({ description: 'A person of the marketplace.' }),
);

const rentalItem = answer(
  'RentalItem',
  z
    .object({
      productId: id('The id of the product.'),
      title: z.string().meta({ description: 'The title of the product when it was rented.' }),
      quantity: z.int().min(1).max(MAX_INT32).meta({ description: 'The number of units of the product.' }),
      dailyRate: money(RENTAL_PRICES.dailyRate),
      total: money(RENTAL_PRICES.total),
    } satisfies Record<keyof RentalRecord['items'][number], z.ZodType>)
    .meta({ description: 'A line of a rental, as agreed when it was made.' }),
);

/** The answer of a read: the resource under its key. */
export const productEnvelope = z.object({ product: productAnswer }).register(components, { name: 'ProductEnvelope' });

/** The `rental` group (section 2.3), with the accounts of a paid rental (D30). */
const rentalAnswer = answer(
  'Rental',
  z
    .object({
      id: id('Its id, the same on GraphQL.'),
      status: z.enum(RentalStatus).meta({
        description: 'Its state: in progress, ended and returned, or cancelled before or during the period.',
      }),
      startDate: day('Its first day.', '2026-07-10'),
      endDate: day('Its last day.', '2026-07-12'),
      totalAmount: money(RENTAL_PRICES.totalAmount),
      tenant: account,
      owner: account,
      items: z.array(rentalItem).meta({ description: 'The rented products, in order.' }),
      selectAccounts: z
        .array(account)
        .optional()
        .meta({ description: 'The accounts that were paid; only for a paid rental.' }),
      createdAt: moment('When it was created.'),
      updatedAt: moment('When it was last changed.'),
    } satisfies Record<Exclude<keyof RentalRecord, 'paidAt' | 'paidAccounts'> | 'selectAccounts', z.ZodType>)
    .meta({ description: 'A rental, for its tenant and its owner: the `rental` group.' }),
);

export const rentalEnvelope = z.object({ rentals: rentalAnswer }).register(components, { name: 'RentalEnvelope' });

const success = z.literal(true).meta({ description: 'Always true.' });

export const updatedAnswer = answer('Updated', z.object({ success }));

export const createdProductAnswer = answer(
  'CreatedProduct',
  z.object({
    success,
    id: id('The id of the new product.'),
    location: z.string().meta({ format: 'uri-reference', description: 'The path of the new product.' }),
  }),
);

export const createdBundleAnswer = answer(
  'CreatedBundle',
  z.object({ success, id: id('The id of the new bundle, which is the id of a product.') }),
);

const fieldErrorCode = z.literal(Object.keys(FIELD_ERROR_CODES)).meta({
  id: 'ValidationErrorCode',
  description: [
    'Why a field was refused.',
    '',
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(FIELD_ERROR_CODES).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
  ].join('\n'),
});

const fieldError = z
  .object({
    field: z.string().meta({ description: 'The field, in the names of the request.', example: 'images[0].src' }),
    code: fieldErrorCode,
    message: z.string().meta({ description: 'The rule in words, for people.', example: 'Product is not online' }),
  })
  .meta({ description: 'A validation error of one field.' })
  .register(components, { name: 'ValidationError' });

export const invalidAnswer = z
  .object({
    success: z.literal(false).meta({ description: 'Always false.' }),
    errors: z.array(fieldError).min(1).meta({ description: 'All validation errors, in field order, one per field.' }),
  })
  .register(components, { name: 'ValidationFailure' });

const error = z.string().meta({ description: 'The failure, in one sentence for people.' });

/** The component is not called `Error`: generated code would hide the class of that name. */
export const errorAnswer = z.object({ error }).register(components, { name: 'Failure' });

export const unauthenticatedAnswer = z
  .object({
    error,
    code: z.literal(FAILURES.unauthenticated.code).meta({ description: 'The same code as on GraphQL.' }),
  })
  .register(components, { name: 'AuthenticationFailure' });
