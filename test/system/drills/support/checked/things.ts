// What a drill knows of the data, from what it wrote itself: products, bundles, rentals and the people they belong to.

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

interface Line {
  readonly adId: number;
  readonly quantity: number;
}

/** The fields of a product or bundle that a client gives, all of them. */
export interface Fields {
  readonly type: 'PRODUCT' | 'BUNDLE';
  readonly title: string;
  readonly description: string | null;
  readonly rent: number;
  readonly cost: number | null;
  readonly stockType: 'UNIT' | 'BULK';
  readonly sku: string | null;
  readonly quantity: number;
  readonly equipments: readonly { readonly name: string; readonly quantity: number }[];
  readonly images: readonly { readonly src: string }[];
  readonly online: boolean;
  readonly archived: boolean;
  readonly code: string | null;
  readonly barcode: string | null;
  readonly shelfLifeMin: number | null;
  readonly shelfLifeMax: number | null;
}

/** A stored product or bundle; its times are read from the database, as the service's clock writes them. */
export interface Thing extends Fields {
  readonly id: number;
  readonly ownerId: number;
  readonly items: readonly Line[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
}

export interface Rental {
  readonly id: number;
  readonly status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED';
  readonly startDate: string;
  readonly endDate: string;
  readonly totalAmount: number;
  readonly tenant: Person;
  readonly owner: Person;
  readonly items: readonly {
    readonly productId: number;
    readonly title: string;
    readonly quantity: number;
    readonly dailyRate: number;
    readonly total: number;
  }[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null for a rental that nobody paid. */
  readonly selectAccounts: readonly Person[] | null;
}

export type Kind = 'product' | 'bundle' | 'rental';

/** All that is known, by id. */
export interface Known {
  readonly things: Map<number, Thing>;
  readonly rentals: Map<number, Rental>;
}

export type Access = Thing | Rental | 'NOT_FOUND' | 'FORBIDDEN';

/** What a person with the permission `read` may read under an id (D9, sections 4.1 and 4.2). */
export function accessTo({ things, rentals }: Known, kind: Kind, id: number, { id: reader }: Person): Access {
  if (kind === 'rental') {
    const rental = rentals.get(id);
    if (!rental) return 'NOT_FOUND';
    return rental.tenant.id === reader || rental.owner.id === reader ? rental : 'FORBIDDEN';
  }
  const thing = things.get(id);
  if (!thing || (kind === 'bundle' && thing.type !== 'BUNDLE')) return 'NOT_FOUND';
  return thing.ownerId === reader ? thing : 'FORBIDDEN';
}

const STOCK_TYPES = { UNIT: 0, BULK: 1 };

/** The JSON of `GET /product/{id}`, in the order of its keys. */
export function productOnRest(thing: Thing): unknown {
  const { title, description, rent, cost, sku, quantity, equipments, images, online, archived, code, barcode } = thing;
  return {
    product: {
      id: thing.id,
      ...{ title, description, rent, cost },
      productType: thing.type === 'BUNDLE' ? 1 : 0,
      stock_type: STOCK_TYPES[thing.stockType],
      ...{ sku, quantity, equipments, images, online, archived, code },
      stock_unit_type_id: null,
      barcode,
      commodity_code: null,
      country_of_manufacture: null,
      shelf_life_min: thing.shelfLifeMin,
      shelf_life_max: thing.shelfLifeMax,
      created_at: thing.createdAt,
      updated_at: thing.updatedAt,
      ...(thing.type === 'BUNDLE' && { items: linesOnRest(thing.items) }),
    },
  };
}

export const linesOnRest = (lines: readonly Line[]) => lines.map(({ adId, quantity }) => ({ ad_id: adId, quantity }));

/** The JSON of `GET /rental/{id}`, in the order of its keys. */
export function rentalOnRest(rental: Rental): unknown {
  return {
    rentals: {
      id: rental.id,
      status: rental.status.toLowerCase(),
      start_date: rental.startDate,
      end_date: rental.endDate,
      total_amount: rental.totalAmount,
      tenant: rental.tenant,
      owner: rental.owner,
      items: rental.items.map(({ productId, title, quantity, dailyRate, total }) => ({
        product_id: productId,
        ...{ title, quantity },
        daily_rate: dailyRate,
        total,
      })),
      created_at: rental.createdAt,
      updated_at: rental.updatedAt,
      ...(rental.selectAccounts && { selectAccounts: rental.selectAccounts }),
    },
  };
}

const WIRE_NAMES: Readonly<Record<string, string>> = {
  type: 'productType',
  stockType: 'stock_type',
  shelfLifeMin: 'shelf_life_min',
  shelfLifeMax: 'shelf_life_max',
};

/** Fields of a product as the body of a REST request has them. */
export const fieldsOnRest = ({ type: _, stockType, ...fields }: Partial<Fields>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [WIRE_NAMES[name] ?? name, value])),
  ...(stockType && { stock_type: STOCK_TYPES[stockType] }),
});
