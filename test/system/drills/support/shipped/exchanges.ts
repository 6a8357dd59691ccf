// What clients of the made-up releases send, and pages of the docs that are visited meanwhile.
import { type Row, rowOf } from '../../drill.ts';
import type { Exchange } from '../load.ts';
import { type Answer, judged, send } from '../send.ts';
import { CREATE, graphql, type Known, rest } from '../version-exchanges.ts';

const IMAGES = [{ src: 'https://images.example.com/tent.webp' }];
const PEGS = [{ label: 'Peg', quantity: 16 }];
const FIRST_CREATE = {
  ...{ title: 'Shipped', rent: 2, currency: 'CHF', sku: 'S', visible: true, barcode: '4006381333931' },
  ...{ equipments: PEGS, images: IMAGES, dimensions: { width_centimetres: 300, length_centimetres: 500 } },
};
const { currency: _, visible: _visible, ...common } = FIRST_CREATE;
const SECOND_CREATE = {
  ...{ ...common, published: false, stock_type: 'unit', country_of_manufacture: 'DE' },
  dimensions: { width_centimetres: 300, depth_centimetres: 500 },
};

const creating = (product: object): Exchange => ({
  ...rest('create', 'POST', '/product', { product }),
  isCreate: true,
});
const long = 'x'.repeat(121);
const CREATED =
  ') { success id errors { field code message } product { title rent online stockType barcode dimensions { lengthCentimetres } } } }';

/** What both newer versions ask for. */
const shared = ({ product, rental }: Known): readonly Exchange[] => [
  rest('product', 'GET', `/product/${product}`),
  rest('rental', 'GET', `/rental/${rental}`),
  rest('withdrawn endpoint', 'GET', '/bundle'),
  rest('missing', 'GET', '/product/2147483647'),
  graphql('rental', `{ rental(id: ${rental}) { status startDate items { dailyRate } } }`),
  // With what is required: the schema asks for it once the last version that does not has ended.
  graphql(
    'refused create',
    `${CREATE}{ title: "${long}", rent: 0, images: [], barcode: "1", currency: "CHF", countryOfManufacture: "DE" }${CREATED}`,
  ),
];

export const firstExchanges = (known: Known): readonly Exchange[] => [
  ...shared(known),
  creating(FIRST_CREATE),
  rest('refused create', 'POST', '/product', {
    product: {
      title: long,
      rent: 0,
      online: true,
      currency: 'EURO',
      images: [],
      commodity_code: '1',
      equipments: [{}],
    },
  }),
  rest('update', 'PUT', `/product/${known.updatedByFirst}`, { product: { ...FIRST_CREATE, title: 'Updated' } }),
  graphql(
    'create',
    `${CREATE}{ title: "G", rent: 1, sku: "S", currency: "CHF", barcode: "1", images: [{ src: "${IMAGES[0]?.src}" }] }${CREATED}`,
    { isCreate: true },
  ),
];

export const secondExchanges = (known: Known): readonly Exchange[] => [
  ...shared(known),
  creating(SECOND_CREATE),
  { ...creating({ ...SECOND_CREATE, images: Array(7).fill(IMAGES[0]) }), name: 'create of seven images' },
  rest('refused create', 'POST', '/product', {
    product: { title: long, rent: 0, visible: true, currency: 'CHF', stock_type: 0, images: Array(8).fill(IMAGES[0]) },
  }),
  rest('update', 'PUT', `/product/${known.updatedBySecond}`, { product: { ...SECOND_CREATE, title: 'Updated' } }),
  graphql(
    'create',
    `${CREATE}{ title: "G", rent: 1, sku: "S", barcode: "1", countryOfManufacture: "DE", images: [{ src: "${IMAGES[0]?.src}" }] }${CREATED}`,
    { isCreate: true },
  ),
];

const FIRST_PAGES = ['/docs', '/docs/changelog.atom', '/docs/schema.graphql', '/openapi.json'];
const MOST_PAGES = 1_000;

/** Every page to which others lead, on each node. */
export async function readDocs(what: string, origins: readonly string[]): Promise<Row> {
  const answers = await Promise.all(origins.map(readAll));
  // Another spelling of a page leads to it.
  return rowOf(what, judged(answers.flat(), [200, 308]));
}

async function readAll(origin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const paths = new Set(FIRST_PAGES);
  // What is added meanwhile is visited too.
  for (const path of paths) {
    const answer = await send({ origin, token: '' }, 'GET', path, undefined, { Accept: 'text/html' });
    answers.push(answer);
    for (const [, link = ''] of answer.text.matchAll(/href="(\/docs(?:\/[^"#?]*)?)/g)) {
      if (!link.includes('/assets/') && paths.size < MOST_PAGES) paths.add(link);
    }
  }
  return answers;
}
