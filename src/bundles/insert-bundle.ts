// Inserts a bundle with its lines by one statement, unless a product of them has changed since it was read (D27).
import { insertOf, parametersOf, type Records, shapeOf, type Values } from '../database/records.ts';
import { ChangedMeanwhile } from '../database/retry-on-conflict.ts';
import type { Id } from '../operation/id.ts';
import type { Candidate } from './bundle-items.ts';
import type { BundleItemInput } from './bundle-shape.ts';

const ID = shapeOf('Product', { id: true });

/**
 * The id of the new bundle. The statement locks the products, in id order, so that two bundles cannot wait for each other.
 * @throws {ChangedMeanwhile} nothing is inserted: a product has another revision than that which was read.
 */
export async function insertBundle(
  records: Records,
  items: readonly BundleItemInput[],
  candidates: readonly Candidate[],
  values: Values,
): Promise<Id> {
  const { columns, parameters } = insertOf('Product', values);
  const given = parametersOf('Product', values);
  const [ids, revisions, adIds, quantities] = [1, 2, 3, 4].map((place) => `$${given.length + place}::int[]`);
  const [bundle] = await records.write(
    `WITH unchanged AS (
       SELECT product.id FROM products AS product
       JOIN unnest(${ids}, ${revisions}) AS seen (id, revision) USING (id, revision)
       ORDER BY product.id FOR SHARE OF product
     ), bundle AS (
       INSERT INTO products (${columns})
       SELECT ${parameters} WHERE (SELECT count(*) FROM unchanged) = cardinality(${ids})
       RETURNING id
     ), lines AS (
       INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
       SELECT bundle.id, line.position - 1, line.ad_id, line.quantity
       FROM bundle, unnest(${adIds}, ${quantities}) WITH ORDINALITY AS line (ad_id, quantity, position)
     )
     SELECT ${ID.sql}::text FROM bundle AS r`,
    [
      ...given,
      candidates.map(({ id }) => id),
      candidates.map(({ revision }) => revision),
      items.map(({ adId }) => adId),
      items.map(({ quantity }) => quantity),
    ],
    ID,
  );
  if (!bundle) throw new ChangedMeanwhile();
  return (bundle as { id: Id }).id;
}
