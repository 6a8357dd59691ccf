// More recorded requests: every field wrong in every way, nulls, replays, conditions, methods, both envelopes, in a shop of their own.
import { type Named, graphql as onGraphql, rest as onRest } from './golden-request.ts';

const SCENE = 'workshop';

const rest = (name: string, line: string, body?: unknown, headers?: Record<string, string>): Named => [
  `edge: ${name}`,
  onRest('owner', line, body, headers, SCENE),
];
const graphql = (name: string, query: string, variables?: object, headers?: Record<string, string>): Named => [
  `edge: GraphQL: ${name}`,
  { ...onGraphql('owner', query, variables, SCENE), ...(headers && { headers }) },
];

const create = (name: string, fields: object) => rest(name, 'POST /product', { product: fields });
const createByData = (name: string, attributes: object) =>
  rest(name, 'POST /product', { data: { type: 'products', attributes } });
const update = (name: string, fields: object, id = 1) => rest(name, `PUT /product/${id}`, { product: fields });
const bundle = (name: string, fields: object) => rest(name, 'POST /bundle', { bundle: fields });
const keyed = (key: string) => ({ 'Idempotency-Key': key });

const RIGHT = { title: 'Lantern', rent: 2.5, sku: 'LAN-1' };
const ITEMS = [{ ad_id: 1, quantity: 2 }];
const ALL = {
  title: 'Lantern 🏮',
  description: '<b>Bright</b>\n',
  rent: 2.55,
  cost: 12.4,
  productType: 0,
  stock_type: 1,
  sku: 'LAN-2',
  quantity: 4,
  equipments: [{ name: 'Wick', quantity: 2 }],
  images: [{ src: 'https://images.example.com/lantern.webp' }],
  online: false,
  archived: true,
  code: 'LAN',
  stock_unit_type_id: 7,
  barcode: '4006381333931',
  commodity_code: '940540',
  country_of_manufacture: 'FR',
  shelf_life_min: 1,
  shelf_life_max: 2,
};
const CLEARABLE = Object.fromEntries(
  ['description', 'cost', 'code', 'stock_unit_type_id', 'barcode', 'commodity_code', 'country_of_manufacture']
    .concat('shelf_life_min', 'shelf_life_max')
    .map((name) => [name, null]),
);
const DOMAIN_NAMES = { type: 'PRODUCT', stockType: 'UNIT', shelfLifeMin: 1, createdAt: 'x', ownerId: 1, revision: 1 };

const READS: readonly Named[] = [
  rest('a product that the client has', 'GET /product/1', undefined, { 'If-None-Match': '"2025-08-16.1"' }),
  rest('a product of which the client has another state', 'GET /product/1', undefined, {
    'If-None-Match': '"2025-08-16.9"',
  }),
  rest('any state', 'GET /product/1', undefined, { 'If-None-Match': '*' }),
  rest('a product that the client has, without its body', 'HEAD /product/1', undefined, {
    'If-None-Match': '"2025-08-16.1"',
  }),
  rest('a rental without its body', 'HEAD /rental/1'),
  rest('no rental, without a body', 'HEAD /rental/99'),
  rest('a paid rental, for its owner', 'GET /rental/2'),
  rest('a version by header', 'GET /product/1', undefined, { 'service-version': '2025-08-16' }),
  ...['abc', '1.5', '0', '-1', '2147483648', '1e3'].map((id) => rest(`the id ${id}`, `GET /product/${id}`)),
  ...['GET /product', 'PATCH /product/1', 'POST /product/1', 'PUT /bundle', 'GET /bundle', 'DELETE /rental/1'].map(
    (line) => rest(line, line),
  ),
];

