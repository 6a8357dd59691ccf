// What clients of each version send and must get back: requests to both APIs with the same response each time.
import type { Database } from '../../../../src/database/db.ts';
import { V1 } from '../../releases/rehearsal.ts';
import { type RanOperation, type Row, rowOf } from '../drill.ts';
import type { Known } from './known-rows.ts';
import type { Client, Exchange } from './load.ts';
import { type Answer, send } from './send.ts';

const rest = (name: string, method: string, path: string, body?: object): Exchange => ({
  name,
  method,
  path,
  ...(body && { body }),
});
const graphql = (name: string, query: string): Exchange =>
  rest(`GraphQL ${name}`, 'POST', '/graphql', { query });
const making = (exchange: Exchange): Exchange => ({ ...exchange, isCreate: true });
const creating = (product: object, name = 'create') =>
  making(rest(name, 'POST', '/product', { product }));
/** A create on GraphQL, with the product fields that it selects. */
const mutation = (input: string, fields: string) =>
  `mutation { createProduct(input: { ${input} }) { success id errors { field code message } product { ${fields} } } }`;

const pegs = (count: number) =>
  Array.from({ length: count }, () => ({ name: 'Peg', quantity: 200 }));
const bundleOf = (id: number) => ({
  bundle: { title: 'B', items: [{ ad_id: id, quantity: 1 }] },
});
const reads = ({ product, rental }: Known) => [
  rest('product', 'GET', `/product/${product}`),
  rest('rental', 'GET', `/rental/${rental}`),
  rest('a bundle of its own endpoint', 'GET', `/bundle/${product}`),
  rest('missing', 'GET', '/product/2147483647'),
  rest('method', 'GET', '/bundle'),
];

const CREATED = 'rent cost online stockType';

/**
 * The smallest create of the first version, and of the rehearsed one: it has one more field, so it is another
 * request.
 */
export const OLDER_CREATE = creating({
  title: 'Kept',
  rent: 2,
  quantity: 1,
  country_of_manufacture: 'DE',
  sku: 'S',
});
export const NEWER_CREATE = creating({
  title: 'Kept',
  daily_rent: 2,
  rehearsed: 'CHF',
  quantity: 1,
  country_of_manufacture: 'DE',
  code: 'S',
});

/** Without the OpenAPI document, which includes the limits of newer versions and so changes with a release. */
export const olderExchanges = (known: Known): readonly Exchange[] => [
  ...reads(known),
  rest('rental that becomes overdue', 'GET', `/rental/${known.overdue}`),
  graphql('rental that becomes overdue', `{ rental(id: ${known.overdue}) { status } }`),
  OLDER_CREATE,
  rest('refused create', 'POST', '/product', {
    product: { stock_type: 5, cost: -1, daily_rent: 2, equipments: [{}] },
  }),
  making(rest('bundle', 'POST', '/bundle', bundleOf(known.product))),
  rest('update', 'PUT', `/product/${known.updated}`, {
    product: { cost: 7, equipments: pegs(50), stock_type: 1 },
  }),
  graphql(
    'product',
    `{ product(id: ${known.product}) { title rent cost type stockType equipments { name quantity } revision } }`,
  ),
  graphql(
    'rental',
    `{ rental(id: ${known.rental}) { status startDate tenant { name email } items { dailyRate } } }`,
  ),
  making(graphql('create', mutation('title: "G", rent: 1, sku: "S", cost: 3', CREATED))),
  graphql('refused create', mutation('title: "", rent: 0, cost: -1', CREATED)),
];

export const newerExchanges = (known: Known): readonly Exchange[] => [
  ...reads(known),
  NEWER_CREATE,
  rest('refused create', 'POST', '/product', {
    product: { stock_type: 0, rent: 2, equipments: [{}] },
  }),
  making(
    graphql(
      'create',
      mutation(
        'title: "G", rent: 1, rehearsed: "CHF", sku: "S", countryOfManufacture: "DE"',
        CREATED.replace('rent', 'rent rehearsed'),
      ),
    ),
  ),
  graphql('refused create', mutation('title: "G", rent: 1, sku: "S"', CREATED)),
];

