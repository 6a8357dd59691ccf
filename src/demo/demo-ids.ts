// The ids that the demo data has in a new database: sequences begin at 1, and rows are written in their order here.
import { demoRentals, PRODUCTS, personNames } from './demo-data.ts';

const numbered = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>;

const keys = <Name extends string>(rows: Readonly<Record<Name, unknown>>) => Object.keys(rows) as Name[];

const products = numbered([...keys(PRODUCTS), 'camping']);

/** Held to the written rows by the tests; documented examples use them. */
export const DEMO_IDS = {
  people: numbered(personNames),
  products,
  rentals: numbered(keys(demoRentals(new Date(0)))),
  /** The id of the first product or bundle that is created afterwards. */
  nextProduct: Object.keys(products).length + 1,
};
