// The example queries of GraphiQL, one for each field of the two roots, with ids of the demo data.
import { readFileSync } from 'node:fs';
import { DEMO_IDS } from '../../demo/demo-data.ts';

const ids = { ...DEMO_IDS.products, ...DEMO_IDS.rentals };

const example = (name: string, title: string, variables: Readonly<Record<string, unknown>>) => ({
  /** In the address of the page. */
  name,
  title,
  query: readFileSync(new URL(`./examples/${name}.graphql`, import.meta.url), 'utf8'),
  variables,
});

const changes = { rent: 26, description: 'A tent for four, with a ground sheet.' };
const chair = { title: 'Camping chair', rent: 4.5, stockType: 'BULK', quantity: 12 };
const items = [
  { adId: `${ids.tent}`, quantity: 1 },
  { adId: `${ids.mat}`, quantity: 2 },
];

export const EXAMPLES = [
  example('product', 'Read a product', { id: `${ids.tent}` }),
  example('bundle', 'Read a bundle', { id: `${ids.camping}` }),
  example('rental', 'Read a rental', { id: `${ids.paid}` }),
  example('viewer', 'Read the viewer', {}),
  example('update-product', 'Update a product', { id: `${ids.tent}`, input: changes }),
  example('create-product', 'Create a product', { input: chair }),
  example('create-bundle', 'Create a bundle', { input: { title: 'Weekend for two', items } }),
] as const;