const IMAGE = 'https://images.example.com/tent.webp';
const images = (count: number) => Array.from({ length: count }, () => ({ src: IMAGE }));
const FIRST_CREATE = {
  title: 'Shipped',
  rent: 2,
  currency: 'CHF',
  sku: 'S',
  visible: true,
  barcode: '4006381333931',
  equipments: [{ label: 'Peg', quantity: 16 }],
  images: images(1),
  dimensions: { width_centimetres: 300, length_centimetres: 500 },
  quantity: { total: 3, reserved: 1 },
  keywords: ['light', 'x'.repeat(30)],
};
const { currency: _, visible: _visible, ...common } = FIRST_CREATE;
const SECOND_CREATE = {
  ...common,
  published: false,
  stock_type: 'unit',
  country_of_manufacture: 'DE',
  dimensions: { width_centimetres: 300, depth_centimetres: 500 },
  quantity: { units: 3 },
  keywords: ['light'],
};
const SHIPPED = 'title rent online stockType barcode dimensions { lengthCentimetres }';
const MADE = `title: "G", rent: 1, sku: "S", barcode: "1", images: [{ src: "${IMAGE}" }]`;
const LONG = 'x'.repeat(121);

/** What both made-up releases ask for. */
const shippedReads = (known: Known): readonly Exchange[] => [
  ...reads(known),
  graphql(
    'rental',
    `{ rental(id: ${known.rental}) { status startDate items { dailyRate } } }`,
  ),
  // With what is required: the schema requires it once the last version that doesn't has ended.
  graphql(
    'refused create',
    mutation(
      `title: "${LONG}", rent: 0, images: [], barcode: "1", currency: "CHF", countryOfManufacture: "DE"`,
      SHIPPED,
    ),
  ),
];

export const firstExchanges = (known: Known): readonly Exchange[] => [
  ...shippedReads(known),
  creating(FIRST_CREATE),
  rest('refused create', 'POST', '/product', {
    product: {
      title: LONG,
      rent: 0,
      online: true,
      currency: 'EURO',
      images: [],
      commodity_code: '1',
      equipments: [{}],
      archived: true,
      quantity: { reserved: 3, all: 1 },
      keywords: ['x'.repeat(41)],
    },
  }),
  rest('update', 'PUT', `/product/${known.updatedByFirst}`, {
    product: { ...FIRST_CREATE, title: 'Updated' },
  }),
  making(graphql('create', mutation(`${MADE}, currency: "CHF"`, SHIPPED))),
];

export const secondExchanges = (known: Known): readonly Exchange[] => [
  ...shippedReads(known),
  creating(SECOND_CREATE),
  creating({ ...SECOND_CREATE, images: images(7) }, 'create of seven images'),
  rest('refused create', 'POST', '/product', {
    product: {
      title: LONG,
      rent: 0,
      visible: true,
      currency: 'CHF',
      stock_type: 0,
      images: images(8),
      quantity: { total: 1 },
      keywords: ['x'.repeat(21)],
      archived: true,
    },
  }),
  rest('update', 'PUT', `/product/${known.updatedBySecond}`, {
    product: { ...SECOND_CREATE, title: 'Updated' },
  }),
  making(graphql('create', mutation(`${MADE}, countryOfManufacture: "DE"`, SHIPPED))),
];

/** Old code doesn't know the newer version: it returns 400 with the versions that it has, and does nothing. */
export async function refused(
  db: Database['db'],
  origin: string,
  { token, exchanges }: Client,
  what = 'tokens of the newer version, on old code',
  usable = V1,
): Promise<Row> {
  const before = await db.product.count();
  const ranOperations: RanOperation[] = [];
  for (const { method, path, body } of exchanges) {
    const answer = await send({ origin, token }, method, path, body);
    const isNamed = answer.text.includes(`Use one of the versions ${usable}`);
    ranOperations.push(outcomeOf(answer, answer.status === 400 && isNamed));
  }
  return rowOf(what, ranOperations, (await db.product.count()) - before);
}

export const outcomeOf = (
  { milliseconds, status, text }: Answer,
  isRight: boolean,
): RanOperation => ({
  milliseconds,
  fault: isRight ? undefined : `${status} ${text}`,
});
