// Bodies whose wrapper, names or types are wrong.
import type { RestMistake } from './mistake.ts';

const tent = (fields: object) => ({ product: { title: 'Tent', rent: 10, sku: 'T-1', ...fields } });
const items = (...all: unknown[]) => ({ bundle: { title: 'Camping', items: all } });

const unknown = (field: string, meant?: string) => [
  `${field} INVALID_FORMAT: Unknown field${meant === undefined ? '' : `; did you mean ${meant}?`}`,
];
const wrong = (field: string, message: string) => [`${field} INVALID_FORMAT: ${message}`];

const WRAPPERS: readonly RestMistake[] = [
  [
    'no wrapper',
    { title: 'Tent', rent: 10, sku: 'T-1' },
    ['product REQUIRED: The fields must stand in a wrapper: {"product": {…}}'],
  ],
  [
    'no wrapper',
    { title: 'Camping', items: [] },
    ['bundle REQUIRED: The fields must stand in a wrapper: {"bundle": {…}}'],
    { to: 'POST /bundle' },
  ],
  [
    'the wrapper of a product for a bundle',
    { product: { title: 'Camping' } },
    ['bundle REQUIRED: The fields must stand in a wrapper: {"bundle": {…}}'],
    { to: 'POST /bundle' },
  ],
  ['an empty object', {}, ['product REQUIRED: This field is required']],
  [
    'Ember: no attributes',
    { data: { type: 'products', title: 'Tent' } },
    ['data.attributes REQUIRED: The fields must stand in a wrapper: {"data": {"attributes": {…}}}'],
  ],
  ['PHP: an empty array for an object', { product: [] }, wrong('product', 'Must be an object, not an array')],
  ['JSON in JSON', { product: '{"title":"Tent"}' }, wrong('product', 'Must be an object, not a string')],
  ['a field beside the wrapper', { ...tent({}), title: 'Tent' }, unknown('title')],
];

const NAMES: readonly RestMistake[] = [
  ['the name of GraphQL', tent({ stockType: 1 }), unknown('stockType', 'stock_type')],
  ['Python: snake_case', tent({ product_type: 0 }), unknown('product_type', 'productType')],
  ['Go: no json tags', tent({ Title: 'Tent' }), unknown('Title', 'title')],
  ['kebab-case', tent({ 'commodity-code': '1' }), unknown('commodity-code', 'commodity_code')],
  ['a slip', tent({ quantitiy: 2 }), unknown('quantitiy', 'quantity')],
  ['another word', tent({ price: 10 }), unknown('price')],
  [
    'the name of GraphQL in an entry',
    items({ adId: 1, quantity: 1 }),
    ['items[0].ad_id REQUIRED: This field is required', ...unknown('items[0].adId', 'ad_id')],
    { to: 'POST /bundle' },
  ],
  [
    'a slip in an entry',
    tent({ equipments: [{ name: 'Peg', quantity: 8, quanity: 8 }] }),
    unknown('equipments[0].quanity', 'quantity'),
  ],
];

/** By whom, the fields of a product, the one that is wrong, and its message. */
const OF_PRODUCTS = [
  ['PHP: prices from a form', { rent: '12.10' }, 'rent', 'Must be a number, not a string'],
  ['PHP: numbers from a form', { quantity: '3' }, 'quantity', 'Must be an integer, not a string'],
  ['a checkbox of a form', { online: 'true' }, 'online', 'Must be true or false, not a string'],
  ['PHP: a boolean from MySQL', { online: 1 }, 'online', 'Must be true or false, not a number'],
  ['Perl: a text that looks like a number', { code: 7 }, 'code', 'Must be a string, not a number'],
  ['Java: a money object', { rent: { amount: 10 } }, 'rent', 'Must be a number, not an object'],
  ['a fraction of a piece', { quantity: 1.5 }, 'quantity', 'Must be an integer'],
  [
    'PHP: array_filter makes an object of a list',
    { images: { 1: { src: 'https://a.example/b.png' } } },
    'images',
    'Must be an array, not an object',
  ],
  ['one URL for a list', { images: 'https://a.example/b.png' }, 'images', 'Must be an array, not a string'],
  ['URLs for objects', { images: ['https://a.example/b.png'] }, 'images[0]', 'Must be an object, not a string'],
  ['PHP: a list for an object', { equipments: [['Peg', 8]] }, 'equipments[0]', 'Must be an object, not an array'],
  ['Go: true for a text', { barcode: true }, 'barcode', 'Must be a string, not a boolean'],
  [
    'the value of GraphQL',
    { stock_type: 'BULK' },
    'stock_type',
    'Must be one of the allowed values, not a string: 0, 1',
  ],
  ['a value that is not allowed', { stock_type: 2 }, 'stock_type', 'Must be one of the allowed values: 0, 1'],
  [
    'a blank in a URL',
    { images: [{ src: 'https://a.example/big tent.png' }] },
    'images[0].src',
    'Must be an http or https URL as RFC 3986 defines it, with all other characters percent-encoded',
  ],
  [
    'an umlaut in a host',
    { images: [{ src: 'https://zelte-für-alle.example/a.png' }] },
    'images[0].src',
    'Must be an http or https URL whose host is written in ASCII (punycode)',
  ],
] as const;

const TYPES: readonly RestMistake[] = [
  ...OF_PRODUCTS.map(([by, fields, field, message]) => [by, tent(fields), wrong(field, message)] as const),
  [
    'a number beyond doubles',
    '{"product":{"title":"Tent","rent":1e999,"sku":"T"}}',
    wrong('rent', 'Must be a finite number'),
  ],
  [
    'ids as texts',
    items({ ad_id: '1', quantity: 1 }),
    wrong('items[0].ad_id', 'Must be an integer, not a string'),
    { to: 'POST /bundle' },
  ],
  ['ids for objects', items(1), wrong('items[0]', 'Must be an object, not a number'), { to: 'POST /bundle' }],
];

export const FIELD_MISTAKES = [...WRAPPERS, ...NAMES, ...TYPES];
