// The demo data: an owner with products, a bundle and rentals, and other people to try the rules with.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { Permission, RentalStatus, StockType } from '../../prisma/generated/client/enums.ts';

const ALL = [Permission.READ, Permission.WRITE, Permission.DELETE];

/** All passwords are known, which is why demo data is refused in the live environment. */
export const PEOPLE = {
  owner: { name: 'Olivia Owner', email: 'owner@example.com', password: 'demo-owner-password', permissions: ALL },
  tenant: { name: 'Theo Tenant', email: 'tenant@example.com', password: 'demo-tenant-password', permissions: ALL },
  rival: { name: 'Rita Rival', email: 'rival@example.com', password: 'demo-rival-password', permissions: ALL },
  reader: {
    name: 'Rene Reader',
    email: 'reader@example.com',
    password: 'demo-reader-password',
    permissions: [Permission.READ],
  },
};

export type Person = keyof typeof PEOPLE;

export const personNames = Object.keys(PEOPLE) as Person[];

type ProductRow = Omit<Prisma.ProductUncheckedCreateInput, 'ownerId' | 'items'> & { code: string };

export interface DemoProduct {
  readonly owner: Person;
  /** `code` identifies the product when the data is seeded again. */
  readonly row: ProductRow;
}

const DAILY_RATE = 24.5;

export const PRODUCTS = {
  tent: {
    owner: 'owner',
    row: {
      code: 'DEMO-TENT',
      title: 'Four-person tent',
      description: 'A **tent** for four, up in ten minutes.',
      rent: DAILY_RATE,
      cost: 320,
      stockType: StockType.UNIT,
      sku: 'TENT-4P-001',
      quantity: 3,
      equipments: [
        { name: 'Ground sheet', quantity: 1 },
        { name: 'Peg', quantity: 16 },
      ],
      images: [
        { src: 'https://images.example.com/tent-front.webp' },
        { src: 'https://images.example.com/tent-inside.webp' },
      ],
    },
  },
  offline: {
    owner: 'owner',
    row: {
      code: 'DEMO-STOVE',
      title: 'Gas stove',
      rent: 6,
      stockType: StockType.BULK,
      quantity: 5,
      online: false,
    },
  },
  rivals: {
    owner: 'rival',
    row: { code: 'DEMO-KAYAK', title: 'Kayak', rent: 38, stockType: StockType.UNIT, sku: 'KAYAK-001', quantity: 1 },
  },
  readers: {
    owner: 'reader',
    row: { code: 'DEMO-BOOK', title: 'Trail guide', rent: 1.5, stockType: StockType.BULK, quantity: 10 },
  },
  mat: {
    owner: 'owner',
    row: { code: 'DEMO-MAT', title: 'Sleeping mat', rent: 3.2, stockType: StockType.BULK, quantity: 20 },
  },
} satisfies Record<string, DemoProduct>;

export type ProductName = keyof typeof PRODUCTS;

/** A bundle of the owner; its rent is that of its items. */
export const CAMPING = {
  row: { code: 'DEMO-CAMPING', title: 'Camping weekend', rent: 37.3, stockType: StockType.BULK, quantity: 1 },
  items: [
    { product: 'tent', quantity: 1 },
    { product: 'mat', quantity: 4 },
  ],
} as const;

export interface DemoRental {
  readonly status: RentalStatus;
  readonly createdAt: Date;
  readonly startDate: Date;
  readonly endDate: Date;
  readonly dailyRate: number;
  readonly totalAmount: number;
  /** Absent for an unpaid rental. */
  readonly paidAt?: Date;
}

const DAY_MILLISECONDS = 86_400_000;

/** Rentals of the tent by the tenant, around the current date: one active, one completed and paid, one cancelled. */
export function demoRentals(now: Date) {
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MILLISECONDS);
  const rental = (status: RentalStatus, [created, first, last]: readonly [number, number, number]): DemoRental => ({
    status,
    createdAt: day(created),
    startDate: day(first),
    endDate: day(last),
    dailyRate: DAILY_RATE,
    totalAmount: (last - first + 1) * DAILY_RATE,
  });
  return {
    unpaid: rental(RentalStatus.ACTIVE, [-5, -1, 2]),
    paid: { ...rental(RentalStatus.COMPLETED, [-20, -14, -12]), paidAt: day(-11) },
    cancelled: rental(RentalStatus.CANCELLED, [-4, 7, 9]),
  };
}
