// The texts of products that a read would load for the items of a bundle or of a rental, counted before they are loaded.
import { z } from 'zod';
import type { Db } from '../../database/records/extension.ts';
import { columnOf } from '../../database/records/record-sql.ts';
import type { Id } from '../../operation/id.ts';
import type { Selection } from '../../operation/operation.ts';
import { productFields } from '../../products/product-shape.ts';
import { MAX_ANSWER_LENGTH } from './answer-bounds.ts';

type Json = z.core.JSONSchema.JSONSchema | z.core.JSONSchema._JSONSchema;

/** Whether a value may hold a text without a limit. */
function hasLongText(json: Json | undefined): boolean {
  if (typeof json !== 'object') return false;
  if (json.type === 'string') return json.maxLength === undefined && json.enum === undefined;
  return [json.items, ...Object.values(json.properties ?? {})].flat().some(hasLongText);
}

/** The fields of a product that may hold a text without a limit, each with its column. */
export const LONG_FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries(z.toJSONSchema(z.object(productFields), { unrepresentable: 'any' }).properties ?? {})
    .filter(([, json]) => hasLongText(json))
    .map(([name]) => [name, columnOf(name)]),
);

const OF_BUNDLE = ['bundle_items i JOIN products p ON p.id = i.ad_id WHERE i.bundle_id'];

/** The products of the items of a record, then those of the items of its bundles, by the operation that reads the record. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  readProduct: OF_BUNDLE,
  readBundle: OF_BUNDLE,
  readRental: [
    'rental_items i JOIN products p ON p.id = i.product_id WHERE i.rental_id',
    'rental_items i JOIN bundle_items b ON b.bundle_id = i.product_id JOIN products p ON p.id = b.ad_id WHERE i.rental_id',
  ],
};

const productOfItems = ({ select }: Selection): Selection => select?.items?.select?.product ?? {};

const lengthsIn = ({ select = {} }: Selection): string[] =>
  [...LONG_FIELDS].filter(([field]) => select[field]).map(([, column]) => `octet_length(p.${column}::text)`);

export const reachesItems = (selection: Selection): boolean => productOfItems(selection).select !== undefined;

/** Whether the texts below one record are longer than an answer may be: a short query, if such texts are selected. */
export async function areNestedTextsTooLong(
  db: Db,
  operation: string,
  id: Id | undefined,
  selection: Selection,
): Promise<boolean> {
  let nested = productOfItems(selection);
  let total = 0;
  for (const products of PRODUCTS[operation] ?? []) {
    const lengths = lengthsIn(nested);
    if (lengths.length > 0) {
      const sums = lengths.map((length) => `coalesce(sum(${length}), 0)`);
      const [row] = await db.$read(`SELECT (${sums.join(' + ')})::float8 FROM ${products} = $1`, [id ?? null]);
      total += row ? Number(row[0]) : 0;
    }
    nested = productOfItems(nested);
  }
  return total > MAX_ANSWER_LENGTH;
}
