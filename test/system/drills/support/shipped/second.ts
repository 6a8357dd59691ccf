// The second made-up release, which changes again what the first one changed.
import type { Edit } from './copy.ts';

export const SECOND_DAY = '2028-02-01';

const CHANGES = `
      { renamed: 'Product.online', was: 'visible', is: 'published' },
      { withdrawn: 'Product.currency' },
      { renamed: 'Dimensions.lengthCentimetres', was: 'length_centimetres', is: 'depth_centimetres' },
      { limit: 'Product.equipments', was: { max: 20 }, is: { max: 10 } },
      { limit: 'Product.images', was: { max: 5 }, is: { max: 7 } },
      { required: 'Product.countryOfManufacture' },
      { values: 'Product.stockType', was: { UNIT: 0, BULK: 1 }, is: { UNIT: 'unit', BULK: 'bulk' } },
      { default: 'Product.online', was: false, is: true },
    `;

export const SECOND_EDITS: readonly Edit[] = [
  {
    file: 'src/rest/releases.ts',
    at: `    label: '0.3.0',\n    summary: '',\n    changes: [],`,
    instead: `    label: '0.3.0',\n    summary: 'Products are published, without a currency of their own.',\n    changes: [${CHANGES}],`,
  },
];

/** A raised limit needs its check constraint raised too. */
export const SECOND_MIGRATION = {
  name: '20280101000000_more-images',
  sql: `ALTER TABLE products
  DROP CONSTRAINT products_images_check,
  ADD CONSTRAINT products_images_check CHECK (jsonb_typeof(images) = 'array' AND jsonb_array_length(images) <= 7) NOT VALID;
`,
};

/**
 * What may go when the version before the first release has ended: a withdrawn field, whose column goes one deployment later, and
 * the note that a field was new.
 */
export const CLEAN_UP: readonly Edit[] = [
  { file: 'src/rest/releases.ts', at: `      { withdrawn: 'Product.commodityCode' },\n`, instead: '' },
  { file: 'src/rest/releases.ts', at: `      { added: 'Product.dimensions', optional: true },\n`, instead: '' },
  { file: 'src/rest/releases.ts', at: `    date: '2025-08-16',\n`, before: '    isClosed: true,\n' },
  { file: 'src/rest/wire.ts', at: `  commodityCode: 'commodity_code',\n`, instead: '' },
  {
    file: 'src/products/product-shape.ts',
    at: `  commodityCode: text().meta({ description: 'Commodity code for customs.' }),\n`,
    instead: '',
  },
  {
    file: 'prisma/schema.prisma',
    at: '@map("commodity_code")',
    instead: '@map("commodity_code") @ignore',
  },
  {
    file: 'test/system/harness/expect/product-fields.ts',
    at: `  commodity_code: { unset: null, sample: '6306' },\n`,
    instead: '',
  },
];
