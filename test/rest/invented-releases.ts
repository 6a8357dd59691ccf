// Two invented releases after the real ones, with every kind of change; the code is the newest of them.
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import type { ApiRelease, ApiVersions, VersionChange } from '../../src/rest/version-change.ts';
import { NO_SUCH_VALUE } from '../../src/rest/wire.ts';
import type { Json } from '../support/openapi-contract.ts';

export const V1 = RELEASES.at(-1)?.date ?? '';
export const V2 = '2031-01-31';
export const V3 = '2031-07-01';

const PRODUCT = ['createProduct', 'updateProduct', 'readProduct'];

const SECOND: readonly VersionChange[] = [
  {
    description: 'The texts of a product have other names.',
    operations: PRODUCT,
    renamed: { text: 'note', label: 'tag', pictures: 'images' },
  },
  {
    description: 'The address of an image is called src.',
    operations: PRODUCT,
    at: 'images[]',
    renamed: { url: 'src' },
  },
  {
    description: 'An item of a bundle names its product by ad_id.',
    operations: ['createBundle', 'updateProduct', 'readProduct'],
    at: 'items[]',
    renamed: { product: 'ad_id' },
  },
  {
    description: 'A product has no weight.',
    operations: PRODUCT,
    removed: {
      weight: {
        schema: { type: 'number', description: 'Weight in kilograms.', example: 2.5 },
        required: true,
        answer: ({ rent }) => (typeof rent === 'number' ? rent * 2 : 0),
      },
      color: { schema: { type: 'string', description: 'Color.' } },
    },
  },
  { description: 'A product must have a rent.', operations: ['createProduct', 'updateProduct'], defaults: { rent: 5 } },
  {
    description: 'An equipment must have a quantity.',
    operations: ['createProduct', 'updateProduct'],
    at: 'equipments[]',
    defaults: { quantity: ({ name }) => (name === 'Pair' ? 2 : 1) },
  },
  { description: 'The tenant has an email.', operations: ['readRental'], at: 'tenant', renamed: { mail: 'email' } },
  {
    description: 'The quantity of a product is a number.',
    operations: PRODUCT,
    renamed: { amount: 'quantity' },
    request: ({ quantity, ...fields }) =>
      quantity === undefined ? fields : { ...fields, quantity: quantity === null ? null : numberOf(quantity) },
    response: (fields) => ({ ...fields, quantity: String(fields.quantity) }),
    document: (document: Json) => {
      const older = structuredClone(document);
      for (const name of ['CreateProductInput', 'UpdateProductInput', 'Product']) {
        const { type } = older.components.schemas[name].properties.amount;
        const texts = { type: Array.isArray(type) ? ['string', 'null'] : 'string', description: 'How many.' };
        older.components.schemas[name].properties.amount = texts;
      }
      const { examples } = older.paths['/product'].post.requestBody.content['application/json'];
      for (const { value } of Object.values<Json>(examples)) {
        const fields = value.product ?? value.data.attributes;
        if ('amount' in fields) fields.amount = String(fields.amount);
      }
      return older;
    },
  },
];

const numberOf = (text: unknown): unknown =>
  typeof text === 'string' && /^[0-9]{1,9}$/.test(text) ? Number(text) : NO_SUCH_VALUE;

const THIRD: readonly VersionChange[] = [
  {
    description: 'The texts of a product have their names of today.',
    operations: PRODUCT,
    renamed: { note: 'description', ean: 'barcode' },
  },
  {
    description: 'A product has no tag, and can be archived.',
    operations: PRODUCT,
    removed: { tag: { schema: { type: ['string', 'null'], description: 'Tag.' }, answer: null } },
    added: ['archived'],
  },
  {
    description: 'A new product has a location.',
    operations: ['createProduct'],
    of: 'reply',
    renamed: { path: 'location' },
    removed: { ok: { schema: { type: 'boolean', description: 'Always true.' }, answer: true } },
    added: ['success'],
  },
];

const ENDED: VersionChange = {
  description: 'Bundles are created no more.',
  operations: ['createBundle'],
  endpointsRemoved: true,
};

const second: ApiRelease = { date: V2, label: '0.2.0', summary: 'Invented.', changes: SECOND };
const third: ApiRelease = { date: V3, label: '0.3.0', summary: 'Invented too.', changes: THIRD };

export const INVENTED: readonly ApiRelease[] = [...RELEASES, second, third];
const WITHOUT_BUNDLES: readonly ApiRelease[] = [...RELEASES, second, { ...third, changes: [...THIRD, ENDED] }];

/** On a day when all three versions can be used. */
const LATER = new Date('2031-08-01');

export const invented = (): ApiVersions => createVersions(INVENTED, () => LATER);
export const withoutBundles = (): ApiVersions => createVersions(WITHOUT_BUNDLES, () => LATER);
