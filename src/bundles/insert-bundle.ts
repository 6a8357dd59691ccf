// Inserts a bundle with its lines by one statement, unless a product of them has changed since it was read (D27).
import { insertOf, type Records, type Values } from '../database/records.ts';
import { ChangedMeanwhile } from '../database/retry-on-conflict.ts';
import { invalidField } from '../operation/failure.ts';
import type { Id } from '../operation/id.ts';
import type { Candidate } from './bundle-items.ts';
import type { BundleItemInput } from './bundle-shape.ts';

/**
 * The id of the new bundle. Where its rent is null it is the sum of the items' rents, each times its quantity, without rounding
 * (D19, D26). The statement locks the products, in id order, so that two bundles cannot wait for each other.
 * @throws {ChangedMeanwhile} nothing is inserted: a product has another revision than that which was read.
 * @throws {OperationFailure} invalid: the sum is larger than any number of JSON.
 */
export async function insertBundle(
  records: Records,
  items: readonly BundleItemInput[],
  candidates: readonly Candidate[],
  { rent, ...columns }: Values & { readonly rent: string | null },
): Promise<Id> {
  const insert = insertOf('Product', columns);
  const [ids, revisions, adIds, quantities] = [1, 2, 3, 4].map((place) => `$${insert.given.length + place}::int[]`);
  const given = `$${insert.given.length + 5}::numeric`;
  const [row] = await records.write(
    `WITH line AS (
       SELECT * FROM unnest(${adIds}, ${quantities}) WITH ORDINALITY AS line (ad_id, quantity, position)
     ), locked AS (
       SELECT product.id, product.rent FROM products AS product
       JOIN unnest(${ids}, ${revisions}) AS seen (id, revision) USING (id, revision)
       ORDER BY product.id FOR SHARE OF product
     ), total AS (
       SELECT coalesce(${given}, (SELECT sum(rent * quantity) FROM line JOIN locked ON id = ad_id)) AS rent,
         (SELECT count(*) FROM locked) = cardinality(${ids}) AS is_unchanged
     ), bundle AS (
       INSERT INTO products (rent, ${insert.columns})
       SELECT total.rent, ${insert.parameters} FROM total WHERE is_unchanged AND total.rent <= ${LARGEST_NUMBER}
       RETURNING id
     ), lines AS (
       INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
       SELECT bundle.id, position - 1, ad_id, quantity FROM bundle, line
     )
     SELECT (SELECT id FROM bundle), is_unchanged FROM total`,
    [
      ...insert.given,
      candidates.map(({ id }) => id),
      candidates.map(({ revision }) => revision),
      items.map(({ adId }) => adId),
      items.map(({ quantity }) => quantity),
      rent,
    ],
  );
  const [id, isUnchanged] = row as [Id | null, boolean];
  if (!isUnchanged) throw new ChangedMeanwhile();
  if (id === null) throw invalidField('rent', 'INVALID_FORMAT', "The sum of the items' rents is too large");
  return id;
}

const LARGEST_NUMBER = `${Number.MAX_VALUE}::numeric`;
