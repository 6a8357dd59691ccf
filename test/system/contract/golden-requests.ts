// The recorded requests of a new version: every operation, every failure and every code, on both surfaces.
import { GOLDEN_EDGES } from './golden-edges.ts';
import { graphql, type Named, rest } from './golden-request.ts';

const WRONG = {
  title: 'x'.repeat(256),
  rent: 0,
  cost: -1,
  stock_type: 2,
  quantity: 0,
  equipments: [{ name: ' ', quantity: 1.5 }, { quantity: 1 }],
  images: [{ src: 'ftp://images.example.com' }, { src: 'https://images.invalid/a.png' }, { src: 1 }],
  online: 1,
  extra: true,
};

const ITEMS = [
  { ad_id: 1, quantity: 2 },
  { ad_id: 2, quantity: 3 },
];

const BAD_ITEMS = [
  { ad_id: 999, quantity: 1 },
  { ad_id: 4, quantity: 1 },
  { ad_id: 3, quantity: 1 },
  { ad_id: '1', quantity: 0 },
];

const PRODUCT_FIELDS = `id title description rent cost type stockType sku quantity equipments { name quantity } images { src }
  online archived code stockUnitTypeId barcode commodityCode countryOfManufacture shelfLifeMin shelfLifeMax createdAt updatedAt`;
const BUNDLE_FIELDS = 'id title rent images { src } online archived items { adId quantity product { title } }';
const PAYLOAD = 'success errors { field code message } id';

