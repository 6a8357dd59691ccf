// Inserts a bundle with its lines by one statement, if every product of them can be an item (D27).
import { insertOf, Parameters, type Records, testOf, type Values } from '../database/records.ts';
import { invalidField } from '../operation/failure.ts';
import type { Id } from '../operation/id.ts';
import type { BundleItemInput } from './bundle-shape.ts';

interface Bundle {
  readonly items: readonly BundleItemInput[];
  /** The columns of a product that can be an item. */
  readonly available: Values;
  /** Null: the sum of the items' rents, each times its quantity, without rounding (D19, D26). */
  readonly rent: string | null;
  readonly columns: Values;
}

/**
 * The id of the new bundle; undefined where a product can be no item, and nothing is inserted. The statement locks the
 * products, in id order, so that two bundles cannot wait for each other.
 * @throws {OperationFailure} invalid: the sum is larger than any number of JSON.
 */
export async function insertBundle(
  records: Records,
  { items, available, rent, columns }: Bundle,
): Promise<Id | undefined> {
  const parameters = new Parameters();
  const listOf = (name: 'adId' | 'quantity', values: number[]) => parameters.of('BundleItem', name, values);
  const ids = listOf('adId', [...new Set(items.map(({ adId }) => adId))]);
  const lines = `${listOf(
    'adId',
    items.map(({ adId }) => adId),
  )}, ${listOf(
    'quantity',
    items.map(({ quantity }) => quantity),
  )}`;
  const tests = Object.entries(available).map(([name, value]) => testOf(parameters, 'Product', name, value));
  const given = parameters.of('Product', 'rent', rent);
  const insert = insertOf(parameters, 'Product', columns);
  const [row] = await records.write(
    `WITH line AS (
       SELECT * FROM unnest(${lines}) WITH ORDINALITY AS line (ad_id, quantity, position)
     ), item AS (
       SELECT id, rent FROM products WHERE id = ANY(${ids}) AND ${tests.join(' AND ')} ORDER BY id FOR SHARE
     ), total AS (
       SELECT coalesce(${given}, (SELECT sum(rent * quantity) FROM line JOIN item ON id = ad_id)) AS rent,
         (SELECT count(*) FROM item) = cardinality(${ids}) AS are_available
     ), bundle AS (
       INSERT INTO products (rent, ${insert.columns})
       SELECT total.rent, ${insert.row} FROM total WHERE are_available AND total.rent <= ${LARGEST_NUMBER}
       RETURNING id
     ), lines AS (
       INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
       SELECT bundle.id, position - 1, ad_id, quantity FROM bundle, line
     )
     SELECT (SELECT id FROM bundle), are_available FROM total`,
    parameters.given,
  );
  const [id, areAvailable] = row as [Id | null, boolean];
  if (areAvailable && id === null)
    throw invalidField('rent', 'INVALID_FORMAT', "The sum of the items' rents is too large");
  return id ?? undefined;
}

const LARGEST_NUMBER = `${Number.MAX_VALUE}::numeric`;
