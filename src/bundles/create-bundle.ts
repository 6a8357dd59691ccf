// Creates a bundle (section 4.5); a stored bundle is a product.
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import { insertColumns, jsonRow } from '../database/records/record-sql.ts';
import type { OperationContext } from '../operation/context.ts';
import { invalidField } from '../operation/failure.ts';
import type { Id } from '../operation/id.ts';
import { defineOperation, type Selection } from '../operation/operation.ts';
import { imageRule } from '../products/product-rules.ts';
import { findProduct } from '../products/read-product.ts';
import { availableTo, BUNDLE_DEFAULTS, createBundleInput, itemRule, refuseItems } from './bundle-shape.ts';

/** The columns of every bundle, and those of fields that are absent. */
const COLUMNS = {
  description: null,
  images: [],
  idempotencyRecord: null,
  type: ProductType.BUNDLE,
  stockType: StockType.BULK,
  quantity: 1,
};

/** The selection of REST, for which the insert alone is enough. */
const isIdAlone = ({ select = {} }: Selection) => Object.keys(select).join() === 'id';

export const createBundle = defineOperation({
  name: 'createBundle',
  title: 'Create a bundle',
  summary: 'Create a bundle of products of yours.',
  permission: 'WRITE',
  throttled: true,
  input: createBundleInput,
  defaults: BUNDLE_DEFAULTS,
  rules: [imageRule, itemRule],

  async run(context, { input, selection, record }): Promise<Product> {
    const { items, rent, ...fields } = input;
    const row = {
      items: items.map(({ adId, quantity }) => ({ ad_id: adId, quantity })),
      given_rent: rent ?? null,
      ...jsonRow('Product', { ...COLUMNS, ...fields, ...record, ownerId: context.caller.userId }),
    };
    const mayWait = record.idempotencyRecord !== undefined;
    const id = await retryOnConflict(
      async () => (await insertBundle(context, row, mayWait)) ?? refuseItems(context, items),
    );
    return isIdAlone(selection) ? ({ id } as Product) : findProduct(context, id, selection);
  },
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});

/** In a form that no index takes: by that of `owner_id` a statement would read all products of an owner with many. */
const CAN_BE_ITEM = `type IS NOT DISTINCT FROM lower($2)::product_type
  AND owner_id IS NOT DISTINCT FROM $3::int AND online IS NOT DISTINCT FROM $4::boolean`;
const { columns, definitions } = insertColumns('Product', [
  'title',
  'online',
  'archived',
  'ownerId',
  ...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]),
]);

/**
 * `$1` is a list of bundles, each inserted only if every product that it names can be an item; the statement returns their
 * rows in the same order. Products are locked in the order of their ids, so that two statements cannot wait for each other.
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
 * @throws {OperationFailure} invalid: the sum of the rents, without rounding, is larger than any number of JSON.
 */
async function insertBundle({ db, caller }: OperationContext, row: object, mayWait: boolean): Promise<Id | undefined> {
  const { type, ownerId, online } = availableTo(caller);
  const insert = { sql: INSERT, userId: caller.userId, values: [type, ownerId, online] };
  const [id, areAvailable] = (await db.$insertOwn(insert, row, { mayWait })) as [Id | null, boolean];
  if (areAvailable && id === null) {
    throw invalidField('rent', 'INVALID_FORMAT', "The sum of the items' rents is too large");
  }
  return id ?? undefined;
}
