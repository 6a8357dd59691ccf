// Inserts bundles with their items by one statement, each only if every product that they name can be an item.
import type { Product } from '../../prisma/generated/client/client.ts';
import type { Db } from '../database/records/extension.ts';
import { insertColumns, jsonRow } from '../database/records/record-sql.ts';
import { invalidField } from '../operation/failure.ts';
import type { Id } from '../operation/id.ts';
import type { BundleItemInput } from './bundle-shape.ts';

/** Columns of the bundle beside its rent. */
const COLUMNS = [
  'title',
  'description',
  'images',
  'online',
  'archived',
  'ownerId',
  'type',
  'stockType',
  'quantity',
  'idempotencyRecord',
] as const;

interface Bundle {
  readonly items: readonly BundleItemInput[];
  /** The values of a product that can be an item. */
  readonly available: Pick<Product, 'type' | 'ownerId' | 'online'>;
  /** Null: the sum of the items' rents, each times its quantity, without rounding. */
  readonly rent: number | null;
  readonly columns: Readonly<Record<(typeof COLUMNS)[number], unknown>> & { readonly ownerId: Id };
}

/** In a form that no index takes: by that of `owner_id` a statement would read all products of an owner with many. */
const CAN_BE_ITEM = `type IS NOT DISTINCT FROM lower($2)::product_type
  AND owner_id IS NOT DISTINCT FROM $3::int AND online IS NOT DISTINCT FROM $4::boolean`;
const { columns, definitions } = insertColumns('Product', COLUMNS);

/**
 * `$1` is a list of bundles; the statement returns their rows in the same order. Products are locked in the order of their ids,
 * so that two statements cannot wait for each other.
 */
const INSERT = `
  WITH given AS (
    SELECT * FROM ROWS FROM (json_to_recordset($1::json) AS (items json, given_rent numeric, ${definitions})) WITH ORDINALITY
  ), item AS (
    SELECT given.ordinality, entry.ordinality - 1 AS position, ad_id, entry.quantity
    FROM given, ROWS FROM (json_to_recordset(items) AS (ad_id int, quantity int)) WITH ORDINALITY AS entry
  ), product AS (
    SELECT id, rent FROM products
    WHERE id = ANY ((SELECT array_agg(DISTINCT ad_id) FROM item)::int[]) AND ${CAN_BE_ITEM} ORDER BY id FOR SHARE
  ), total AS (
    SELECT ordinality, sum(rent * item.quantity) AS item_rent, count(id) = count(*) AS are_available
    FROM item LEFT JOIN product ON id = ad_id GROUP BY ordinality
  ), accepted AS (
    SELECT nextval('products_id_seq')::int AS id, coalesce(given_rent, item_rent) AS rent, given.*
    FROM given JOIN total USING (ordinality)
    WHERE are_available AND coalesce(given_rent, item_rent) <= ${Number.MAX_VALUE}::numeric
  ), bundle AS (
    INSERT INTO products (id, rent, updated_at, ${columns}) SELECT id, rent, now(), ${columns} FROM accepted
  ), bundle_item AS (
    INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
    SELECT id, position, ad_id, item.quantity FROM accepted JOIN item USING (ordinality)
  )
  SELECT id, are_available FROM total LEFT JOIN accepted USING (ordinality) ORDER BY ordinality`;

/**
 * The id of the new bundle; undefined, without an insert, if a product can be no item.
 * @throws {OperationFailure} invalid: the sum is larger than any number of JSON.
 */
export async function insertBundle(db: Db, { items, available, rent, columns }: Bundle): Promise<Id | undefined> {
  const { type, ownerId, online } = available;
  const insert = { sql: INSERT, userId: columns.ownerId, values: [type, ownerId, online] };
  const row = {
    items: items.map(({ adId, quantity }) => ({ ad_id: adId, quantity })),
    given_rent: rent,
    ...jsonRow('Product', columns),
  };
  const mayWait = columns.idempotencyRecord !== null;
  const [id, areAvailable] = (await db.$insertOwn(insert, row, { mayWait })) as [Id | null, boolean];
  if (areAvailable && id === null) {
    throw invalidField('rent', 'INVALID_FORMAT', "The sum of the items' rents is too large");
  }
  return id ?? undefined;
}
