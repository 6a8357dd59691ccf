// The people of a checked load with what they own and rent, written before the load begins.
import type { Prisma, PrismaClient } from '../../../../../prisma/generated/client/client.ts';
import { newTokenRow } from '../../../../../src/accounts/tokens.ts';
import type { DatabaseOptions } from '../../../../../src/database/connection.ts';
import { openDatabase } from '../../../../../src/database/open-database.ts';
import type { Random } from './random.ts';
import type { Fields, Known, Person, Rental, Thing } from './things.ts';

export interface Member extends Person {
  token: string;
  /** Ids of products that nobody changes: those in rentals and bundles. */
  readonly still: readonly number[];
  /** Ids of what its owner updates. */
  readonly changing: number[];
  /** Ids of rentals, as owner or tenant. */
  readonly rentals: number[];
}

const VERSION = '2025-08-16';
const STILL = 3;
const MOMENT = '2026-01-02T03:04:05.678Z';

/** Each person owns three products that nobody changes, two others and a bundle; and rents from the next one. */
export async function populate(databaseUrl: string, count: number, random: Random) {
  const database: DatabaseOptions = { databaseUrl, dataDir: '' };
  const { db, close } = await openDatabase(database);
  try {
    const known: Known = { things: new Map(), rentals: new Map() };
    const members: Member[] = [];
    for (let number = 0; number < count; number++) members.push(await addMember(db, known, random, number));
    for (const [index, tenant] of members.entries()) {
      await addRental(db, known, random, members[(index + 1) % count] ?? tenant, tenant);
    }
    return { known, members };
  } finally {
    await close();
  }
}

async function addMember(db: PrismaClient, known: Known, random: Random, number: number): Promise<Member> {
  const name = `Owner ${number} “ä€𝄞”`;
  const email = `owner-${number}@drill.example`;
  const data = { name, email, permissions: ['READ', 'WRITE'] as ('READ' | 'WRITE')[] };
  const { id } = await db.user.create({ data, select: { id: true } });
  const { value, row } = newTokenRow({ userId: id, name: 'Drill', environment: 'test', version: VERSION });
  await db.apiToken.create({ data: row, select: { id: true } });
  const add = async (fields: Fields, items: Thing['items'] = []) => {
    const thing = await addThing(db, {
      ...fields,
      items,
      ownerId: id,
      createdAt: MOMENT,
      updatedAt: MOMENT,
      revision: 1,
    });
    known.things.set(thing.id, thing);
    return thing.id;
  };
  const product = async (word: string) => add(randomProduct(random, `${number} ${word}`));
  const still = [];
  while (still.length < STILL) still.push(await add({ ...randomProduct(random, `${number} still`), online: true }));
  const lines = still.map((adId, index) => ({ adId, quantity: index + 1 }));
  const bundle = await add({ ...bundleFields(`${number} bundle`), rent: 99.95 }, lines);
  const changing = [await product('first'), await product('second'), bundle];
  return { id, name, email, token: value, still, changing, rentals: [] };
}

async function addThing(db: PrismaClient, { items, ...thing }: Omit<Thing, 'id'>): Promise<Thing> {
  const { id } = await db.product.create({
    data: {
      ...(thing as Omit<Prisma.ProductUncheckedCreateInput, 'items'>),
      items: { create: items.map((line, position) => ({ ...line, position })) },
    },
    select: { id: true },
  });
  return { ...thing, items, id };
}

async function addRental(db: PrismaClient, known: Known, random: Random, owner: Member, tenant: Member): Promise<void> {
  const isPaid = random.chance(0.5);
  const items = owner.still.map((productId, index) => ({
    productId,
    title: `Then: ${known.things.get(productId)?.title}`,
    quantity: 1 + index,
    dailyRate: 0.1 + random.below(100),
    total: 1.25 + random.below(1000),
  }));
  const rental: Omit<Rental, 'id'> = {
    status: random.of(['ACTIVE', 'COMPLETED', 'CANCELLED']),
    startDate: '2026-03-01',
    endDate: '2026-03-09',
    totalAmount: 10.75 + random.below(1000),
    tenant: personOf(tenant),
    owner: personOf(owner),
    items,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    selectAccounts: isPaid ? [personOf(owner)] : null,
  };
  const { status, totalAmount } = rental;
  const { id } = await db.rental.create({
    data: {
      ...{ status, totalAmount, createdAt: MOMENT, updatedAt: MOMENT, tenantId: tenant.id, ownerId: owner.id },
      startDate: new Date(rental.startDate),
      endDate: new Date(rental.endDate),
      items: { create: items.map((item, position) => ({ ...item, position })) },
      ...(isPaid && { paidAt: MOMENT, paidAccounts: { create: { userId: owner.id } } }),
    },
    select: { id: true },
  });
  known.rentals.set(id, { id, ...rental });
  owner.rentals.push(id);
  tenant.rentals.push(id);
}

const personOf = ({ id, name, email }: Person): Person => ({ id, name, email });

/** The fields that a create leaves out, in their defaults. */
export const DEFAULTS: Omit<Fields, 'title' | 'rent'> = {
  type: 'PRODUCT',
  description: null,
  cost: null,
  stockType: 'UNIT',
  sku: null,
  quantity: 1,
  equipments: [],
  images: [],
  online: true,
  archived: false,
  code: null,
  barcode: null,
  shelfLifeMin: null,
  shelfLifeMax: null,
};

export const bundleFields = (title: string): Omit<Fields, 'rent'> => ({
  ...DEFAULTS,
  type: 'BUNDLE',
  stockType: 'BULK',
  title,
});

/** A product with some of its fields given. */
const randomProduct = (random: Random, title: string): Fields => ({
  ...DEFAULTS,
  ...randomInput(random, title),
});

/** What a client gives to create a product: title, rent and sku, and some of the other fields. */
export const randomInput = (random: Random, title: string) => ({
  title,
  sku: `sku-${random.below(1e6)}`,
  ...randomChanges(random),
  rent: 0.01 + random.below(10_000),
});

const TEXTS = ['', 'plain', '"quoted" \\ and\nlines', 'ünïcödé 🏕 \u202e', '<b>&amp;</b>', 'x'.repeat(1_500)];

/** Some of the fields that a product and a bundle can change, at least one. */
export function randomChanges(random: Random): Partial<Fields> {
  const all: { readonly [Name in keyof Fields]?: () => Fields[Name] } = {
    description: () => random.of([...TEXTS, null]),
    rent: () => 0.01 + random.below(10_000),
    online: () => random.chance(0.5),
    archived: () => random.chance(0.5),
    images: () =>
      Array.from({ length: random.below(6) }, (_, at) => ({ src: `https://images.example.com/${at}.webp` })),
  };
  const names = random.someOf(Object.keys(all) as (keyof typeof all)[]);
  return Object.fromEntries(names.map((name) => [name, all[name]?.()]));
}
