// The edits that ship the two made-up releases.

/** Lines before a place in a file, or instead of it. */
export interface Edit {
  readonly file: string;
  readonly at: string;
  readonly before?: string;
  readonly instead?: string;
}

export const FIRST_DAY = '2027-03-01';

const FIRST = `
      { renamed: 'Product.online', was: 'online', is: 'visible' },
      { renamed: 'Equipment.name', was: 'name', is: 'label' },
      { limit: 'Product.equipments', was: { max: 50 }, is: { max: 20 } },
      { limit: 'Product.images', was: { min: 0 }, is: { min: 1 }, note: 'The list may be left out.' },
      { limit: 'Product.title', was: { max: 255 }, is: { max: 120 } },
      { required: 'Product.barcode' },
      { added: 'Product.currency', older: 'EUR' },
      { added: 'Product.dimensions', optional: true },
      { added: 'Product.keywords', optional: true },
      { member: 'Rental.status', value: 'OVERDUE', name: 4 },
      {
        values: 'Rental.status',
        was: { ACTIVE: 'active', COMPLETED: 'completed', CANCELLED: 'cancelled' },
        is: { ACTIVE: 1, COMPLETED: 2, CANCELLED: 3 },
      },
      { type: 'Rental.createdAt', is: asTimestamp, description: 'When it was created, in milliseconds.' },
      { type: 'Product.quantity', is: asStock },
      { default: 'Product.online', was: true, is: false },
      { withdrawn: 'Product.commodityCode' },
      { endpointWithdrawn: 'createBundle' },
      { endpointAdded: 'GET /bundle/{id}' },
    `;

const CODEC = `const asTimestamp = z.codec(z.int(), z.string(), {
  decode: (milliseconds) => new Date(milliseconds).toISOString(),
  encode: (moment) => Date.parse(moment),
});

const stock = z.strictObject({
  total: z.int().min(1).max(2_147_483_647).meta({ description: 'All units.' }),
  reserved: z.int().min(0).optional().meta({ description: 'Those that are kept back.' }),
});
const asStock = z.codec(stock.meta({ description: 'Its stock.' }), z.number(), {
  decode: ({ total }) => total,
  encode: (total) => ({ total }),
});

`;

/** The lines of an entry of `RELEASES`. */
const entryOf = (date: string, label: string, summary: string, changes: string) =>
  `\n  {\n    date: '${date}',\n    label: '${label}',\n    summary: '${summary}',\n    changes: [${changes}],\n  },`;

/** A row of the guide about an integer that is sent as a string. */
const mistake = (field: string) =>
  `| \`"{{Product.${field}}}": "3"\` | \`{{Product.${field}}}\` \`INVALID_FORMAT\`: Must be an integer, not a string | \`"{{Product.${field}}}": 3\` |\n`;

export const FIRST_EDITS: readonly Edit[] = [
  {
    file: 'src/rest/releases.ts',
    at: '\n];\n',
    before: entryOf(
      FIRST_DAY,
      '0.2.0',
      'Prices with a currency, and products that say whether they are visible.',
      FIRST,
    ),
  },
  { file: 'src/rest/releases.ts', at: 'export const RELEASES', before: CODEC },
  {
    file: 'src/rest/releases.ts',
    at: 'import type { Release }',
    before: "import { z } from 'zod';\n",
  },
  {
    file: 'prisma/products.prisma',
    at: '  stockType            StockType   @map("stock_type")\n',
    before:
      '  currency             String      @default("EUR")\n  dimensions           Json?\n  keywords             Json        @default("[]")\n',
  },
  {
    file: 'prisma/rentals.prisma',
    at: '  CANCELLED @map("cancelled")\n',
    instead: '  CANCELLED @map("cancelled")\n  OVERDUE   @map("overdue")\n',
  },
  {
    file: 'src/graphql/types/enum-members.ts',
    at: "  CANCELLED: 'Cancelled before or during the period.',\n",
    instead:
      "  CANCELLED: 'Cancelled before or during the period.',\n  OVERDUE: 'Ended, and the items were not returned.',\n",
  },
  {
    file: 'src/rest/routes.ts',
    at: '] as const satisfies readonly Route[];',
    before: `  {
    method: 'GET',
    path: '/bundle/:id',
    operation: readBundle,
    answer: readProductResponse,
    reply: (bundle: ProductRow) => ({ body: { product: toAds(bundle) } }),
    tag: TAGS.bundle,
    notes: () => 'For the owner of the bundle.',
  },\n`,
  },
  {
    file: 'src/openapi/operation-examples.ts',
    at: '  createBundle: {',
    before: "  readBundle: { bundle: { summary: 'A bundle', target: products.camping } },\n",
  },
  {
    file: 'src/products/product-fields.ts',
    at: '  cost: decimal(',
    before: `  currency: requiredText(3).meta({ description: 'ISO 4217 code of the currency.', example: 'EUR' }),
  dimensions: domainObject('Dimensions', 'The size of a product.', {
    widthCentimetres: quantity().meta({ description: 'Its width.', example: 120 }),
    lengthCentimetres: quantity().meta({ description: 'Its length.', example: 210 }),
  }),
  keywords: list(text(40), { max: 20 }).meta({ description: 'MarkdownSpelling by which it is found.' }),\n`,
  },
  {
    file: 'src/products/product-fields.ts',
    at: "  barcode: text().meta({ description: 'Such as an EAN or UPC: `4006381333931`.' }),",
    instead: "  barcode: text().meta({ description: 'Barcode.', example: '4006381333931' }),",
  },
  // The quantity is an object from now on.
  {
    file: 'src/sites/docs/guides/errors.md',
    at: mistake('quantity'),
    instead: mistake('stockUnitTypeId'),
  },
];

