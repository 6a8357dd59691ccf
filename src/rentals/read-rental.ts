// Reads a rental, for its tenant and its owner alone (section 4.1).
import type { Prisma, Rental } from '../../prisma/generated/client/client.ts';
import { forbidden, notFound } from '../operation/failure.ts';
import { defineOperation } from '../operation/operation.ts';

const account = { select: { id: true, name: true, email: true } } as const;

/** The `rental` serialization group (section 2.3), and the columns that show whether it is paid. */
export const rentalGroup = {
  id: true,
  status: true,
  startDate: true,
  endDate: true,
  totalAmount: true,
  tenant: account,
  owner: account,
  items: {
    select: { productId: true, title: true, quantity: true, dailyRate: true, total: true },
    orderBy: { position: 'asc' },
  },
  createdAt: true,
  updatedAt: true,
  paidAt: true,
  paidAccounts: { select: { user: account }, orderBy: { userId: 'asc' } },
} as const satisfies Prisma.RentalSelect;

export type RentalRecord = Prisma.RentalGetPayload<{ select: typeof rentalGroup }>;

export const readRental = defineOperation({
  name: 'readRental',
  title: 'Read a rental',
  summary: 'Read a rental in which you are tenant or owner.',
  permission: 'READ',
  throttled: false,
  async find({ db, caller }, id, selection): Promise<Rental> {
    const rental = await db.rental.read(id, selection);
    if (!rental) throw notFound();
    if (caller.userId !== rental.tenantId && caller.userId !== rental.ownerId) throw forbidden();
    return rental;
  },
  run: async (_, { target }): Promise<Rental> => target,
});
