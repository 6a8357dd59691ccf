// The demo data: an owner with products, a bundle and rentals, and other users to try the rules with.
import type { Prisma, User } from '../../prisma/generated/client/client.ts';
import { RentalStatus } from '../../prisma/generated/client/enums.ts';
import { DAY_MILLISECONDS } from '../time.ts';
import data from './demo-data.json' with { type: 'json' };

export type Person = keyof typeof data.people;
export type ProductName = keyof typeof data.products;

export const PEOPLE = data.people as Record<
  Person,
  Pick<User, 'name' | 'email' | 'permissions'>
>;

export const PERSON_NAMES = Object.keys(data.people) as Person[];

export type DemoRow = Omit<Prisma.ProductUncheckedCreateInput, 'ownerId' | 'items'>;

export const PRODUCTS = data.products;

export const PRODUCT_NAMES = Object.keys(PRODUCTS) as ProductName[];

/** A bundle of the owner; its rent is its items'. */
export const CAMPING = {
  row: data.camping.row as DemoRow,
  items: data.camping.items as { readonly product: ProductName; readonly quantity: number }[],
};

/** The tenant's rentals of the tent, around the current date: one active, one completed and paid, one cancelled. */
export function demoRentals(now: Date) {
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MILLISECONDS);
  const rental = (
    status: RentalStatus,
    [created, first, last]: readonly [number, number, number],
  ) => ({
    status,
    createdAt: day(created),
    startDate: day(first),
    endDate: day(last),
    dailyRate: PRODUCTS.tent.row.rent,
    totalAmount: (last - first + 1) * PRODUCTS.tent.row.rent,
  });
  return {
    unpaid: rental(RentalStatus.ACTIVE, [-5, -1, 2]),
    paid: { ...rental(RentalStatus.COMPLETED, [-20, -14, -12]), paidAt: day(-11) },
    cancelled: rental(RentalStatus.CANCELLED, [-4, 7, 9]),
  };
}

const numbered = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>;

/** The IDs in a new database, which documented examples use. */
export const DEMO_IDS = {
  people: numbered(PERSON_NAMES),
  products: numbered([...PRODUCT_NAMES, 'camping']),
  rentals: numbered(['unpaid', 'paid', 'cancelled']),
  /** The ID of the first product or bundle created afterwards. */
  nextProduct: PRODUCT_NAMES.length + 2,
};
