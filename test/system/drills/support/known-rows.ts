// The rows that every exchange relies on.
import type { Database } from '../../../../src/database/db.ts';

export interface Known {
  readonly product: number;
  /** A rental that becomes OVERDUE once the first made-up release has begun. */
  readonly overdue: number;
  /** Products that clients of the first version, and of made-up releases, update. */
  readonly updated: number;
  readonly updatedByFirst: number;
  readonly updatedBySecond: number;
  readonly rental: number;
}

/** Users, products and a rental that every exchange relies on. */
export async function populate(db: Database['db']): Promise<{ owner: number; known: Known }> {
  const person = async (name: string) => {
    const data = {
      name,
      email: `${name}@release.example`,
      permissions: ['READ' as const, 'WRITE' as const],
    };
    return (await db.user.create({ data })).id;
  };
  const [ownerId, tenantId] = [await person('owner'), await person('tenant')];
  const data = {
    ownerId,
    title: 'Tent',
    rent: 9.5,
    cost: 320,
    stockType: 'BULK',
    quantity: 1,
  } as const;
  const create = async () => (await db.product.create({ data })).id;
  const [product, updated] = [await create(), await create()];
  const [updatedByFirst, updatedBySecond] = [await create(), await create()];
  const day = new Date('2026-07-10');
  const item = {
    position: 0,
    productId: product,
    title: 'Tent',
    quantity: 1,
    dailyRate: 10.5,
    total: 10.5,
  };
  const period = {
    status: 'ACTIVE',
    startDate: day,
    endDate: day,
    totalAmount: 10.5,
    tenantId,
    ownerId,
  } as const;
  const createRental = async () =>
    (await db.rental.create({ data: { ...period, items: { create: item } } })).id;
  const [rental, overdue] = [await createRental(), await createRental()];
  return {
    owner: ownerId,
    known: { product, updated, updatedByFirst, updatedBySecond, rental, overdue },
  };
}
