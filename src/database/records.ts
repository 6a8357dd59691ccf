// Enum members stored by later code: this code reads a fallback instead, so that no response lacks a field (D54).
import { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType, RentalStatus, StockType } from '../../prisma/generated/client/enums.ts';
import type { Db } from './db.ts';
import { rowLoader } from './loader.ts';

interface Known {
  readonly members: Readonly<Record<string, string>>;
  /** The member with the fewest demands: nodes with older code, and older versions, read it and send it back. */
  readonly fallback: string;
}

/** The enums of records, by column, and those in JSON columns, by a field name that no column has. */
export const ENUMS: Readonly<Record<string, Known>> = {
  type: { members: ProductType, fallback: ProductType.PRODUCT },
  stockType: { members: StockType, fallback: StockType.BULK },
  status: { members: RentalStatus, fallback: RentalStatus.ACTIVE },
};

export interface Table {
  // biome-ignore lint/suspicious/noExplicitAny: Prisma's models have no common type
  findMany(query: any): Promise<any[]>;
}

export type Select = Readonly<Record<string, unknown>>;

/**
 * Reads rows by ID. `findMany` alone fails for all rows if one of them has an unknown member; then `plain` is selected,
 * which has no enum of a related row.
 */
export async function findRows<Row>(
  db: Db,
  table: Table,
  ids: readonly number[],
  select: Select,
  plain = select,
): Promise<Row[]> {
  const where = { id: { in: ids } };
  const rows: Row[] = await table.findMany({ where, select }).catch((error) => {
    const message = UNKNOWN.exec(String(error))?.[0];
    if (!message) throw error;
    warn(db, message);
    return withFallbacks<Row>(table, where, plain);
  });
  // Only JSON columns that can have an enum are worth a search.
  if (Object.keys(ENUMS).some((name) => !Object.hasOwn(COLUMNS, name)))
    replaceUnknown(db, rows);
  return rows;
}

const COLUMNS = { ...Prisma.ProductScalarFieldEnum, ...Prisma.RentalScalarFieldEnum };

const warn = (db: Db, message: string) =>
  db.warnOnce(`Read a value of newer code as an older one: ${message}`);

/** Prisma's message for an unknown enum member. */
const UNKNOWN = /Value '.*' not found in enum '.*'/;

/** Replaces unknown members in place; `list` names the entries of a list, such as `tags[]`. */
function replaceUnknown(db: Db, holder: object, list?: string) {
  for (const [key, value] of Object.entries(holder)) {
    const name = list ?? key;
    const { members, fallback } = ENUMS[name] ?? {};
    if (typeof value === 'object' && value !== null)
      replaceUnknown(db, value, Array.isArray(value) ? `${name}[]` : undefined);
    else if (members && value !== null && !Object.hasOwn(members, value)) {
      warn(db, `Value '${value}' not found in enum '${name}'`);
      Object.assign(holder, { [key]: fallback });
    }
  }
}

/** The rows without their enums, and their known members. */
async function withFallbacks<Row>(
  table: Table,
  where: object,
  select: Select,
): Promise<Row[]> {
  const columns = Object.entries(ENUMS).filter(([column]) => select[column]);
  const withoutEnums = Object.fromEntries(
    Object.entries(select).filter(([column]) => !Object.hasOwn(ENUMS, column)),
  );
  const rows = await table.findMany({ where, select: { ...withoutEnums, id: true } });
  for (const [column, { members, fallback }] of columns) {
    const isKnown = { ...where, [column]: { in: Object.keys(members) } };
    const known = await table.findMany({
      where: isKnown,
      select: { id: true, [column]: true },
    });
    const byId = new Map(known.map((row) => [row.id, row[column]]));
    for (const row of rows) row[column] = byId.get(row.id) ?? fallback;
  }
  // In the order of the selection, which is the order of the response.
  return rows.map(
    (row) =>
      Object.fromEntries(Object.keys(select).map((column) => [column, row[column]])) as Row,
  );
}

/** Loads the rows of a table by ID; the row of an ID that doesn't exist is null. */
export const recordLoader = <Row extends { readonly id: number }>(
  table: string,
  tableOf: (db: Db) => Table,
  select: Select,
  plain?: Select,
) =>
  rowLoader(`SELECT FROM ${table}`, 'id', (db, ids: number[]) =>
    findRows<Row>(db, tableOf(db), ids, select, plain),
  );
