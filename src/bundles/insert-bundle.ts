// Inserts a bundle with its items in one statement that locks the products, so that none of them goes offline before
// the commit.
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import type { Db } from '../database/db.ts';
import type { Checked } from '../operation/check.ts';
import type { Id } from '../operation/id.ts';
import type { RecordColumn } from '../operation/idempotency.ts';
import { invalidField, ownerDisabled } from '../operation/operation-failure.ts';
import type { createBundleInput } from './bundle-shape.ts';

type NewBundle = Checked<typeof createBundleInput> & RecordColumn & { readonly ownerId: Id };

interface Inserted {
  /** Null if nothing was inserted. */
  readonly id: Id | null;
  /** Whether each item is an online product of the owner, and not a bundle. */
  readonly areAvailable: boolean;
}

/**
 * The ID of the new bundle; undefined, without an insert, if a product can't be an item. Products are locked in ID
 * order, so that two statements can't deadlock.
 * @throws {OperationFailure} the owner is disabled; invalid: the sum of the rents, without rounding, is larger than any
 * JSON number.
 */
export async function insertBundle(db: Db, bundle: NewBundle) {
  const {
    items,
    ownerId,
    title,
    description = null,
    rent = null,
    images = [],
    online,
    archived,
    idempotencyRecord = null,
  } = bundle;
  // A number would lose digits.
  const givenRent = rent === null ? null : String(rent);
  const ids = items.map(({ adId }) => adId);
  const [inserted] = await db.$queryRaw<Inserted[]>`
    WITH owner AS (
      SELECT id FROM users WHERE id = ${ownerId} AND disabled_at IS NULL FOR KEY SHARE
    ), item AS (
      SELECT ordinality - 1 AS position, "adId" AS ad_id, quantity
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS ("adId" int, quantity int))
        WITH ORDINALITY AS given
    ), product AS (
      SELECT id, rent FROM products
      WHERE id = ANY(${ids}::int[]) AND type <> 'bundle' AND owner_id = ${ownerId} AND online
      ORDER BY id FOR SHARE
    ), total AS (
      SELECT sum(rent * quantity) AS item_rent, count(id) = count(*) AS are_available
      FROM item LEFT JOIN product ON id = ad_id
    ), bundle AS (
      INSERT INTO products (
        owner_id, type, stock_type, quantity, title, description, rent, images, online, archived, idempotency_record
      )
      SELECT ${ownerId}, ${ProductType.BUNDLE.toLowerCase()}::product_type,
        ${StockType.BULK.toLowerCase()}::stock_type, 1,
        ${title}, ${description}, coalesce(${givenRent}::numeric, item_rent), ${JSON.stringify(images)}::jsonb,
        ${online}, ${archived},
        ${idempotencyRecord && JSON.stringify(idempotencyRecord)}::jsonb
      FROM total, owner
      WHERE are_available AND coalesce(${givenRent}::numeric, item_rent) <= ${Number.MAX_VALUE}::numeric
      RETURNING id
    ), bundle_item AS (
      INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
      SELECT bundle.id, position, ad_id, quantity FROM bundle, item
    )
    SELECT bundle.id, are_available AS "areAvailable" FROM owner, total LEFT JOIN bundle ON true`;
  if (!inserted) throw ownerDisabled();
  if (inserted.areAvailable && inserted.id === null) {
    throw invalidField('rent', "The sum of the items' rents is too large");
  }
  return inserted.id ?? undefined;
}
