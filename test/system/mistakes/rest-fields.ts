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
  ['a name without end', tent({ [`title${'e'.repeat(200)}`]: 1 }), unknown(`title${'e'.repeat(95)}…`)],
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

const TYPES: readonly RestMistake[] = [
  ['PHP: prices from a form', tent({ rent: '12.10' }), wrong('rent', 'Must be a number, not a string')],
  ['PHP: numbers from a form', tent({ quantity: '3' }), wrong('quantity', 'Must be an integer, not a string')],
  ['a checkbox of a form', tent({ online: 'true' }), wrong('online', 'Must be true or false, not a string')],
  ['PHP: a boolean from MySQL', tent({ online: 1 }), wrong('online', 'Must be true or false, not a number')],
  ['Perl: a text that looks like a number', tent({ code: 7 }), wrong('code', 'Must be a string, not a number')],
  ['Java: a money object', tent({ rent: { amount: 10 } }), wrong('rent', 'Must be a number, not an object')],
  ['a fraction of a piece', tent({ quantity: 1.5 }), wrong('quantity', 'Must be an integer')],
  [
    'a number beyond doubles',
    '{"product":{"title":"Tent","rent":1e999,"sku":"T"}}',
    wrong('rent', 'Must be a finite number'),
  ],
  [
    'PHP: array_filter makes an object of a list',
    tent({ images: { 1: { src: 'https://a.example/b.png' } } }),
    wrong('images', 'Must be an array, not an object'),
  ],
  [
    'one URL for a list',
    tent({ images: 'https://a.example/b.png' }),
    wrong('images', 'Must be an array, not a string'),
  ],
  [
    'URLs for objects',
    tent({ images: ['https://a.example/b.png'] }),
    wrong('images[0]', 'Must be an object, not a string'),
  ],
  [
    'PHP: a list for an object',
    tent({ equipments: [['Peg', 8]] }),
    wrong('equipments[0]', 'Must be an object, not an array'),
  ],
  ['Go: true for a text', tent({ barcode: true }), wrong('barcode', 'Must be a string, not a boolean')],
  [
    'the value of GraphQL',
    tent({ stock_type: 'BULK' }),
    wrong('stock_type', 'Must be one of the allowed values, not a string: 0, 1'),
  ],
  [
    'a value that is not allowed',
    tent({ stock_type: 2 }),
    wrong('stock_type', 'Must be one of the allowed values: 0, 1'),
  ],
  [
    'ids as texts',
    items({ ad_id: '1', quantity: 1 }),
    wrong('items[0].ad_id', 'Must be an integer, not a string'),
    { to: 'POST /bundle' },
  ],
  ['ids for objects', items(1), wrong('items[0]', 'Must be an object, not a number'), { to: 'POST /bundle' }],
  [
    'a blank in a URL',
    tent({ images: [{ src: 'https://a.example/big tent.png' }] }),
    wrong(
      'images[0].src',
      'Must be an http or https URL as RFC 3986 defines it, with all other characters percent-encoded',
    ),
  ],
  [
    'an umlaut in a host',
    tent({ images: [{ src: 'https://zelte-für-alle.example/a.png' }] }),
    wrong('images[0].src', 'Must be an http or https URL whose host is written in ASCII (punycode)'),
  ],
];

export const FIELD_MISTAKES = [...WRAPPERS, ...NAMES, ...TYPES];
