// Bodies whose wrapper, names or types are wrong, and conditions that are no ETag.
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import type { RestMistake } from './mistake.ts';

const tent = (fields: object) => ({ product: { title: 'Tent', rent: 10, sku: 'T-1', ...fields } });
const items = (...all: unknown[]) => ({ bundle: { title: 'Camping', items: all } });

const unknown = (field: string, meant?: string) => [
  `${field} INVALID_FORMAT: Unknown field${meant === undefined ? '' : `; did you mean ${meant}?`}`,
];
const wrong = (field: string, message: string) => [`${field} INVALID_FORMAT: ${message}`];

const WRAPPERS: readonly RestMistake[] = [
  {
    by: 'no wrapper',
    send: { title: 'Tent', rent: 10, sku: 'T-1' },
    answer: ['product REQUIRED: The fields must stand in a wrapper: {"product": {…}}'],
  },
  {
    by: 'no wrapper',
    send: { title: 'Camping', items: [] },
    to: 'POST /bundle',
    answer: ['bundle REQUIRED: The fields must stand in a wrapper: {"bundle": {…}}'],
  },
  {
    by: 'the wrapper of a product for a bundle',
    send: { product: { title: 'Camping' } },
    to: 'POST /bundle',
    answer: ['bundle REQUIRED: The fields must stand in a wrapper: {"bundle": {…}}'],
  },
  { by: 'an empty object', send: {}, answer: ['product REQUIRED: This field is required'] },
  {
    by: 'Ember: no attributes',
    send: { data: { type: 'products', title: 'Tent' } },
    answer: ['data.attributes REQUIRED: The fields must stand in a wrapper: {"data": {"attributes": {…}}}'],
  },
  {
    by: 'PHP: an empty array for an object',
    send: { product: [] },
    answer: wrong('product', 'Must be an object, not an array'),
  },
  {
    by: 'JSON in JSON',
    send: { product: '{"title":"Tent"}' },
    answer: wrong('product', 'Must be an object, not a string'),
  },
  {
    by: 'a field beside the wrapper',
    send: { ...tent({}), title: 'Tent' },
    answer: unknown('title'),
  },
];

const NAMES: readonly RestMistake[] = [
  { by: 'the name of GraphQL', send: tent({ stockType: 1 }), answer: unknown('stockType', 'stock_type') },
  { by: 'Python: snake_case', send: tent({ product_type: 0 }), answer: unknown('product_type', 'productType') },
  { by: 'the name of GraphQL', send: tent({ type: 0 }), answer: unknown('type', 'productType') },
  { by: 'Go: no json tags', send: tent({ Title: 'Tent' }), answer: unknown('Title', 'title') },
  {
    by: 'Go: no json tags',
    send: tent({ CountryOfManufacture: 'DE' }),
    answer: unknown('CountryOfManufacture', 'country_of_manufacture'),
  },
  { by: 'kebab-case', send: tent({ 'commodity-code': '1' }), answer: unknown('commodity-code', 'commodity_code') },
  { by: 'a slip', send: tent({ quantitiy: 2 }), answer: unknown('quantitiy', 'quantity') },
  { by: 'the singular', send: tent({ image: [] }), answer: unknown('image', 'images') },
  { by: 'another word', send: tent({ price: 10 }), answer: unknown('price') },
  {
    by: 'a name without end',
    send: tent({ [`title${'e'.repeat(200)}`]: 1 }),
    answer: unknown(`title${'e'.repeat(95)}…`),
  },
  {
    by: 'the name of GraphQL in an entry',
    send: items({ adId: 1, quantity: 1 }),
    to: 'POST /bundle',
    answer: ['items[0].ad_id REQUIRED: This field is required', ...unknown('items[0].adId', 'ad_id')],
  },
  {
    by: 'a slip in an entry',
    send: tent({ equipments: [{ name: 'Peg', quantity: 8, quanity: 8 }] }),
    answer: unknown('equipments[0].quanity', 'quantity'),
  },
];

