// Writes the demo data into an empty database in one transaction: once across all nodes, all or nothing.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { mayPassWithFewerRows, retryOnConflict } from '../database/database-errors.ts';
import {
  CAMPING_ITEMS,
  DEMO_IDS,
  demoRentals,
  PEOPLE,
  PERSON_NAMES,
  type Person,
  PRODUCT_NAMES,
  PRODUCTS,
} from './demo-data.ts';
import { withDemoImages } from './demo-images.ts';

/** For some 10 statements over a slow network. */
const TRANSACTION_MILLISECONDS = 60_000;

/** A statement waits a second for the lock; another node may need the time of a transaction. */
const ATTEMPTS = 12;

/** Another node or an operator may have created users meanwhile. Images are at `origin`. */
export async function seedEmptyDatabase(db: PrismaClient, now: Date, origin?: string) {
  const seed = async (tx: Prisma.TransactionClient) => {
    await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
    // Everything belongs to a user.
    if (!(await tx.user.findFirst({ select: { id: true } })))
      await seedDemoData(tx, now, origin);
  };
  await retryOnConflict(() => db.$transaction(seed, { timeout: TRANSACTION_MILLISECONDS }), {
    attempts: ATTEMPTS,
    isWorthIt: mayPassWithFewerRows,
  });
}

const { people, products, rentals } = DEMO_IDS;

/**
 * Adds the rows with the IDs that documents name. Rental dates are relative to `now`, and images are at `origin`, by
 * default at the address that the OpenAPI document shows.
 */
export async function seedDemoData(tx: Prisma.TransactionClient, now: Date, origin?: string) {
  const users = PERSON_NAMES.map((name) => ({ id: people[name], ...PEOPLE[name] }));
  await tx.user.createMany({ data: users as Prisma.UserCreateManyInput[] });
  const rows = PRODUCT_NAMES.map((name) => {
    const { row, owner } = PRODUCTS[name];
    const columns = origin ? withDemoImages(row, origin) : row;
    const ids = { id: products[name], ownerId: people[owner as Person] };
    return { ...columns, ...ids } as Prisma.ProductCreateManyInput;
  });
  await tx.product.createMany({ data: rows });
  const { camping: bundleId, tent: productId } = products;
  const items = CAMPING_ITEMS.map((item, position) => ({ ...item, bundleId, position }));
  await tx.bundleItem.createMany({ data: items });
  const { title } = PRODUCTS.tent.row;
  const tent = { productId, title, quantity: 1, position: 0 };
  const parties = { ownerId: people.owner, tenantId: people.tenant };
  for (const { dailyRate, ...columns } of demoRentals(now)) {
    const item = { ...tent, dailyRate, total: columns.totalAmount };
    await tx.rental.create({ data: { ...parties, ...columns, items: { create: item } } });
  }
  await tx.paidAccount.createMany({ data: { rentalId: rentals.paid, userId: people.owner } });
  await tx.$queryRaw`
    SELECT count(nextval(pg_get_serial_sequence(name, 'id')))
    FROM (VALUES ('users', ${users.length}::int), ('products', ${rows.length}::int), ('rentals', 3))
      AS seeded(name, ids), generate_series(1, ids)`;
}
