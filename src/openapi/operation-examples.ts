// The examples of REST operations in domain names, for the demo owner on new demo data.
import { CAMPING_ITEMS, DEMO_IDS, PRODUCTS } from '../demo/demo-data.ts';
import type { RestOperationName } from '../rest/routes.ts';

export interface OperationExample {
  readonly summary: string;
  /** The operation on GraphQL, which reads bundles with one of its own; absent: the same as on REST. */
  readonly operation?: string;
  /** The ID in the path. */
  readonly target?: number;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Whether the body is JSON:API's, which only REST has. */
  readonly inData?: true;
}

const { products, rentals } = DEMO_IDS;
const { code: _tent, stockType: _unit, ...unitStock } = PRODUCTS.tent.row;
const { code: _mat, ...bulkStock } = PRODUCTS.mat.row;
const camping = { title: PRODUCTS.camping.row.title, items: CAMPING_ITEMS };

/** By their names in the OpenAPI document; the first is also GraphQL's. */
export const OPERATION_EXAMPLES: Readonly<
  Record<RestOperationName, Readonly<Record<string, OperationExample>>>
> = {
  readRental: {
    active: { summary: 'A rental in progress', target: rentals.unpaid },
    paid: { summary: 'A rental that is paid', target: rentals.paid },
  },
  readProduct: {
    product: { summary: 'A product', target: products.tent },
    bundle: { summary: 'A bundle', operation: 'readBundle', target: products.camping },
  },
  updateProduct: {
    fields: {
      summary: 'Change some fields',
      target: products.tent,
      input: { rent: 26, cost: 300 },
    },
    clear: {
      summary: 'Clear a string and a list',
      target: products.tent,
      input: { description: null, equipments: [] },
    },
    data: {
      summary: 'Wrapped in data',
      target: products.tent,
      input: { barcode: '4006381333931', shelfLifeMax: 720 },
      inData: true,
    },
  },
  createProduct: {
    required: {
      summary: 'Required fields only',
      input: { title: 'Camping stove', rent: 6, sku: 'STOVE-001' },
    },
    unit: { summary: 'Unit stock with a SKU', input: unitStock },
    bulk: { summary: 'Bulk stock without a SKU', input: bulkStock },
    data: {
      summary: 'Wrapped in data; the code becomes the SKU',
      input: {
        title: 'Gas cartridge',
        rent: 2.5,
        code: 'GAS-230',
        shelfLifeMin: 30,
        shelfLifeMax: 720,
      },
      inData: true,
    },
  },
  createBundle: {
    sum: { summary: 'Rent computed from the items', input: camping },
    own: { summary: 'A rent of its own', input: { ...camping, rent: 33, online: false } },
  },
};
