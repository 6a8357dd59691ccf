// The examples of the OpenAPI document: the same tent, stove and weekend throughout. Tests send and answer them.
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import { nullableFields } from '../products/product-shape.ts';
import type { RestOperationName } from '../rest/routes.ts';
import { swapPath } from '../rest/wire.ts';

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

/** The fields that a product can be without, null unless an example has a value. */
const without = Object.fromEntries(nullableFields.map((name) => [swapPath([name])[0], null]));

const product = {
  ...without,
  id: 42,
  title: 'Four-person tent',
  description: 'A **tent** for four, up in ten minutes.',
  rent: 24.5,
  cost: 320,
  productType: 0,
  stock_type: 0,
  sku: 'TENT-4P-001',
  quantity: 3,
  equipments: [{ name: 'Peg', quantity: 16 }],
  images: [{ src: 'https://images.example.com/tent.webp' }],
  online: true,
  archived: false,
  country_of_manufacture: 'DE',
  created_at: '2026-07-01T08:30:00.000Z',
  updated_at: '2026-07-01T08:30:00.000Z',
};

const bundle = {
  ...product,
  id: 44,
  title: 'Camping weekend',
  description: null,
  rent: 37.3,
  cost: null,
  productType: 1,
  stock_type: 1,
  sku: null,
  quantity: 1,
  equipments: [],
  images: [],
  country_of_manufacture: null,
  items: [
    { ad_id: 42, quantity: 1 },
    { ad_id: 43, quantity: 4 },
  ],
};

const rental = {
  id: 7,
  status: 'active',
  start_date: '2026-07-10',
  end_date: '2026-07-12',
  total_amount: 73.5,
  tenant: { id: 2, name: 'Theo Tenant', email: 'tenant@example.com' },
  owner: { id: 1, name: 'Olivia Owner', email: 'owner@example.com' },
  items: [{ product_id: 42, title: 'Four-person tent', quantity: 1, daily_rate: 24.5, total: 73.5 }],
  created_at: '2026-07-01T09:00:00.000Z',
  updated_at: '2026-07-10T08:00:00.000Z',
};

interface OperationExamples {
  readonly request?: Examples;
  readonly answer: Examples;
}

export const EXAMPLES: Readonly<Record<RestOperationName, OperationExamples>> = {
  readRental: {
    answer: {
      active: { summary: 'A rental in progress', value: { rentals: rental } },
      paid: {
        summary: 'A rental that is paid',
        value: { rentals: { ...rental, status: 'completed', selectAccounts: [rental.owner] } },
      },
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
      fields: { summary: 'Change two fields', value: { product: { rent: 26, online: false } } },
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
      unit: {
        summary: 'Unit stock: each one has a sku',
        value: {
          product: {
            title: 'Four-person tent',
            description: 'A **tent** for four, up in ten minutes.',
            rent: 24.5,
            cost: 320,
            sku: 'TENT-4P-001',
            quantity: 3,
            equipments: [{ name: 'Peg', quantity: 16 }],
            images: [{ src: 'https://images.example.com/tent.webp' }],
          },
        },
      },
      bulk: {
        summary: 'Bulk stock: only how many',
        value: { product: { title: 'Sleeping mat', rent: 3.2, stock_type: 1, quantity: 20 } },
      },
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
    answer: { created: { value: { success: true, id: 42, location: '/api/token-secured/product/42' } } },
  },
  createBundle: {
    request: {
      sum: {
        summary: 'The rent is the sum of its items',
        value: { bundle: { title: 'Camping weekend', items: bundle.items } },
      },
      own: {
        summary: 'A rent of its own',
        value: { bundle: { title: 'Camping weekend', items: bundle.items, rent: 33, online: false } },
      },
    },
    answer: { created: { value: { success: true, id: 44 } } },
  },
};
