// The examples of the OpenAPI document, from the demo data of a new database. Tests send them as the demo owner.
import { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import { createBundleInput } from '../bundles/bundle-shape.ts';
import { CAMPING, type DemoRental, demoRentals, PEOPLE, PRODUCTS } from '../demo/demo-data.ts';
import { DEMO_IDS } from '../demo/demo-ids.ts';
import { productPath } from '../paths.ts';
import type { StoredProduct } from '../products/find-product.ts';
import { createProductInput, PRODUCT_DEFAULTS, updateProductInput } from '../products/product-shape.ts';
import type { RentalRecord } from '../rentals/read-rental.ts';
import {
  createdBundleAnswer,
  createdProductAnswer,
  productAnswer,
  productEnvelope,
  rentalEnvelope,
  toAds,
  toRental,
} from '../rest/answers.ts';
import type { RestOperationName } from '../rest/routes.ts';
import type { Codec } from '../rest/wire-codec.ts';

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

const { people, products, rentals, nextProduct } = DEMO_IDS;

/** The time at which the demo data of the examples was written. */
export const EXAMPLES_WRITTEN_AT = new Date('2026-07-10T08:30:00.000Z');
const times = { createdAt: EXAMPLES_WRITTEN_AT, updatedAt: EXAMPLES_WRITTEN_AT };

/** The value of a field that a row does not have: null, or the example of its shape. */
const exampleValue = (field: z.ZodType): unknown => (field.isNullable() ? null : z.globalRegistry.get(field)?.example);

/** A row as a read answers it: every field, null without a value. */
function storedProduct(row: object): object {
  const stored = { ...PRODUCT_DEFAULTS, equipments: [], images: [], ...times, ...row } as Record<string, unknown>;
  const fields = Object.entries<z.ZodType>(productAnswer.shape).map(([name, field]) => [
    name,
    stored[name] ?? exampleValue(field),
  ]);
  return toAds(Object.fromEntries(fields) as StoredProduct);
}

const items = CAMPING.items.map(({ product, quantity }) => ({ adId: products[product], quantity }));
const product = storedProduct({ ...PRODUCTS.tent.row, id: products.tent });
const bundle = storedProduct({ ...CAMPING.row, id: products.camping, type: 'BUNDLE', items });

const account = (person: 'owner' | 'tenant') => {
  const { name, email } = PEOPLE[person];
  return { id: people[person], name, email };
};

function storedRental(id: number, { dailyRate, ...rental }: DemoRental): object {
  const { title } = PRODUCTS.tent.row;
  return toRental({
    id,
    paidAt: null,
    ...rental,
    tenant: account('tenant'),
    owner: account('owner'),
    items: [{ productId: products.tent, title, quantity: 1, dailyRate, total: rental.totalAmount }],
    updatedAt: EXAMPLES_WRITTEN_AT,
    paidAccounts: [{ user: account('owner') }],
  } as unknown as RentalRecord);
}

const { unpaid, paid } = demoRentals(EXAMPLES_WRITTEN_AT);
const { code: _tent, stockType: _unit, ...unitStock } = PRODUCTS.tent.row;
const { code: _mat, ...bulkStock } = PRODUCTS.mat.row;
const camping = { title: CAMPING.row.title, items };
const gas = { title: 'Gas cartridge', rent: 2.5, code: 'GAS-230', shelfLifeMin: 30, shelfLifeMax: 720 };

interface OperationExamples {
  readonly request?: Examples;
  readonly answer: Examples;
}

/** The examples in the names and values of a version. */
export function createExamples(codec: Codec): Readonly<Record<RestOperationName, OperationExamples>> {
  const { write } = codec;
  const rental = (id: number, row: DemoRental) => write(rentalEnvelope, { rentals: storedRental(id, row) });
  const create = (fields: object) => write(createProductInput, withRequired(codec, createProductInput, fields));
  const update = (fields: object) => write(updateProductInput, fields);
  const createdBundle = (fields: object) => ({
    bundle: write(createBundleInput, withRequired(codec, createBundleInput, fields)),
  });
  return {
    readRental: {
      answer: {
        active: { summary: 'A rental in progress', value: rental(rentals.unpaid, unpaid) },
        paid: { summary: 'A rental that is paid', value: rental(rentals.paid, paid) },
      },
    },
    readProduct: {
      answer: {
        product: { summary: 'A product', value: write(productEnvelope, { product }) },
        bundle: { summary: 'A bundle', value: write(productEnvelope, { product: bundle }) },
      },
    },
    updateProduct: {
      request: {
        fields: { summary: 'Change some fields', value: { product: update({ rent: 26, cost: 300 }) } },
        clear: {
          summary: 'Clear a text and a list',
          value: { product: update({ description: null, equipments: [] }) },
        },
        data: {
          summary: 'The other envelope',
          value: { data: { type: 'products', attributes: update({ barcode: '4006381333931', shelfLifeMax: 720 }) } },
        },
      },
      answer: { updated: { value: { success: true } } },
    },
    createProduct: {
      request: {
        unit: { summary: 'Unit stock: each one has a sku', value: { product: create(unitStock) } },
        bulk: { summary: 'Bulk stock: only how many', value: { product: create(bulkStock) } },
        data: {
          summary: 'The other envelope; the code is the sku too',
          value: { data: { type: 'products', attributes: create(gas) } },
        },
      },
      answer: {
        created: {
          value: write(createdProductAnswer, { success: true, id: nextProduct, location: productPath(nextProduct) }),
        },
      },
    },
    createBundle: {
      request: {
        sum: { summary: 'The rent is the sum of its items', value: createdBundle(camping) },
        own: { summary: 'A rent of its own', value: createdBundle({ ...camping, rent: 33, online: false }) },
      },
      answer: { created: { value: write(createdBundleAnswer, { success: true, id: nextProduct }) } },
    },
  };
}

/** The fields, and others that the version requires. */
export function withRequired({ view }: Codec, shape: z.ZodObject, fields: object): object {
  const missing = Object.entries<z.ZodType>(view.shape(shape).shape)
    .filter(([name, field]) => !field.isOptional() && !Object.hasOwn(fields, name))
    .map(([name, field]) => [name, exampleValue(field)]);
  return { ...fields, ...Object.fromEntries(missing) };
}
