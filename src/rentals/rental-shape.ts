// The fields of a rental, of its items and of its accounts (section 2.3), as both surfaces answer them.
import { z } from 'zod';
import { RentalStatus } from '../../prisma/generated/client/enums.ts';
import { day, domainObjects, moment, storedId } from '../operation/field-types.ts';
import { MAX_INT32 } from '../operation/id.ts';
import type { RentalRecord } from './read-rental.ts';

const money = (description: string) => z.number().meta({ description });

export const account = z
  .object({
    id: storedId('The id of the person.'),
    name: z.string().meta({ description: 'The name of the person.', example: 'Theo Tenant' }),
    email: z.string().meta({ description: 'The e-mail address of the person.', example: 'tenant@example.com' }),
  })
  .meta({ description: 'A person of the marketplace.' })
  .register(domainObjects, { object: 'Account', use: 'answer' });

export const rentalItem = z
  .object({
    productId: storedId('The id of the product.'),
    title: z.string().meta({ description: 'The title of the product when it was rented.' }),
    quantity: z.int().min(1).max(MAX_INT32).meta({ description: 'The number of units of the product.' }),
    dailyRate: money('The price of one unit for one day.'),
    total: money(
      'The price of the line: that of one unit for one day, times the quantity, times the days of the rental. ' +
        'The first and the last day both count.',
    ),
  } satisfies Record<keyof RentalRecord['items'][number], z.ZodType>)
  .meta({ description: 'A line of a rental, as agreed when it was made.' })
  .register(domainObjects, { object: 'RentalItem', use: 'answer' });

/** The `rental` group, with the accounts of a paid rental. */
export const rentalShape = z
  .object({
    id: storedId('Its id, the same on both surfaces.'),
    status: z.enum(RentalStatus).meta({
      description: 'Its state: in progress, ended and returned, or cancelled before or during the period.',
    }),
    startDate: day('Its first day.', '2026-07-10'),
    endDate: day('Its last day.', '2026-07-12'),
    totalAmount: money('The total price: the sum of those of its lines.'),
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
  .meta({ description: 'A rental, for its tenant and its owner: the `rental` group.' })
  .register(domainObjects, { object: 'Rental', use: 'answer' });
