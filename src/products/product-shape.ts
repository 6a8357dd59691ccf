// The fields of a product that a client can give, and their limits (sections 2.1 and 8, D12 to D20).
import { iso31661 } from 'iso-3166';
import { z } from 'zod';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import type { Checked } from '../operation/field-errors.ts';
import { integer, list, quantity, requiredText, text, title } from '../operation/field-types.ts';
import { isImageUrl } from './image-probe.ts';

const RENT_MIN = 0.01;
const COST_MIN = 0;
const EQUIPMENTS_MAX = 50;
const IMAGES_MAX = 5;

const ASSIGNED_COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

export const rent = z.number().min(RENT_MIN);

const image = z.strictObject({
  src: text().refine(isImageUrl, { error: 'Must be an absolute http or https URL', abort: true }).meta({
    format: 'uri',
    pattern: '^https?://',
    description: 'http or https URL of the image. It must be reachable.',
  }),
});

export const images = list(image, { max: IMAGES_MAX }).meta({
  description: 'Images, in order. WEBP, JPG or PNG of 1200x800 pixels is recommended.',
});

const equipment = z.strictObject({
  name: requiredText().meta({ description: 'What it is; not blank.' }),
  quantity: quantity().meta({ description: 'How many of it.' }),
});

/** Every field that create and update share, in field order; each one is absent or right. */
const fields = {
  title: title(),
  description: text().meta({ description: 'Markdown or HTML text, stored as sent.' }),
  rent: rent.meta({ description: 'Rental price.' }),
  cost: z.number().min(COST_MIN).meta({ description: 'What the product costs.' }),
  type: z
    .enum(ProductType)
    .meta({ description: 'What it is, a product or a bundle of products; never changes afterwards.' }),
  stockType: z
    .enum(StockType)
    .meta({ description: 'How its stock is managed: each unit is tracked and has a sku, or only how many there are.' }),
  sku: text().meta({ description: 'Unit identifier. Required under unit stock.' }),
  quantity: quantity().meta({ description: 'How many there are.' }),
  equipments: list(equipment, { max: EQUIPMENTS_MAX }).meta({ description: 'What comes with it, in order.' }),
  images,
  online: z.boolean().meta({ description: 'Whether it is available for rental.' }),
  archived: z.boolean().meta({ description: 'Whether it is put away.' }),
  code: text().meta({ description: 'Product code; also the sku of a request that gives none.' }),
  stockUnitTypeId: integer().meta({ description: 'Id of the type of stock unit.' }),
  barcode: text().meta({ description: 'Barcode.' }),
  commodityCode: text().meta({ description: 'Commodity code for customs.' }),
  countryOfManufacture: text()
    .refine((value) => ASSIGNED_COUNTRIES.has(value), { error: 'Must be an ISO 3166-1 alpha-2 country code' })
    .meta({ pattern: '^[A-Z]{2}$', description: 'Country of manufacture, ISO 3166-1 alpha-2.' }),
  shelfLifeMin: integer(0).meta({ description: 'Shortest shelf life in days.' }),
  shelfLifeMax: integer(0).meta({ description: 'Longest shelf life in days; not below the shortest.' }),
};

const optional = z.object(fields).partial().shape;

/** The body of create-product. */
export const createProductInput = z.strictObject({ ...optional, title: fields.title, rent: fields.rent });

/** What a read returns and an update cannot set: taken when it equals what is stored (D15). */
const readBack = z.unknown().optional();

/** The body of update-product: what is absent stays as it is; null clears where D13 lets it. */
export const updateProductInput = z.strictObject({
  ...optional,
  description: fields.description.nullable().optional(),
  cost: fields.cost.nullable().optional(),
  sku: fields.sku.nullable().optional(),
  type: readBack,
  id: readBack,
  items: readBack,
  createdAt: readBack,
  updatedAt: readBack,
});

export type CreateProductInput = Checked<typeof createProductInput>;
export type UpdateProductInput = Checked<typeof updateProductInput>;
