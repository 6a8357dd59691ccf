// The examples of the OpenAPI document: the demo data, as a new database has it. Tests send them as the demo owner.
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import { CAMPING, type DemoRental, demoRentals, PEOPLE, PRODUCTS } from '../demo/demo-data.ts';
import { DEMO_IDS } from '../demo/demo-ids.ts';
import { productPath } from '../paths.ts';
import { ads, type StoredProduct } from '../products/find-product.ts';
import { PRODUCT_DEFAULTS } from '../products/product-shape.ts';
import type { RentalRecord } from '../rentals/read-rental.ts';
import { toAds, toRental } from '../rest/groups.ts';
import type { RestOperationName } from '../rest/routes.ts';
import { toWire } from '../rest/wire.ts';

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

const { people, products, rentals, nextProduct } = DEMO_IDS;

/** When the demo data of the examples was written. */
export const EXAMPLES_WRITTEN_AT = new Date('2026-07-10T08:30:00.000Z');
const times = { createdAt: EXAMPLES_WRITTEN_AT, updatedAt: EXAMPLES_WRITTEN_AT };

/** A row as a read answers it: every field, null where the product has no value. */
function adsOf(row: object): unknown {
  const stored = { ...PRODUCT_DEFAULTS, equipments: [], images: [], ...times, ...row } as Record<string, unknown>;
  const fields = Object.keys(ads).map((name) => [name, stored[name] ?? null]);
  return toAds(Object.fromEntries(fields) as StoredProduct);
}

const items = CAMPING.items.map(({ product, quantity }) => ({ adId: products[product], quantity }));
const product = adsOf({ ...PRODUCTS.tent.row, id: products.tent });
const bundle = adsOf({ ...CAMPING.row, id: products.camping, type: 'BUNDLE', items });

const account = (person: 'owner' | 'tenant') => {
  const { name, email } = PEOPLE[person];
  return { id: people[person], name, email };
};

function rentalOf(id: number, { dailyRate, totalAmount, ...rental }: DemoRental): unknown {
  const { title } = PRODUCTS.tent.row;
  return toRental({
    id,
    status: rental.status,
    startDate: rental.startDate,
    endDate: rental.endDate,
    totalAmount,
    tenant: account('tenant'),
    owner: account('owner'),
    items: [{ productId: products.tent, title, quantity: 1, dailyRate, total: totalAmount }],
    createdAt: rental.createdAt,
    updatedAt: EXAMPLES_WRITTEN_AT,
    paidAt: rental.paidAt ?? null,
    paidAccounts: [{ user: account('owner') }],
  } as unknown as RentalRecord);
}

const { unpaid, paid } = demoRentals(EXAMPLES_WRITTEN_AT);
const { code: _tent, stockType: _unit, ...unitStock } = PRODUCTS.tent.row;
const { code: _mat, ...bulkStock } = PRODUCTS.mat.row;
const camping = { title: CAMPING.row.title, items: toWire(items) };

interface OperationExamples {
  readonly request?: Examples;
  readonly answer: Examples;
}

export const EXAMPLES: Readonly<Record<RestOperationName, OperationExamples>> = {
  readRental: {
    answer: {
      active: { summary: 'A rental in progress', value: { rentals: rentalOf(rentals.unpaid, unpaid) } },
      paid: { summary: 'A rental that is paid', value: { rentals: rentalOf(rentals.paid, paid) } },
    },
  },
  readProduct: {
    answer: {
      product: { summary: 'A product', value: { product } },
      bundle: { summary: 'A bundle', value: { product: bundle } },
    },
  },
  updateProduct: {
    request: {
      fields: { summary: 'Change two fields', value: { product: { rent: 26, cost: 300 } } },
      clear: { summary: 'Clear a text and a list', value: { product: { description: null, equipments: [] } } },
      data: {
        summary: 'The other envelope',
        value: { data: { type: 'products', attributes: { barcode: '4006381333931', shelf_life_max: 720 } } },
      },
    },
    answer: { updated: { value: { success: true } } },
  },
  createProduct: {
    request: {
      unit: { summary: 'Unit stock: each one has a sku', value: { product: toWire(unitStock) } },
      bulk: { summary: 'Bulk stock: only how many', value: { product: toWire(bulkStock) } },
      data: {
        summary: 'The other envelope; the code is the sku too',
        value: {
          data: {
            type: 'products',
            attributes: { title: 'Gas cartridge', rent: 2.5, code: 'GAS-230', shelf_life_min: 30, shelf_life_max: 720 },
          },
        },
      },
    },
    answer: { created: { value: { success: true, id: nextProduct, location: productPath(nextProduct) } } },
  },
  createBundle: {
    request: {
      sum: { summary: 'The rent is the sum of its items', value: { bundle: camping } },
      own: { summary: 'A rent of its own', value: { bundle: { ...camping, rent: 33, online: false } } },
    },
    answer: { created: { value: { success: true, id: nextProduct } } },
  },
};