const TYPES: readonly RestMistake[] = [
  {
    by: 'PHP: prices from a form',
    send: tent({ rent: '12.10' }),
    answer: wrong('rent', 'Must be a number, not a string'),
  },
  {
    by: 'PHP: numbers from a form',
    send: tent({ quantity: '3' }),
    answer: wrong('quantity', 'Must be an integer, not a string'),
  },
  {
    by: 'a checkbox of a form',
    send: tent({ online: 'true' }),
    answer: wrong('online', 'Must be true or false, not a string'),
  },
  {
    by: 'PHP: a boolean from MySQL',
    send: tent({ online: 1 }),
    answer: wrong('online', 'Must be true or false, not a number'),
  },
  {
    by: 'Perl: a text that looks like a number',
    send: tent({ code: 7 }),
    answer: wrong('code', 'Must be a string, not a number'),
  },
  {
    by: 'Java: a money object',
    send: tent({ rent: { amount: 10 } }),
    answer: wrong('rent', 'Must be a number, not an object'),
  },
  { by: 'a fraction of a piece', send: tent({ quantity: 1.5 }), answer: wrong('quantity', 'Must be an integer') },
  {
    by: 'a number beyond doubles',
    send: '{"product":{"title":"Tent","rent":1e999,"sku":"T"}}',
    answer: wrong('rent', 'Must be a finite number'),
  },
  {
    by: 'PHP: array_filter makes an object of a list',
    send: tent({ images: { 1: { src: 'https://a.example/b.png' } } }),
    answer: wrong('images', 'Must be an array, not an object'),
  },
  {
    by: 'one URL for a list',
    send: tent({ images: 'https://a.example/b.png' }),
    answer: wrong('images', 'Must be an array, not a string'),
  },
  {
    by: 'URLs for objects',
    send: tent({ images: ['https://a.example/b.png'] }),
    answer: wrong('images[0]', 'Must be an object, not a string'),
  },
  {
    by: 'PHP: a list for an object',
    send: tent({ equipments: [['Peg', 8]] }),
    answer: wrong('equipments[0]', 'Must be an object, not an array'),
  },
  {
    by: 'Go: true for a text',
    send: tent({ barcode: true }),
    answer: wrong('barcode', 'Must be a string, not a boolean'),
  },
  {
    by: 'the value of GraphQL',
    send: tent({ stock_type: 'BULK' }),
    answer: wrong('stock_type', 'Must be one of the allowed values, not a string: 0, 1'),
  },
  {
    by: 'a value that is not allowed',
    send: tent({ stock_type: 2 }),
    answer: wrong('stock_type', 'Must be one of the allowed values: 0, 1'),
  },
  {
    by: 'ids as texts',
    send: items({ ad_id: '1', quantity: 1 }),
    to: 'POST /bundle',
    answer: wrong('items[0].ad_id', 'Must be an integer, not a string'),
  },
  {
    by: 'ids for objects',
    send: items(1),
    to: 'POST /bundle',
    answer: wrong('items[0]', 'Must be an object, not a number'),
  },
  {
    by: 'a blank in a URL',
    send: tent({ images: [{ src: 'https://a.example/big tent.png' }] }),
    answer: wrong(
      'images[0].src',
      'Must be an http or https URL as RFC 3986 defines it, with all other characters percent-encoded',
    ),
  },
  {
    by: 'an umlaut in a host',
    send: tent({ images: [{ src: 'https://zelte-für-alle.example/a.png' }] }),
    answer: wrong('images[0].src', 'Must be an http or https URL whose host is written in ASCII (punycode)'),
  },
];

const FORM = `If-Match INVALID_FORMAT: Must be the ETag of a read, in its quotes: "${NEWEST_VERSION}.1"; or several with commas between`;

const CONDITIONS: readonly RestMistake[] = ['7', `${NEWEST_VERSION}.1`, '"a""a"', '"a" "b"', 'null', '"a', `'a'`].map(
  (tag) => ({
    by: `If-Match: ${tag}`,
    // The condition is decided before the fields.
    send: { product: { rent: 'x' } },
    to: 'PUT /product',
    headers: { 'If-Match': tag },
    answer: [FORM],
  }),
);

export const FIELD_MISTAKES = [...WRAPPERS, ...NAMES, ...TYPES, ...CONDITIONS];
