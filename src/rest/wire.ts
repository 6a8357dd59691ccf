// The names and values of the wire (sections 2.1 to 2.3): one table that maps bodies, answers and error paths alike.
import { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType, RentalStatus, StockType } from '../../prisma/generated/client/enums.ts';
import type { FieldPath } from '../operation/failure.ts';
import { type Spelling, spellField } from '../operation/field-errors.ts';

/** Domain name -> wire name, where they differ. */
export const WIRE_NAMES = {
  type: 'productType',
  stockType: 'stock_type',
  stockUnitTypeId: 'stock_unit_type_id',
  commodityCode: 'commodity_code',
  countryOfManufacture: 'country_of_manufacture',
  shelfLifeMin: 'shelf_life_min',
  shelfLifeMax: 'shelf_life_max',
  adId: 'ad_id',
  productId: 'product_id',
  dailyRate: 'daily_rate',
  startDate: 'start_date',
  endDate: 'end_date',
  totalAmount: 'total_amount',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const;

/** The enums of the domain, with the value of each member on the wire. */
export const WIRE_ENUMS = {
  type: { [ProductType.PRODUCT]: 0, [ProductType.BUNDLE]: 1 },
  stockType: { [StockType.UNIT]: 0, [StockType.BULK]: 1 },
  status: {
    [RentalStatus.ACTIVE]: 'active',
    [RentalStatus.COMPLETED]: 'completed',
    [RentalStatus.CANCELLED]: 'cancelled',
  },
} as const;

const DATE_FIELDS: ReadonlySet<string> = new Set(['startDate', 'endDate']);

/**
 * Exchanges both names of a pair and keeps every other name. It is its own inverse: a client that sends a name of the
 * domain gets an unknown field, and the error at it has the name that was sent.
 */
const swapped = new Map<string, string>(
  Object.entries(WIRE_NAMES).flatMap(([domain, wire]) => [
    [domain, wire],
    [wire, domain],
  ]),
);
const swap = (name: string) => swapped.get(name) ?? name;

/** A path of the domain in the names of the wire, or one of the wire in those of the domain. */
export const swapPath = (path: FieldPath): FieldPath =>
  path.map((segment) => (typeof segment === 'number' ? segment : swap(segment)));

const toWireEnums = new Map<string, ReadonlyMap<unknown, unknown>>(
  Object.entries(WIRE_ENUMS).map(([field, values]) => [field, new Map(Object.entries(values))]),
);
const fromWireEnums = new Map<string, ReadonlyMap<unknown, unknown>>(
  Object.entries(WIRE_ENUMS).map(([field, values]) => [
    field,
    new Map(Object.entries(values).map(([domain, wire]) => [wire, domain])),
  ]),
);

/** The value of a field on the wire. */
export const wireValue = (field: string, value: unknown): unknown => toWireEnums.get(field)?.get(value) ?? value;

/** A value that no schema takes, for those that an enum or an older version does not have. */
export const NO_SUCH_VALUE = Symbol('no such value');

/** A body of the wire in the names and enums of the domain, its other values untouched and unchecked. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  for (const entry of entries) {
    const field = swap(entry[0]);
    const values = entry[1] === null ? undefined : fromWireEnums.get(field);
    entry[1] = values ? (values.get(entry[1]) ?? NO_SUCH_VALUE) : fromWire(entry[1]);
    entry[0] = field;
  }
  return Object.fromEntries(entries);
}

/** The result of an operation in the names and values of the wire. */
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (value instanceof Date) return value.toISOString();
  if (Prisma.Decimal.isDecimal(value)) return value.toNumber();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [swap(field), fieldToWire(field, inner)]));
}

function fieldToWire(field: string, value: unknown): unknown {
  if (value instanceof Date && DATE_FIELDS.has(field)) return value.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const values = toWireEnums.get(field);
  return values && value !== null ? values.get(value) : toWire(value);
}

/** Fields and enum values of errors as REST has them: `items[0].ad_id`, `0`. */
export const WIRE_SPELLING: Spelling = {
  field: (path) => spellField(swapPath(path)),
  value: (path, value) => String(wireValue(String(path.at(-1)), value)),
};
