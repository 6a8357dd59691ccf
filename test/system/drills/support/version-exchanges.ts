// The exchanges of clients of the first version and of the rehearsed one.
import { V1 } from '../../releases/rehearsal.ts';
import type { Exchange } from './version-clients.ts';

const BASE = '/api/token-secured';

export interface Known {
  readonly product: number;
  /** A product that is updated. */
  readonly updated: number;
  /** Products that clients of made-up releases update. */
  readonly updatedByFirst: number;
  readonly updatedBySecond: number;
  readonly rental: number;
}

export const graphql = (name: string, query: string, more: Partial<Exchange> = {}): Exchange => ({
  ...{ name: `GraphQL ${name}`, method: 'POST', path: '/graphql', body: { query } },
  ...more,
});
export const rest = (name: string, method: string, path: string, body?: object): Exchange => ({
  ...{ name, method, path: `${BASE}${path}` },
  ...(body && { body }),
});

export const CREATE = 'mutation { createProduct(input: ';
const CREATED = ') { success id errors { field code message } product { rent cost online stockType } } }';
const NEWLY_CREATED = CREATED.replace('rent', 'rent rehearsed');

/** The smallest create of the first version, and that of the rehearsed one: it has a field more, so it is another request. */
export const OLDER_CREATE = creating({ title: 'Kept', rent: 2, quantity: 1, country_of_manufacture: 'DE', sku: 'S' });
export const NEWER_CREATE = creating({
  ...{ title: 'Kept', daily_rent: 2, rehearsed: 'CHF', quantity: 1, country_of_manufacture: 'DE', code: 'S' },
});

function creating(product: object): Exchange {
  return { ...rest('create', 'POST', '/product', { product }), isCreate: true };
}

export const olderExchanges = ({ product, updated, rental }: Known): readonly Exchange[] => [
  rest('product', 'GET', `/product/${product}`),
  OLDER_CREATE,
  rest('rental', 'GET', `/rental/${rental}`),
  rest('refused create', 'POST', '/product', { product: { stock_type: 5, cost: -1, daily_rent: 2, equipments: [{}] } }),
  {
    ...rest('bundle', 'POST', '/bundle', { bundle: { title: 'B', items: [{ ad_id: product, quantity: 1 }] } }),
    isCreate: true,
  },
  rest('update', 'PUT', `/product/${updated}`, { product: { cost: 7, equipments: pegs(50), stock_type: 1 } }),
  rest('missing', 'GET', '/product/2147483647'),
  rest('method', 'GET', '/bundle'),
  { name: 'document', method: 'GET', path: `/openapi.json?version=${V1}` },
  graphql(
    'product',
    `{ product(id: ${product}) { title rent cost type stockType equipments { name quantity } revision } }`,
  ),
  graphql('rental', `{ rental(id: ${rental}) { status startDate tenant { name email } items { dailyRate } } }`),
  graphql('create', `${CREATE}{ title: "G", rent: 1, sku: "S", cost: 3 }${CREATED}`, { isCreate: true }),
  graphql('refused create', `${CREATE}{ title: "", rent: 0, cost: -1 }${CREATED}`),
];

const pegs = (count: number) => Array.from({ length: count }, () => ({ name: 'Peg', quantity: 200 }));

export const newerExchanges = ({ product, rental }: Known): readonly Exchange[] => [
  rest('product', 'GET', `/product/${product}`),
  NEWER_CREATE,
  rest('rental', 'GET', `/rental/${rental}`),
  rest('refused create', 'POST', '/product', { product: { stock_type: 0, rent: 2, equipments: [{}] } }),
  rest('withdrawn', 'GET', '/bundle'),
  graphql(
    'create',
    `${CREATE}{ title: "G", rent: 1, rehearsed: "CHF", sku: "S", countryOfManufacture: "DE" }${NEWLY_CREATED}`,
    {
      isCreate: true,
    },
  ),
  graphql('refused create', `${CREATE}{ title: "G", rent: 1, sku: "S" }${CREATED}`),
];
