// Writes the demo data that a database lacks, inside the transaction of the caller.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { commandOrigin, recordEvent } from '../accounts/security-events.ts';
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
type PersonIds = Record<Person, number>;

/**
 * Fills in the missing rows, one after the other so that their ids are the same in each new database. The dates of the rentals
 * are relative to `now`.
 */
export async function seedDemoData(tx: Transaction, now: Date) {
  const people = {} as PersonIds;
  for (const person of PERSON_NAMES) people[person] = await ensurePerson(tx, person);
  const products = {} as Record<ProductName, number>;
  for (const name of PRODUCT_NAMES) {
    const { owner, row } = PRODUCTS[name];
    products[name] = await ensureProduct(tx, people[owner as Person], row as DemoRow);
  }
  const lines = CAMPING.items.map(({ product, quantity }, position) => ({
    adId: products[product],
    position,
    quantity,
  }));
  const bundle = { ...CAMPING.row, type: ProductType.BUNDLE, items: { create: lines } };
  const camping = await ensureProduct(tx, people.owner, bundle);
  const { unpaid, paid, cancelled } = demoRentals(now);
  const rentals = {
    unpaid: await ensureRental(tx, people, products.tent, unpaid),
    paid: await ensureRental(tx, people, products.tent, paid),
    cancelled: await ensureRental(tx, people, products.tent, cancelled),
  };
  const { tent, offline, rivals, readers } = products;
  return { people, products: { tent, offline, rivals, readers }, bundles: { camping }, rentals };
}

async function ensurePerson(tx: Transaction, person: Person): Promise<number> {
  const { password: _, ...data } = PEOPLE[person];
  const { email } = data;
  const found = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (found) return found.id;
  const { id: userId } = await tx.user.create({ data, select: { id: true } });
  await recordEvent(tx, commandOrigin(), { action: 'user-created', userId });
  return userId;
}

async function ensureProduct(
  tx: Transaction,
  ownerId: number,
  row: DemoRow & Pick<Prisma.ProductUncheckedCreateInput, 'items'>,
): Promise<number> {
  const where = { ownerId, code: row.code };
  const found = await tx.product.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } });
  return (found ?? (await tx.product.create({ data: { ...row, ownerId }, select: { id: true } }))).id;
}

async function ensureRental(tx: Transaction, people: PersonIds, productId: number, rental: DemoRental) {
  const parties = { ownerId: people.owner, tenantId: people.tenant };
  const { dailyRate, paidAt, ...columns } = rental;
  const where = { ...parties, status: columns.status };
  const found = await tx.rental.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } });
  if (found) return found.id;
  const { title } = PRODUCTS.tent.row;
  const { id } = await tx.rental.create({
    data: {
      ...parties,
      ...columns,
      items: { create: { position: 0, productId, title, quantity: 1, dailyRate, total: columns.totalAmount } },
      ...(paidAt && { paidAt, paidAccounts: { create: { userId: people.owner } } }),
    },
    select: { id: true },
  });
  return id;
}