const CREATES: readonly Named[] = [
  create('every field', ALL),
  rest('what every field became', 'GET /product/5'),
  createByData('every field in the other envelope', { ...ALL, sku: 'LAN-3' }),
  create('null is the same as absent', { ...RIGHT, ...CLEARABLE, online: null, quantity: null, images: null }),
  create('a bundle by its type', { title: 'Set', rent: 1, productType: 1 }),
  rest('the bundle by its type', 'GET /product/8'),
  create('a bundle with unit stock', { title: 'Set', rent: 1, productType: 1, stock_type: 0 }),
  create('nothing that is needed', {}),
  create('null for what is needed', { title: null, rent: null, sku: null }),
  create('blank texts', { title: ' ', rent: 1, sku: '', equipments: [{ name: '\t', quantity: 1 }] }),
  create('texts that are none', { ...RIGHT, title: 1, description: true, sku: [], code: {}, barcode: 2 }),
  create('text that cannot be stored', { ...RIGHT, title: 'a\0', description: '\ud800' }),
  create('numbers that are none', { ...RIGHT, rent: '2', cost: 'x', quantity: '3', shelf_life_min: true }),
  create('numbers out of their bounds', { ...RIGHT, rent: 0.001, cost: -0.1, quantity: 2_147_483_648 }),
  create('whole numbers that are none', { ...RIGHT, quantity: 1.5, stock_unit_type_id: 0.5, shelf_life_max: -1 }),
  rest('a number without an end', 'POST /product', '{"product":{"title":"T","sku":"S","rent":1e999}}'),
  create('values that are not allowed', { ...RIGHT, stock_type: 2, productType: 'BUNDLE' }),
  create('values of another type', { ...RIGHT, stock_type: '0', productType: true }),
  create('flags that are none', { ...RIGHT, online: 'true', archived: 0 }),
  create('lists that are none', { ...RIGHT, equipments: {}, images: 'x' }),
  create('entries that are none', { ...RIGHT, equipments: [null, 1, {}], images: [[], 'x', {}] }),
  create('entries with unknown fields', {
    ...RIGHT,
    equipments: [{ name: 'Wick', quantity: 0, size: 1 }],
    images: [{ src: 'https://images.example.com', alt: 'x' }],
  }),
  create('images that are none', {
    ...RIGHT,
    images: ['http://', '/a.png', 'javascript:x', 'https://images.invalid/'].map((src) => ({ src })),
  }),
  create('fifty equipments', { ...RIGHT, equipments: Array(50).fill({ name: 'Peg', quantity: 1 }) }),
  create('twenty-one equipments', { ...RIGHT, equipments: Array(21).fill({ name: 'Peg', quantity: 1 }) }),
  create('a country that is none', { ...RIGHT, country_of_manufacture: 'XX' }),
  create('shelf lives in the wrong order', { ...RIGHT, shelf_life_min: 3, shelf_life_max: 2 }),
  create('names of the domain', { ...RIGHT, ...DOMAIN_NAMES }),
  create('names of a read', { ...RIGHT, id: 1, items: [], created_at: 'x', updated_at: 'x' }),
  create(
    'sixty unknown fields',
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, index])),
  ),
  createByData('nothing in the other envelope', {}),
  rest('the other envelope of another type', 'POST /product', { data: { type: 'bundles', attributes: RIGHT } }),
  rest('the other envelope without a type', 'POST /product', { data: { attributes: RIGHT, stockType: 1 } }),
  rest('the other envelope without attributes', 'POST /product', { data: { type: 'products' } }),
  rest('an envelope that is no object', 'POST /product', { product: [] }),
  rest('an envelope of null', 'POST /product', { product: null }),
  rest('something beside the envelope', 'POST /product', { product: RIGHT, type: 1, stockType: 2 }),
  rest('an array', 'POST /product', '[]'),
  rest('a text', 'POST /product', '"x"'),
];

const UPDATES: readonly Named[] = [
  update('nothing', {}),
  update('everything that can be cleared', CLEARABLE),
  update('null for what cannot be cleared', {
    ...{ title: null, rent: null, stock_type: null, quantity: null, equipments: null },
    ...{ images: null, online: null, archived: null, sku: null },
  }),
  update('the sku of bulk stock cleared', { sku: null }, 2),
  update('unit stock without a sku', { stock_type: 0 }, 2),
  update('a code that becomes the sku', { stock_type: 0, code: 'MAT' }, 2),
  rest('the sku that was a code', 'GET /product/2'),
  update('what a read has, as it is', { id: 1, productType: 0, created_at: 'x', updated_at: 7, cost: 12.5 }),
  update('what a read has, changed', { id: 2, productType: 1, items: [], rent: 5 }),
  update('a price of any digits', { rent: 0.1 }),
  update('fifty-one equipments', { equipments: Array(51).fill({ name: 'Peg', quantity: 1 }) }),
  update('fifty equipments, changed', { equipments: Array(50).fill({ name: 'Peg', quantity: 1 }) }),
  rest('an update in the other envelope', 'PUT /product/1', {
    data: { type: 'products', attributes: { barcode: '1', cost: 320, country_of_manufacture: null } },
  }),
  rest('an update of the right state', 'PUT /product/3', { product: { cost: 1 } }, { 'If-Match': '"2025-08-16.1"' }),
  rest('an update of that state again', 'PUT /product/3', { product: { cost: 1 } }, { 'If-Match': '"2025-08-16.1"' }),
  rest('an update of any state', 'PUT /product/3', { product: { cost: 2 } }, { 'If-Match': '*' }),
  rest('an update of a weak state', 'PUT /product/3', { product: { cost: 3 } }, { 'If-Match': 'W/"2025-08-16.3"' }),
  rest('what the updates left', 'GET /product/1'),
];

