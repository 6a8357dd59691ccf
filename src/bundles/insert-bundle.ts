// Inserts a bundle with its lines by one statement, if every product of them can be an item (D27).
import { columnOf } from '../database/records/record-shape.ts';
import type { Records } from '../database/records/records.ts';
import { insertOf, parameter, valuesOf } from '../database/records/write-statements.ts';
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

/** Columns of a product that decide whether it can be an item. */
const TESTED = ['type', 'ownerId', 'online'] as const;

interface Bundle {
  readonly items: readonly BundleItemInput[];
  /** The values of a product that can be an item. */
  readonly available: Readonly<Record<(typeof TESTED)[number], unknown>>;
  /** Null: the sum of the items' rents, each times its quantity, without rounding (D19, D26). */
  readonly rent: string | null;
  readonly columns: Readonly<Record<(typeof COLUMNS)[number], unknown>>;
}

const LINES = '$1::json';
const RENT = '$2::numeric';
const FIRST_TEST = 3;
const tests = TESTED.map((name, index) => `${columnOf(name)} = ${parameter('Product', name, FIRST_TEST + index)}`);
const insert = insertOf('Product', COLUMNS, FIRST_TEST + TESTED.length);

/** The products are locked, in id order, so that two bundles cannot wait for each other. */
const INSERT = `
  WITH line AS (
    SELECT * FROM json_to_recordset(${LINES}) AS line ("adId" int, quantity int, position int)
  ), item AS (
    SELECT id, rent FROM products
    WHERE id = ANY ((SELECT array_agg(DISTINCT "adId") FROM line)::int[]) AND ${tests.join(' AND ')} ORDER BY id FOR SHARE
  ), total AS (
    SELECT coalesce(${RENT}, (SELECT sum(rent * quantity) FROM line JOIN item ON id = "adId")) AS rent,
      (SELECT count(*) FROM item) = (SELECT count(DISTINCT "adId") FROM line) AS are_available
  ), bundle AS (
    INSERT INTO products (rent, ${insert.columns})
    SELECT total.rent, ${insert.parameters} FROM total WHERE are_available AND total.rent <= ${Number.MAX_VALUE}::numeric
    RETURNING id
  ), lines AS (
    INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
    SELECT bundle.id, position, "adId", quantity FROM bundle, line
  )
  SELECT (SELECT id FROM bundle), are_available FROM total`;

/**
 * The id of the new bundle; undefined where a product can be no item, and nothing is inserted.
 * @throws {OperationFailure} invalid: the sum is larger than any number of JSON.
 */
export async function insertBundle(
  records: Records,
  { items, available, rent, columns }: Bundle,
): Promise<Id | undefined> {
  const valuesIn = <Name extends string>(names: readonly Name[], values: Readonly<Record<Name, unknown>>) =>
    valuesOf(
      'Product',
      names.map((name) => [name, values[name]]),
    );
  const [row] = await records.write(INSERT, [
    JSON.stringify(items.map(({ adId, quantity }, position) => ({ adId, quantity, position }))),
    rent,
    ...valuesIn(TESTED, available),
    ...valuesIn(COLUMNS, columns),
  ]);
  const [id, areAvailable] = row as [Id | null, boolean];
  if (areAvailable && id === null) {
    throw invalidField('rent', 'INVALID_FORMAT', "The sum of the items' rents is too large");
  }
  return id ?? undefined;
}