const CREATE_PRODUCT = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { ${PAYLOAD} location product { title stockType } } }`;
const UPDATE_PRODUCT = `mutation ($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, input: $input) { success errors { field code message } product { ${PRODUCT_FIELDS} } } }`;
const CREATE_BUNDLE = `mutation ($input: CreateBundleInput!) { createBundle(input: $input) { ${PAYLOAD} bundle { ${BUNDLE_FIELDS} } } }`;
const PRODUCT = `query ($id: ID!) { product(id: $id) { ${PRODUCT_FIELDS} bundle { ${BUNDLE_FIELDS} } } }`;
const RENTAL = `query ($id: ID!) { rental(id: $id) { id status startDate endDate totalAmount tenant { id name } owner { id name }
  items { productId title quantity dailyRate total product { title } } selectAccounts { id name } } }`;

const REST: readonly Named[] = [
  ['REST: a product', rest('owner', 'GET /product/1')],
  ['REST: a product, its token in the URL', rest('owner', 'GET /product/1?token=$TOKEN')],
  ['REST: a product, without its body', rest('owner', 'HEAD /product/1')],
  ["REST: another owner's product", rest('rival', 'GET /product/1')],
  ['REST: no product', rest('owner', 'GET /product/999')],
  ['REST: an id that names nothing', rest('owner', 'GET /product/01')],
  ['REST: a rental, for its owner', rest('owner', 'GET /rental/1')],
  ['REST: a paid rental, for its tenant', rest('rival', 'GET /rental/2')],
  ["REST: other people's rental", rest('reader', 'GET /rental/1')],
  ['REST: no rental', rest('owner', 'GET /rental/999')],
  ['REST: no token', rest('nobody', 'GET /product/1')],
  ['REST: a revoked token', rest('revoked', 'GET /product/1')],
  ['REST: a version that is none', rest('owner', 'GET /product/1', undefined, { 'service-version': '1999-12-31' })],
  ['REST: no path', rest('owner', 'GET /shop')],
  ['REST: a method that the path does not take', rest('owner', 'DELETE /product/1')],
  ['REST: create a product', rest('owner', 'POST /product', { product: { title: 'Lamp', rent: 1.25, sku: 'L-1' } })],
  [
    'REST: create a product in the other envelope',
    rest('owner', 'POST /product', {
      data: { type: 'products', attributes: { title: 'Gas', rent: 2, code: 'GAS', shelf_life_max: 9 } },
    }),
  ],
  ['REST: the defaults of what was created', rest('owner', 'GET /product/6')],
  ['REST: create a product without a sku', rest('owner', 'POST /product', { product: { title: 'Lamp', rent: 1 } })],
  ['REST: create a product, everything wrong', rest('owner', 'POST /product', { product: WRONG })],
  [
    'REST: create a product with too many of everything',
    rest('owner', 'POST /product', {
      product: {
        title: 'T',
        rent: 1,
        sku: 'S',
        equipments: Array(51).fill({ name: 'Peg', quantity: 1 }),
        images: Array(6).fill({ src: 'https://images.example.com' }),
      },
    }),
  ],
  ['REST: create nothing', rest('owner', 'POST /product', {})],
  ['REST: create from both envelopes', rest('owner', 'POST /product', { product: {}, data: {} })],
  ['REST: create from no JSON', rest('owner', 'POST /product', '{')],
  ['REST: create from too much', rest('owner', 'POST /product', 1_100_000)],
  [
    'REST: create without the permission',
    rest('reader', 'POST /product', { product: { title: 'Lamp', rent: 1, sku: 'L' } }),
  ],
  [
    'REST: update some fields',
    rest('owner', 'PUT /product/2', { product: { rent: 0.2, description: 'Soft.', images: [] } }),
  ],
  ['REST: clear a field', rest('owner', 'PUT /product/2', { product: { description: null } })],
  ['REST: what was updated', rest('owner', 'GET /product/2')],
  [
    'REST: update, everything wrong',
    rest('owner', 'PUT /product/1', { product: { ...WRONG, sku: null, productType: 1, id: 2 } }),
  ],
  ["REST: update another owner's product", rest('rival', 'PUT /product/1', { product: { rent: 1 } })],
  [
    'REST: update a product that has changed',
    rest('owner', 'PUT /product/1', { product: { rent: 1 } }, { 'If-Match': '"2025-08-16.999"' }),
  ],
  ['REST: update no product', rest('owner', 'PUT /product/999', { product: { rent: 1 } })],
  ['REST: create a bundle', rest('owner', 'POST /bundle', { bundle: { title: 'Weekend', items: ITEMS } })],
  ['REST: the bundle as a product, its rent the exact sum', rest('owner', 'GET /product/7')],
  [
    'REST: create a bundle of what it cannot have',
    rest('owner', 'POST /bundle', { bundle: { title: 'Weekend', items: BAD_ITEMS } }),
  ],
  ['REST: create a bundle of nothing', rest('owner', 'POST /bundle', { bundle: { title: 'Weekend', items: [] } })],
  [
    'REST: create a bundle of too much',
    rest('owner', 'POST /bundle', { bundle: { title: 'Weekend', items: Array(31).fill(ITEMS[0]) } }),
  ],
  [
    'REST: the last create',
    rest('owner', 'POST /product', { product: { title: 'Lamp', rent: 1, sku: 'L' } }, undefined, 'one create left'),
  ],
  [
    'REST: one create too many',
    rest('owner', 'POST /bundle', { bundle: { title: 'Weekend', items: ITEMS } }, undefined, 'one create left'),
  ],
  ['REST: a read is not throttled', rest('owner', 'GET /product/1', undefined, undefined, 'one create left')],
];

const input = { title: 'Lamp', rent: 1.25, sku: 'L-1' };
const items = ITEMS.map(({ ad_id, quantity }) => ({ adId: String(ad_id), quantity }));

const GRAPHQL: readonly Named[] = [
  ['GraphQL: a product', graphql('owner', PRODUCT, { id: '1' })],
  ["GraphQL: another owner's product", graphql('rival', PRODUCT, { id: '1' })],
  ['GraphQL: no product', graphql('owner', PRODUCT, { id: '999' })],
  ['GraphQL: a rental', graphql('owner', RENTAL, { id: '1' })],
  ['GraphQL: a paid rental, for its tenant', graphql('rival', RENTAL, { id: '2' })],
  ['GraphQL: no token', graphql('nobody', PRODUCT, { id: '1' })],
  ['GraphQL: no such field', graphql('owner', '{ shop }')],
  ['GraphQL: create a product', graphql('owner', CREATE_PRODUCT, { input })],
  [
    'GraphQL: create a product, values wrong',
    graphql('owner', CREATE_PRODUCT, { input: { title: '', rent: 0, quantity: 0, images: [{ src: 'x' }] } }),
  ],
  [
    'GraphQL: create a product, types wrong',
    graphql('owner', CREATE_PRODUCT, { input: { title: 1, rent: '1', stockType: 'NONE', extra: 1 } }),
  ],
  ['GraphQL: create without the permission', graphql('reader', CREATE_PRODUCT, { input })],
  ['GraphQL: update a product', graphql('owner', UPDATE_PRODUCT, { id: '2', input: { rent: 0.3, archived: true } })],
  [
    'GraphQL: update, values wrong',
    graphql('owner', UPDATE_PRODUCT, { id: '1', input: { title: ' ', sku: null, shelfLifeMin: 10 } }),
  ],
  ["GraphQL: update another owner's product", graphql('rival', UPDATE_PRODUCT, { id: '1', input: { rent: 1 } })],
  ['GraphQL: create a bundle', graphql('owner', CREATE_BUNDLE, { input: { title: 'Weekend', items, rent: 5 } })],
  ['GraphQL: read the bundle', graphql('owner', `{ bundle(id: 9) { ${BUNDLE_FIELDS} } }`)],
  [
    'GraphQL: create a bundle of what it cannot have',
    graphql('owner', CREATE_BUNDLE, {
      input: { title: 'Weekend', items: BAD_ITEMS.map(({ ad_id, quantity }) => ({ adId: String(ad_id), quantity })) },
    }),
  ],
  [
    'GraphQL: two creates, one too many',
    graphql(
      'rival',
      `mutation { a: createProduct(input: { title: "A", rent: 1, sku: "A" }) { success } b: createProduct(input: { title: "B", rent: 1, sku: "B" }) { success } }`,
      undefined,
      'one create left',
    ),
  ],
  [
    'GraphQL: update a product that has changed',
    graphql('owner', 'mutation { updateProduct(id: 1, ifRevision: 999, input: { rent: 1 }) { success } }'),
  ],
  ['GraphQL: one create too many', graphql('rival', CREATE_PRODUCT, { input }, 'one create left')],
];

export const GOLDEN_REQUESTS: readonly Named[] = [...REST, ...GRAPHQL, ...GOLDEN_EDGES];
