// The ids of the demo data in a new database: sequences begin at 1, and rows are written in the order of this file.
import { demoRentals, PERSON_NAMES, PRODUCT_NAMES } from './demo-data.ts';

const numbered = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>;

const RENTALS = demoRentals(new Date(0));

/** Tests compare them with the written rows; documented examples use them. */
export const DEMO_IDS = {
  people: numbered(PERSON_NAMES),
  products: numbered([...PRODUCT_NAMES, 'camping']),
  rentals: numbered(Object.keys(RENTALS) as (keyof typeof RENTALS)[]),
  /** The id of the first product or bundle that is created afterwards. */
  nextProduct: PRODUCT_NAMES.length + 2,
};
