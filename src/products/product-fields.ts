// The fields of a product that clients can set, with their limits (sections 2.1 and 8).
import { iso31661 } from 'iso-3166/1.js';
import { z } from 'zod';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import {
  decimal,
  domainObject,
  idField,
  integer,
  list,
  quantity,
  requiredText,
  text,
  title,
} from '../operation/field-types.ts';
import { IMAGE_URL_PATTERN, imageUrlError } from './image-url.ts';

const COUNTRIES = iso31661.map(({ alpha2 }) => alpha2).toSorted();

/** Codes that other bodies use for a country: the European Union for Greece, many for the United Kingdom. */
const OTHER_CODES = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
]);

function countryError(given: string) {
  if (COUNTRIES.includes(given)) return undefined;
  const code = given.trim().toUpperCase();
  const meant = OTHER_CODES.get(code) ?? code;
  const hint = COUNTRIES.includes(meant) ? `; did you mean ${meant}?` : '';
  return `Must be an ISO 3166-1 alpha-2 country code${hint}`;
}

export const rent = decimal({ min: 0.01 }).meta({
  description:
    "In your marketplace's currency, such as `24.5`. A number is exact to 15 significant digits (IEEE 754 double).",
});

export const description = text().meta({ description: 'Markdown or HTML, stored as sent.' });
export const online = z.boolean().meta({ description: 'Whether the product can be rented.' });
export const archived = z
  .boolean()
  .meta({ description: 'A mark for your own use; nothing depends on it.' });

export const image = domainObject('Image', 'An image of a product or bundle.', {
  src: text(Infinity, imageUrlError).meta({
    format: 'uri',
    pattern: '^[hH][tT][tT][pP][sS]?://',
    request: { pattern: IMAGE_URL_PATTERN },
    description:
      'http or https URL of the image. It must be reachable; 1200x800 pixels in WEBP, JPG or PNG work best.',
  }),
});

export const images = list(image, { max: 5 }).meta({
  description: 'In display order.',
});

const equipment = domainObject('Equipment', 'Equipment that comes with a product.', {
  name: requiredText().meta({ description: 'What it is, such as `Tent peg`.' }),
  quantity: quantity().meta({ description: 'How many pieces come with each unit.' }),
});

export const bundleItem = domainObject('BundleItem', 'An item of a bundle.', {
  adId: idField('ID of one of your products that is online.'),
  quantity: quantity().meta({ description: 'Units of the product in each bundle.' }),
});

/** Every field of a product that a client can set, in field order. */
export const productFields = {
  title: title(),
  description,
  rent,
  cost: decimal({ min: 0 }).meta({
    description: 'What the product cost you; renters never see it.',
  }),
  type: z
    .enum(ProductType)
    .meta({ description: "A product or a bundle of products. It can't be changed later." }),
  stockType: z.enum(StockType).meta({
    description:
      'Whether you track each unit by SKU, or only the total quantity as for every bundle.',
  }),
  sku: text().meta({
    description: 'Stock keeping unit, such as `TENT-4P-001`. Required for unit stock.',
  }),
  quantity: quantity().meta({ description: 'How many units you have.' }),
  equipments: list(equipment, { max: 50 }).meta({
    description: 'In display order.',
  }),
  images,
  online,
  archived,
  code: text().meta({
    description: 'Your product code. It becomes the SKU if the product has none.',
  }),
  stockUnitTypeId: integer().meta({
    description: 'ID of the stock unit type in your system.',
  }),
  barcode: text().meta({ description: 'Such as an EAN or UPC: `4006381333931`.' }),
  commodityCode: text().meta({ description: 'Customs code, such as `6306 22 00`.' }),
  countryOfManufacture: text(Infinity, countryError).meta({
    pattern: undefined,
    enum: COUNTRIES,
    description: 'ISO 3166-1 alpha-2 code, such as `DE`.',
    example: 'DE',
  }),
  shelfLifeMin: integer(0).meta({ description: 'Minimum shelf life in whole days.' }),
  shelfLifeMax: integer(0).meta({
    description: 'Maximum shelf life in whole days, at least the minimum.',
  }),
};
