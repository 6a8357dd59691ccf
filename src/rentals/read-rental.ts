// Reads a rental, for its tenant and its owner only (sections 2.3 and 4.1), and the shape in which both APIs return it.
import { z } from 'zod';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { RentalStatus } from '../../prisma/generated/client/enums.ts';
import { recordLoader } from '../database/records.ts';
import { day, responseObject, storedId } from '../operation/field-types.ts';
import { MAX_INT32 } from '../operation/id.ts';
import { defineRead } from '../operation/operation.ts';
import { forbidden, notFound } from '../operation/operation-failure.ts';
import { times } from '../operation/times.ts';
import { BRIEF, type ProductSelection } from '../products/product-rows.ts';

/** The most list entries a read returns; rentals have fewer, but every response has a limit. */
export const MAX_RENTAL_ENTRIES = 1_000;

const person = { select: { id: true, name: true, email: true } } as const;

/** The `rental` serialization group (section 2.3), and the columns that tell whether it is paid and who may see it. */
const rentalGroup = {
  id: true,
  tenantId: true,
  ownerId: true,
  status: true,
  startDate: true,
  endDate: true,
  totalAmount: true,
  tenant: person,
  owner: person,
  items: {
    select: { productId: true, title: true, quantity: true, dailyRate: true, total: true },
    orderBy: { position: 'asc' },
    take: MAX_RENTAL_ENTRIES,
  },
  createdAt: true,
  updatedAt: true,
  paidAt: true,
  paidAccounts: {
    select: { user: person },
    orderBy: { userId: 'asc' },
    take: MAX_RENTAL_ENTRIES,
  },
} satisfies Prisma.RentalSelect;

export type RentalRecord = Prisma.RentalGetPayload<{ select: typeof rentalGroup }>;

const { items, paidAccounts: _accounts, ...columns } = rentalGroup;

/** With the items' products, without the paid accounts: what most documents select. */
const withProducts = {
  ...columns,
  items: { ...items, select: { ...items.select, product: { select: BRIEF } } },
};

const loadShape = (select: Prisma.RentalSelect) =>
  recordLoader<RentalRecord>('rentals', (db) => db.reads.rental, select, rentalGroup);

const loadPlain = loadShape(rentalGroup);
const loadWithProducts = loadShape(withProducts);

export const readRental = defineRead({
  name: 'readRental',
  title: 'Read a rental',
  summary: 'Read a rental as its tenant or owner.',
  async find({ db, caller }, id, selection?: Pick<ProductSelection, 'referred'>) {
    const load = selection?.referred ? loadWithProducts : loadPlain;
    const rental = await load(db, id);
    if (!rental) throw notFound();
    if (caller.userId !== rental.tenantId && caller.userId !== rental.ownerId)
      throw forbidden();
    return rental;
  },
});

const money = (description: string) => z.number().meta({ description });

export const account = responseObject('Account', {
  id: storedId(),
  name: z.string().meta({ example: 'Theo Tenant' }),
  email: z.string().meta({ example: 'tenant@example.com' }),
}).meta({ description: 'A user of the marketplace.' });

export const rentalItem = responseObject('RentalItem', {
  productId: storedId(),
  title: z.string().meta({ description: "The product's title at the time of rental." }),
  quantity: z.int().min(1).max(MAX_INT32),
  dailyRate: money('Price of one unit for one day.'),
  total: money('Daily rate × quantity × days, counting the first and the last day.'),
} satisfies Record<keyof RentalRecord['items'][number], z.ZodType>).meta({
  description: 'A line of a rental, as agreed when it was made.',
});

/** The `rental` group, with the accounts of a paid rental. */
export const rentalShape = responseObject('Rental', {
  id: storedId('The same over REST and GraphQL.'),
  status: z.enum(RentalStatus).meta({
    description:
      'In progress, completed and returned, or cancelled before or during the period.',
  }),
  startDate: day('First day, such as `2026-07-10`.', '2026-07-10'),
  endDate: day('Last day, included.', '2026-07-12'),
  totalAmount: money('The sum of `total` over all items.'),
  tenant: account,
  owner: account,
  items: z.array(rentalItem).meta({ description: 'The rented products.' }),
  selectAccounts: z
    .array(account)
    .optional()
    .meta({ description: 'The accounts that were paid; only once the rental is paid.' }),
  ...times,
} satisfies Record<
  // No API returns these columns.
  | Exclude<keyof RentalRecord, 'paidAt' | 'paidAccounts' | 'tenantId' | 'ownerId'>
  | 'selectAccounts',
  z.ZodType
>).meta({
  description: 'A rental, as its tenant and owner read it.',
});