const BUNDLES: readonly Named[] = [
  bundle('every field of a bundle', {
    ...{ title: 'Camp', items: ITEMS, description: 'd', rent: 9.99, online: false, archived: true },
    images: [{ src: 'https://images.example.com/camp.webp' }],
  }),
  bundle('null is the same as absent in a bundle', { title: 'Camp', items: ITEMS, rent: null, images: null }),
  bundle('a bundle of nothing that is needed', {}),
  bundle('null for what a bundle needs', { title: null, items: null }),
  bundle('items that are none', { title: 'Camp', items: [null, {}, { ad_id: 1 }, { adId: 1, quantity: 1 }] }),
  bundle('a list of items that is none', { title: 'Camp', items: {} }),
  bundle('items out of their bounds', { title: 'Camp', items: [{ ad_id: 0, quantity: 0 }] }),
  bundle('a bundle in a bundle', { title: 'Camp', items: [{ ad_id: 8, quantity: 1 }] }),
  bundle('fields that a bundle does not have', { title: 'Camp', items: ITEMS, cost: 1, stock_type: 1, type: 1 }),
  bundle('values of a bundle wrong', { title: 'x'.repeat(256), items: ITEMS, rent: 0, online: 1, images: [{}] }),
  rest('no envelope of a bundle', 'POST /bundle', { title: 'Camp' }),
  rest('the envelope of a product', 'POST /bundle', { product: {} }),
];

const REPLAYS: readonly Named[] = [
  rest('a create with a key', 'POST /product', { product: { ...RIGHT, sku: 'KEY' } }, keyed('a')),
  rest('the create again', 'POST /product', { product: { sku: 'KEY', rent: 2.5, title: 'Lantern' } }, keyed('"a"')),
  rest(
    'the create again in the other envelope',
    'POST /product',
    { data: { type: 'products', attributes: { ...RIGHT, sku: 'KEY' } } },
    keyed('a'),
  ),
  rest('the key for another create', 'POST /product', { product: RIGHT }, keyed('a')),
  rest('the key for a wrong create', 'POST /product', { product: {} }, keyed('a')),
  rest('the key for another operation', 'POST /bundle', { bundle: { title: 'B', items: ITEMS } }, keyed('a')),
  rest('an update with a key', 'PUT /product/4', { product: { rent: 3 } }, keyed('b')),
  rest('an update of mine with a key', 'PUT /product/1', { product: { rent: 3 } }, keyed('b')),
  rest('the update again', 'PUT /product/1', { product: { rent: 3 } }, keyed('b')),
  rest('a bundle with a key', 'POST /bundle', { bundle: { title: 'B', items: ITEMS } }, keyed('c')),
  rest('the bundle again', 'POST /bundle', { bundle: { title: 'B', items: ITEMS } }, keyed('c')),
  rest('a key that is none', 'POST /product', { product: RIGHT }, keyed('ä b')),
];

