// Writes the demo data into an empty database in one transaction: once across all nodes, all or nothing.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { mayPassWithFewerRows, retryOnConflict } from '../database/database-errors.ts';
import {
  CAMPING,
  type DemoRental,
  type DemoRow,
  demoRentals,
  PEOPLE,
  PERSON_NAMES,
  type Person,
  PRODUCT_NAMES,
  PRODUCTS,
  type ProductName,
} from './demo-data.ts';
import { withDemoImages } from './demo-images.ts';

type Transaction = Prisma.TransactionClient;

/** For some 30 statements over a slow network. */
const TRANSACTION_MILLISECONDS = 60_000;

/** A statement waits a second for the lock; another node may need the time of a transaction. */
const ATTEMPTS = 12;

/**
 * Another node or an operator may have created users meanwhile. If not, sequences are reset to 1 if the role may,
 * because an interrupted start may have advanced them.
 */
export async function seedEmptyDatabase(
  db: PrismaClient,
  now: Date,
  origin?: string,
): Promise<void> {
  const seed = async (tx: Transaction) => {
    await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
    // Everything belongs to a user.
    if (await tx.user.findFirst(ID)) return;
    await tx.$queryRaw`
      SELECT setval(sequence, 1, false)
      FROM unnest(ARRAY['users', 'products', 'rentals']) name, pg_get_serial_sequence(name, 'id') sequence
      WHERE has_sequence_privilege(sequence, 'UPDATE')`;
    await seedDemoData(tx, now, origin);
  };
  await retryOnConflict(() => db.$transaction(seed, { timeout: TRANSACTION_MILLISECONDS }), {
    attempts: ATTEMPTS,
    isWorthIt: mayPassWithFewerRows,
  });
}

/**
 * Adds the rows one after the other, so that their IDs are the same in each new database. Rental dates are relative to
 * `now`, and images are at `origin`, by default at that of the OpenAPI document.
 */
export async function seedDemoData(
  tx: Transaction,
  now: Date,
  origin?: string,
): Promise<void> {
  const people = {} as Record<Person, number>;
  for (const person of PERSON_NAMES) people[person] = await createPerson(tx, person);
  const products = {} as Record<ProductName, number>;
  for (const name of PRODUCT_NAMES) {
    const { owner, row } = PRODUCTS[name];
    const images = (row as DemoRow).images as readonly { readonly src: string }[] | undefined;
    products[name] = await createProduct(tx, people[owner as Person], {
      ...(row as DemoRow),
      ...(images &&
        origin && {
          images: images.map(({ src }) => ({ src: withDemoImages(src, origin) })),
        }),
    });
  }
  const create = CAMPING.items.map(({ product, quantity }, position) => ({
    adId: products[product],
    position,
    quantity,
  }));
  const bundle = { ...CAMPING.row, type: ProductType.BUNDLE, items: { create } };
  await createProduct(tx, people.owner, bundle);
  const parties = { ownerId: people.owner, tenantId: people.tenant };
  const { unpaid, paid, cancelled } = demoRentals(now);
  for (const rental of [unpaid, paid, cancelled])
    await createRental(tx, parties, products.tent, rental);
}

const ID = { select: { id: true } } as const;

async function createPerson(tx: Transaction, person: Person): Promise<number> {
  return (await tx.user.create({ data: PEOPLE[person], ...ID })).id;
}

async function createProduct(
  tx: Transaction,
  ownerId: number,
  row: Omit<Prisma.ProductUncheckedCreateInput, 'ownerId'>,
): Promise<number> {
  return (await tx.product.create({ data: { ...row, ownerId }, ...ID })).id;
}

async function createRental(
  tx: Transaction,
  parties: { readonly ownerId: number; readonly tenantId: number },
  productId: number,
  { dailyRate, paidAt, ...columns }: DemoRental,
): Promise<void> {
  const { title } = PRODUCTS.tent.row;
  const total = columns.totalAmount;
  const item = { position: 0, productId, title, quantity: 1, dailyRate, total };
  const payment = paidAt && { paidAt, paidAccounts: { create: { userId: parties.ownerId } } };
  await tx.rental.create({
    data: { ...parties, ...columns, items: { create: item }, ...payment },
    ...ID,
  });
}
