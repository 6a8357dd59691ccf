// The demo data: an owner with products, a bundle and rentals, and the people that rules are tried on.

import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { Permission, ProductType, RentalStatus, StockType } from '../../prisma/generated/client/enums.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Environment } from '../accounts/token-format.ts';
import { createToken, revokeToken } from '../accounts/tokens.ts';
import type { VersionName } from '../operation/versions.ts';

export interface SeedOptions {
  readonly environment: Environment;
  /** The newest version, to which the tokens are tied. */
  readonly version: VersionName;
}

const ALL = [Permission.READ, Permission.WRITE, Permission.DELETE];

/** Everybody's password is known, which is why demo data is refused in the live environment. */
const PEOPLE = {
  owner: { name: 'Olivia Owner', email: 'owner@example.com', password: 'demo-owner-password', permissions: ALL },
  tenant: { name: 'Theo Tenant', email: 'tenant@example.com', password: 'demo-tenant-password', permissions: ALL },
  rival: { name: 'Rita Rival', email: 'rival@example.com', password: 'demo-rival-password', permissions: ALL },
  reader: {
    name: 'Rene Reader',
    email: 'reader@example.com',
    password: 'demo-reader-password',
    permissions: [Permission.READ],
  },
} as const;

type Person = keyof typeof PEOPLE;

export const DEMO_OWNER = PEOPLE.owner;

/** Fills the database with what is missing of the demo data. Makes fresh tokens: their values can be read only here. */
export async function seedDemoData(db: PrismaClient, options: SeedOptions) {
  const ids = {
    owner: await ensurePerson(db, 'owner'),
    tenant: await ensurePerson(db, 'tenant'),
    rival: await ensurePerson(db, 'rival'),
    reader: await ensurePerson(db, 'reader'),
  };
  const products = {
    tent: await ensureProduct(db, ids.owner, 'DEMO-TENT', {
      title: 'Four-person tent',
      description: 'A **tent** for four, up in ten minutes.',
      rent: 24.5,
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
    }),
    offline: await ensureProduct(db, ids.owner, 'DEMO-STOVE', {
      title: 'Gas stove',
      rent: 6,
      stockType: StockType.BULK,
      quantity: 5,
      online: false,
    }),
    rivals: await ensureProduct(db, ids.rival, 'DEMO-KAYAK', {
      title: 'Kayak',
      rent: 38,
      stockType: StockType.UNIT,
      sku: 'KAYAK-001',
      quantity: 1,
    }),
    readers: await ensureProduct(db, ids.reader, 'DEMO-BOOK', {
      title: 'Trail guide',
      rent: 1.5,
      stockType: StockType.BULK,
      quantity: 10,
    }),
  };
  const mat = await ensureProduct(db, ids.owner, 'DEMO-MAT', {
    title: 'Sleeping mat',
    rent: 3.2,
    stockType: StockType.BULK,
    quantity: 20,
  });
  const camping = await ensureProduct(db, ids.owner, 'DEMO-CAMPING', {
    type: ProductType.BUNDLE,
    title: 'Camping weekend',
    rent: 37.3,
    stockType: StockType.BULK,
    quantity: 1,
    items: {
      create: [products.tent, mat].map((adId, position) => ({ adId, position, quantity: position === 0 ? 1 : 4 })),
    },
  });
  const rentals = {
    unpaid: await ensureRental(db, ids, products.tent, RentalStatus.ACTIVE, false),
    paid: await ensureRental(db, ids, products.tent, RentalStatus.COMPLETED, true),
    cancelled: await ensureRental(db, ids, products.tent, RentalStatus.CANCELLED, false),
  };
  return {
    environment: options.environment,
    users: {
      owner: await introduce(db, 'owner', ids.owner, options),
      tenant: await introduce(db, 'tenant', ids.tenant, options),
      rival: await introduce(db, 'rival', ids.rival, options),
      reader: await introduce(db, 'reader', ids.reader, options),
    },
    revokedToken: await createRevokedToken(db, ids.owner, options),
    products,
    bundles: { camping },
    rentals,
  };
}

async function ensurePerson(db: PrismaClient, person: Person): Promise<number> {
  const { name, email, password, permissions } = PEOPLE[person];
  const found = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (found) return found.id;
  const passwordHash = await hashPassword(password);
  const { id } = await db.user.create({
    data: { name, email, passwordHash, permissions: [...permissions] },
    select: { id: true },
  });
  return id;
}

async function ensureProduct(
  db: PrismaClient,
  ownerId: number,
  code: string,
  data: Omit<Prisma.ProductUncheckedCreateInput, 'ownerId' | 'code'>,
): Promise<number> {
  const found = await db.product.findFirst({ where: { ownerId, code }, select: { id: true } });
  return (found ?? (await db.product.create({ data: { ...data, ownerId, code }, select: { id: true } }))).id;
}

const DAYS = 3;
const DAILY_RATE = 24.5;

async function ensureRental(
  db: PrismaClient,
  { owner, tenant }: Record<Person, number>,
  productId: number,
  status: RentalStatus,
  paid: boolean,
): Promise<number> {
  const found = await db.rental.findFirst({
    where: { ownerId: owner, tenantId: tenant, status },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  if (found) return found.id;
  const total = DAYS * DAILY_RATE;
  const { id } = await db.rental.create({
    data: {
      status,
      startDate: new Date('2026-07-10'),
      endDate: new Date('2026-07-12'),
      totalAmount: total,
      tenantId: tenant,
      ownerId: owner,
      items: {
        create: { position: 0, productId, title: 'Four-person tent', quantity: 1, dailyRate: DAILY_RATE, total },
      },
      ...(paid && { paidAt: new Date('2026-07-13T09:00:00Z'), paidAccounts: { create: { userId: owner } } }),
    },
    select: { id: true },
  });
  return id;
}

async function introduce(db: PrismaClient, person: Person, id: number, { environment, version }: SeedOptions) {
  const { name, email, password } = PEOPLE[person];
  const { value } = await createToken(db, { userId: id, name: 'Demo data', environment, version });
  return { id, name, email, password, token: value };
}

async function createRevokedToken(db: PrismaClient, userId: number, options: SeedOptions): Promise<string> {
  const { id, value } = await createToken(db, { userId, name: 'Demo data, revoked', ...options });
  await revokeToken(db, userId, id);
  return value;
}