const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { success errors { field code message } id
  product { title rent stockType cost equipments { quantity } } } }`;
const BUNDLE = `mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success errors { field code message } id
  bundle { title rent online items { adId quantity } } } }`;

const GRAPHQL: readonly Named[] = [
  graphql('a product with every field', CREATE, {
    input: {
      ...{ title: 'Lamp', rent: 1, cost: 3, type: 'PRODUCT', stockType: 'BULK', quantity: 2, online: true },
      ...{ equipments: [{ name: 'Peg', quantity: 1 }], images: [{ src: 'https://images.example.com' }] },
      ...{ archived: false, code: 'C', countryOfManufacture: 'DE', shelfLifeMin: 1, shelfLifeMax: 2 },
    },
  }),
  graphql('twenty-one equipments', CREATE, {
    input: { ...RIGHT, equipments: Array(21).fill({ name: 'Peg', quantity: 1 }) },
  }),
  graphql('fifty-one equipments', CREATE, {
    input: { ...RIGHT, equipments: Array(51).fill({ name: 'Peg', quantity: 1 }) },
  }),
  graphql('one entry in place of a list', CREATE, { input: { ...RIGHT, equipments: { name: 'Peg', quantity: 1 } } }),
  graphql('no input', CREATE, {}),
  graphql('an input of null fields', CREATE, { input: { title: null, rent: null } }),
  graphql('unknown fields', CREATE, { input: { ...RIGHT, stock_type: 1, id: 1 } }),
  graphql('without a sku', CREATE, { input: { title: 'Lamp', rent: 1 } }),
  graphql(
    'values in the document',
    'mutation { createProduct(input: { title: "", rent: 0 }) { errors { field code } } }',
  ),
  graphql('a bundle', BUNDLE, { input: { title: 'B', items: [{ adId: '1', quantity: 1 }] } }),
  graphql('a bundle of nothing', BUNDLE, { input: { title: 'B', items: [] } }),
  graphql('a create with a key', CREATE, { input: { ...RIGHT, sku: 'G' } }, keyed('g')),
  graphql('the create again', CREATE, { input: { ...RIGHT, sku: 'G' } }, keyed('g')),
  graphql('the key for another create', CREATE, { input: RIGHT }, keyed('g')),
  graphql('the right revision', 'mutation { updateProduct(id: 3, ifRevision: 3, input: { cost: 5 }) { success } }'),
  graphql('null clears', 'mutation { updateProduct(id: 3, input: { cost: null }) { success product { cost } } }'),
  graphql(
    'null that clears nothing',
    'mutation { updateProduct(id: 3, input: { rent: null }) { errors { field code } } }',
  ),
  graphql('two of which one is wrong', '{ a: product(id: 1) { title } b: product(id: 99) { title } }'),
];

const PRODUCT = `title description rent cost type stockType sku quantity equipments { name quantity } images { src } online
  archived code stockUnitTypeId barcode commodityCode countryOfManufacture shelfLifeMin shelfLifeMax revision`;

/** Failures that a client asks for, on both surfaces. */
const REHEARSED: readonly Named[] = [401, 403, 404, 412, 422, 429, 500, 503].flatMap((code): Named[] => {
  const headers = { Prefer: `code=${code}` };
  return [
    rest(`a rehearsed ${code}`, 'PUT /product/1', { product: { rent: 3 } }, headers),
    graphql(`a rehearsed ${code}`, '{ product(id: 1) { title } }', undefined, headers),
  ];
});

const MORE: readonly Named[] = [
  graphql('every field of a product', `{ product(id: 1) { id ${PRODUCT} } }`),
  graphql(
    'every field of an update',
    `mutation { updateProduct(id: 1, input: { rent: 4 }) { product { ${PRODUCT} } } }`,
  ),
  graphql(
    'every field of a rental',
    `{ rental(id: 2) { id status startDate endDate totalAmount tenant { id name email } owner { id name }
      items { title quantity dailyRate total product { id title } } } }`,
  ),
  graphql('a product that is no bundle', '{ bundle(id: 1) { title } }'),
  graphql('a field that is not there', '{ product(id: 1) { weight } }'),
  graphql('no GraphQL', '{ product('),
  graphql('a version by header', '{ product(id: 1) { title } }', undefined, { 'service-version': '2025-08-16' }),
  graphql('an unknown version', '{ __typename }', undefined, { 'service-version': '1999-01-01' }),
  rest('an unknown version', 'GET /product/1', undefined, { 'service-version': '1999-01-01' }),
  rest('a weak state', 'GET /product/1', undefined, { 'If-None-Match': 'W/"2025-08-16.1"' }),
  update('the longest title', { title: 'x'.repeat(255) }),
  update('a title that is too long', { title: 'x'.repeat(256) }),
  update('five images', { images: Array(5).fill({ src: 'https://images.example.com/tent.webp' }) }),
  update('six images', { images: Array(6).fill({ src: 'https://images.example.com/tent.webp' }) }),
  bundle('thirty items', { title: 'Camp', items: Array(30).fill(ITEMS[0]) }),
  bundle('thirty-one items', { title: 'Camp', items: Array(31).fill(ITEMS[0]) }),
];

export const GOLDEN_EDGES: readonly Named[] = [
  ...READS,
  ...CREATES,
  ...UPDATES,
  ...BUNDLES,
  ...REPLAYS,
  ...GRAPHQL,
  ...REHEARSED,
  ...MORE,
];
