// The demo data: an owner with products, a bundle and rentals, and other users to try the rules with.
import type { RentalStatus } from '../../prisma/generated/client/enums.ts';
import { DAY_MILLISECONDS } from '../time.ts';
import data from './demo-data.json' with { type: 'json' };

export type Person = keyof typeof data.people;
export type ProductName = keyof typeof data.products;

export const PEOPLE = data.people;

export const PERSON_NAMES = Object.keys(data.people) as Person[];

export const PRODUCTS = data.products;

export const PRODUCT_NAMES = Object.keys(PRODUCTS) as ProductName[];

type RentalName = keyof typeof data.rentals;

const RENTAL_NAMES = Object.keys(data.rentals) as RentalName[];

/** The tenant's rentals of the tent; the data has their dates as days from `now`. */
export function demoRentals(now: Date) {
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MILLISECONDS);
  const { rent: dailyRate } = PRODUCTS.tent.row;
  return RENTAL_NAMES.map((name) => {
    const { status, created, first, last, paid } = data.rentals[name];
    return {
      id: DEMO_IDS.rentals[name],
      status: status as RentalStatus,
      createdAt: day(created),
      startDate: day(first),
      endDate: day(last),
      paidAt: paid === null ? null : day(paid),
      dailyRate,
      totalAmount: (last - first + 1) * dailyRate,
    };
  });
}

const numbered = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>;

/** The IDs in a new database, which documented examples use. */
export const DEMO_IDS = {
  people: numbered(PERSON_NAMES),
  products: numbered(PRODUCT_NAMES),
  rentals: numbered(RENTAL_NAMES),
};

/** The items of the owner's bundle, whose rent is theirs. */
export const CAMPING_ITEMS = PRODUCTS.camping.items.map(({ product, quantity }) => ({
  adId: DEMO_IDS.products[product as ProductName],
  quantity,
}));
