// Inserts products: those of one turn of the event loop by one statement, in a tenth of the time of Prisma's `create` for each.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../database/db.ts';
import { loaderOf } from '../database/loader.ts';
import type { Id } from '../operation/id.ts';
import { isWhole, newColumns, newRow } from './product-columns.ts';

export type NewProduct = Prisma.ProductUncheckedCreateInput;

/** A row with more characters has a statement of its own. */
const LONG_ROW = 16_384;

const ALL_COLUMNS = newColumns();

type Client = Pick<Db, '$queryRaw'>;

/** Inserts a list of products in JSON; returns their ids, which rise in the order of the list. */
async function insertRows(client: Client, rows: readonly string[], columns = ALL_COLUMNS): Promise<Id[]> {
  const inserted = await client.$queryRaw<{ id: Id }[]>`
    INSERT INTO products (${columns})
    SELECT ${columns}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::products, ${`[${rows.join()}]`}::jsonb)) WITH ORDINALITY AS given
    ORDER BY given.ordinality
    RETURNING id`;
  return inserted.map(({ id }) => id).toSorted((one, other) => one - other);
}

const insertTogether = loaderOf('INSERT INTO products', (db, rows: readonly string[]) => insertRows(db.inserts, rows));

/** Inserts a product; one with an idempotency record may wait for another transaction with the same key. */
export async function insertProduct(db: Db, product: NewProduct): Promise<Id> {
  const row = JSON.stringify(newRow({ ...product }));
  const columns = isWhole({ ...product }) ? ALL_COLUMNS : newColumns({ ...product });
  if (product.idempotencyRecord) return insertAlone(db, row, columns);
  const isAlone = row.length > LONG_ROW || columns !== ALL_COLUMNS;
  return isAlone ? insertAlone(db.inserts, row, columns) : insertTogether(db, row);
}

async function insertAlone(client: Client, row: string, columns: Prisma.Sql): Promise<Id> {
  const [id] = await insertRows(client, [row], columns);
  return id as Id;
}
