// Writes the demo data that a database lacks in one transaction: one process at a time across all nodes, all or
// nothing.
import { setTimeout as delay } from 'node:timers/promises';
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { commandOrigin, recordEvent } from '../accounts/security-events.ts';
import { DatabaseOpenError, retryOnConflict } from '../database/database-errors.ts';
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

type Transaction = Prisma.TransactionClient;

/** The key of a PostgreSQL advisory lock that ends with its transaction, so that a connection pooler can't lose it. */
const DEMO_DATA_LOCK = 72707370;
const LOCK_WAIT_MILLISECONDS = 60_000;
const LOCK_POLL_MILLISECONDS = 100;

/** For some 30 statements over a slow network. */
const TRANSACTION_MILLISECONDS = 60_000;

/**
 * Runs `work` in a transaction that holds the lock. The lock is retried, because each statement has a time limit.
 * @throws {DatabaseOpenError} another process holds the lock for a minute.
 */
export async function inDemoTransaction<Result>(
  db: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + LOCK_WAIT_MILLISECONDS;
  const tryOnce = async (tx: Transaction) => {
    const [row] = await tx.$queryRaw<
      [{ locked: boolean }]
    >`SELECT pg_try_advisory_xact_lock(${DEMO_DATA_LOCK}) AS locked`;
    return row.locked ? { result: await work(tx) } : undefined;
  };
  for (;;) {
    const done = await retryOnConflict(() =>
      db.$transaction(tryOnce, { timeout: TRANSACTION_MILLISECONDS }),
    );
    if (done) return done.result;
    if (performance.now() > deadline) {
      throw new DatabaseOpenError(
        'Another process has been writing the demo data for a minute. Start again later.',
      );
    }
    await delay(LOCK_POLL_MILLISECONDS);
  }
}

/**
 * Another node or an operator may have created users meanwhile. If not, sequences are reset to 1 if the role may,
 * because an interrupted start may have advanced them.
 */
export async function seedEmptyDatabase(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
  // Demo data is written all or nothing, so a database with any user has all of it, or its own data.
  if (await tx.user.findFirst({ select: { id: true } })) return;
  // Products and rentals belong to users, so their tables are empty too.
  await tx.$queryRaw`
    SELECT setval(sequence, 1, false)
    FROM unnest(ARRAY['users', 'products', 'rentals']) name, pg_get_serial_sequence(name, 'id') sequence
    WHERE has_sequence_privilege(sequence, 'UPDATE')`;
  await seedDemoData(tx, now);
}

/**
 * Adds the missing rows one after the other, so that their IDs are the same in each new database. Rental dates are
 * relative to `now`.
 */
export async function seedDemoData(tx: Transaction, now: Date) {
  const people = {} as Record<Person, number>;
  for (const person of PERSON_NAMES) people[person] = await ensurePerson(tx, person);
  const products = {} as Record<ProductName, number>;
  for (const name of PRODUCT_NAMES) {
    const { owner, row } = PRODUCTS[name];
    products[name] = await ensureProduct(tx, people[owner as Person], row as DemoRow);
  }
  const create = CAMPING.items.map(({ product, quantity }, position) => ({
    adId: products[product],
    position,
    quantity,
  }));
  const bundle = { ...CAMPING.row, type: ProductType.BUNDLE, items: { create } };
  const camping = await ensureProduct(tx, people.owner, bundle);
  const { unpaid, paid, cancelled } = demoRentals(now);
  const parties = { ownerId: people.owner, tenantId: people.tenant };
  const rentals = {
    unpaid: await ensureRental(tx, parties, products.tent, unpaid),
    paid: await ensureRental(tx, parties, products.tent, paid),
    cancelled: await ensureRental(tx, parties, products.tent, cancelled),
  };
  const { tent, offline, rivals, readers } = products;
  return { people, products: { tent, offline, rivals, readers }, bundles: { camping }, rentals };
}

const ID = { select: { id: true } } as const;

async function ensurePerson(tx: Transaction, person: Person): Promise<number> {
  const { password: _, ...data } = PEOPLE[person];
  const found = await tx.user.findUnique({ where: { email: data.email }, ...ID });
  if (found) return found.id;
  const { id: userId } = await tx.user.create({ data, ...ID });
  await recordEvent(tx, commandOrigin(), { action: 'user-created', userId });
  return userId;
}

async function ensureProduct(
  tx: Transaction,
  ownerId: number,
  row: DemoRow & Pick<Prisma.ProductUncheckedCreateInput, 'items'>,
): Promise<number> {
  const found = await tx.product.findFirst({
    where: { ownerId, code: row.code },
    ...ID,
    orderBy: { id: 'asc' },
  });
  return (found ?? (await tx.product.create({ data: { ...row, ownerId }, ...ID }))).id;
}

async function ensureRental(
  tx: Transaction,
  parties: { readonly ownerId: number; readonly tenantId: number },
  productId: number,
  { dailyRate, paidAt, ...columns }: DemoRental,
): Promise<number> {
  const where = { ...parties, status: columns.status };
  const { title } = PRODUCTS.tent.row;
  const item = {
    position: 0,
    productId,
    title,
    quantity: 1,
    dailyRate,
    total: columns.totalAmount,
  };
  const payment = paidAt && { paidAt, paidAccounts: { create: { userId: parties.ownerId } } };
  const data = { ...parties, ...columns, items: { create: item }, ...payment };
  const found = await tx.rental.findFirst({ where, ...ID, orderBy: { id: 'asc' } });
  return (found ?? (await tx.rental.create({ data, ...ID }))).id;
}