export const FIRST_MIGRATION = {
  name: 'currency',
  more: `ALTER TABLE products
  ADD CONSTRAINT products_currency_check CHECK (char_length(currency) <= 3) NOT VALID,
  ADD CONSTRAINT products_dimensions_check CHECK (jsonb_typeof(dimensions) = 'object') NOT VALID,
  ADD CONSTRAINT products_keywords_check
    CHECK (jsonb_typeof(keywords) = 'array' AND jsonb_array_length(keywords) <= 20) NOT VALID;\n`,
};

export const SECOND_DAY = '2028-02-01';

const SECOND = `
      { renamed: 'Product.online', was: 'visible', is: 'published' },
      { limit: 'Product.keywords[]', was: { max: 40 }, is: { max: 20 } },
      { member: 'Rental.status', value: 'DISPUTED', name: 5 },
      { type: 'Product.quantity', was: asStock, is: asUnits },
      { withdrawn: 'Product.currency' },
      { renamed: 'Dimensions.lengthCentimetres', was: 'length_centimetres', is: 'depth_centimetres' },
      { limit: 'Product.equipments', was: { max: 20 }, is: { max: 10 } },
      { limit: 'Product.images', was: { max: 5 }, is: { max: 7 } },
      { required: 'Product.countryOfManufacture' },
      { values: 'Product.stockType', was: { UNIT: 0, BULK: 1 }, is: { UNIT: 'unit', BULK: 'bulk' } },
      { default: 'Product.online', was: false, is: true },
    `;

const SECOND_CODEC = `const asUnits = z.codec(z.strictObject({ units: z.int().min(1).max(2_147_483_647) }), z.number(), {
  decode: ({ units }) => units,
  encode: (units) => ({ units }),
});

`;

export const SECOND_EDITS: readonly Edit[] = [
  {
    file: 'src/rest/releases.ts',
    at: '\n];\n',
    before: entryOf(
      SECOND_DAY,
      '0.3.0',
      'Products are published, without a currency of their own.',
      SECOND,
    ),
  },
  { file: 'src/rest/releases.ts', at: 'export const RELEASES', before: SECOND_CODEC },
  {
    file: 'prisma/rentals.prisma',
    at: '  OVERDUE   @map("overdue")\n',
    instead: '  OVERDUE   @map("overdue")\n  DISPUTED  @map("disputed")\n',
  },
  {
    file: 'src/graphql/types/enum-members.ts',
    at: "  OVERDUE: 'Ended, and the items were not returned.',\n",
    instead:
      "  OVERDUE: 'Ended, and the items were not returned.',\n  DISPUTED: 'Tenant and owner do not agree.',\n",
  },
];

/** A raised limit also needs its check constraint raised, and a new enum value its type. */
export const SECOND_MIGRATION = {
  name: '20280101000000_more-images',
  sql: `ALTER TYPE rental_status ADD VALUE 'disputed';
ALTER TABLE products
  DROP CONSTRAINT products_images_check,
  ADD CONSTRAINT products_images_check CHECK (jsonb_typeof(images) = 'array' AND jsonb_array_length(images) <= 7) NOT VALID;
`,
};

/** Marks the entry of a version that has ended. */
export const closed = (date: string): Edit => ({
  file: 'src/rest/releases.ts',
  at: `    date: '${date}',\n`,
  instead: `    date: '${date}',\n    isClosed: true,\n`,
});

/** What else to edit when the version before the first release is closed: a removed field. */
export const CLEAN_UP: readonly Edit[] = [
  {
    file: 'src/products/product-fields.ts',
    at: `  commodityCode: text().meta({ description: 'Customs code, such as \`6306 22 00\`.' }),\n`,
    instead: '',
  },
  {
    file: 'prisma/products.prisma',
    at: '@map("commodity_code")',
    instead: '@map("commodity_code") @ignore',
  },
];
