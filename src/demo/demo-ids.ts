// The ids of the demo data in a new database: sequences begin at 1, and rows are written in the order of this file.
import { demoRentals, PRODUCTS, personNames } from './demo-data.ts';

const numbered = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>;

const keys = <Name extends string>(rows: Readonly<Record<Name, unknown>>) => Object.keys(rows) as Name[];

const products = numbered([...keys(PRODUCTS), 'camping']);

/** Tests compare them with the written rows; documented examples use them. */
export const DEMO_IDS = {
  people: numbered(personNames),
  products,
  rentals: numbered(keys(demoRentals(new Date(0)))),
  /** The id of the first product or bundle that is created afterwards. */
  nextProduct: Object.keys(products).length + 1,
};
