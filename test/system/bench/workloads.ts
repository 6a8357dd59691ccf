// The benchmark's workloads: the request that each sends, and how close to the floor the service should be.
import type { Request } from 'autocannon';
import { API_BASE_PATH, GRAPHQL_PATH, PRODUCTS_PATH } from '../../../src/paths.ts';
import type { Scene } from './servers.ts';

export interface Workload {
  readonly name: string;
  readonly title: string;
  /** The service's CPU time per request, in multiples of the floor's. */
  readonly goal: number;
  /** Whether the rehearsed version lacks it. */
  readonly isWithdrawn?: boolean;
  /** The request of a turn; turns spread over all rows in an order that no cache predicts. */
  request(
    scene: Scene,
    turn: number,
  ): Request & { readonly method: string; readonly path: string };
}

/** Whether the requests of the scene use the rehearsed version. */
export const isRehearsed = ({ token, rehearsedToken }: Scene): boolean =>
  token === rehearsedToken;

/** The floor knows the documents by their text. */
export const PRODUCT_DOCUMENT = `query Product($id: ID!) {
  product(id: $id) {
    id title description rent stockType quantity online
    equipments { name quantity }
    images { src }
  }
}`;

export const RENTAL_DOCUMENT = `query Rental($id: ID!) {
  rental(id: $id) {
    id status startDate endDate totalAmount
    tenant { id name email }
    owner { id name email }
    items { productId title quantity dailyRate total product { id title rent online } }
  }
}`;

/** Before the ID. */
export const RENTAL_PATH = `${API_BASE_PATH}/rental/`;

/** Multiples of the golden ratio, modulo 1, are spread evenly however many there are. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/** An ID from 1 to `count`. */
const idAt = (turn: number, count: number) =>
  1 + Math.floor(((turn * GOLDEN_RATIO) % 1) * count);

const post = (path: string, body: object) => ({
  method: 'POST' as const,
  path,
  body: JSON.stringify(body),
});

const query = (document: string, id: number) =>
  post(GRAPHQL_PATH, { query: document, variables: { id: String(id) } });

const NEW_PRODUCT = {
  title: 'Four-person tent',
  description: 'A **tent** for four, up in ten minutes.',
  rent: 24.5,
  cost: 320,
  sku: 'TENT-4P-001',
  quantity: 3,
  equipments: [
    { name: 'Ground sheet', quantity: 1 },
    { name: 'Peg', quantity: 16 },
    { name: 'Pole', quantity: 4 },
  ],
  images: [
    { src: 'https://images.example.com/tent-front.webp' },
    { src: 'https://images.example.com/tent-inside.webp' },
  ],
};

/** In the names of the rehearsed version, without what it removed and with what it requires. */
const { rent, cost: _, sku, equipments, ...rest } = NEW_PRODUCT;
const REHEARSED_PRODUCT = {
  ...rest,
  daily_rent: rent,
  rehearsed: 'EUR',
  code: sku,
  country_of_manufacture: 'DE',
  equipments: equipments.map(({ name, quantity }) => ({ label: name, quantity })),
};

const BUNDLE_ITEMS = 30;

/** Adjacent turns have different IDs. */
const bundleAt = (turn: number, products: number) => ({
  title: 'Camping weekend',
  items: Array.from({ length: BUNDLE_ITEMS }, (_, index) => ({
    ad_id: idAt(turn * BUNDLE_ITEMS + index, products),
    quantity: 1 + (index % 3),
  })),
});

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'W1',
    title: 'REST read of a product',
    goal: 2,
    request: ({ products }, turn) => ({
      method: 'GET',
      path: `${PRODUCTS_PATH}/${idAt(turn, products)}`,
    }),
  },
  {
    name: 'W2',
    title: 'GraphQL read of a product, 9 fields with lists',
    goal: 2.5,
    request: ({ products }, turn) => query(PRODUCT_DOCUMENT, idAt(turn, products)),
  },
  {
    name: 'W3',
    title: 'GraphQL rental with tenant, owner, 3 items and their products',
    goal: 3,
    request: ({ rentals }, turn) => query(RENTAL_DOCUMENT, idAt(turn, rentals)),
  },
  {
    name: 'W4',
    title: 'REST create of a product (3 equipments, 2 images)',
    goal: 2.8,
    request: (scene) =>
      post(`${API_BASE_PATH}/product`, {
        product: isRehearsed(scene) ? REHEARSED_PRODUCT : NEW_PRODUCT,
      }),
  },
  {
    name: 'W5',
    title: `REST bundle of ${BUNDLE_ITEMS} items`,
    goal: 5,
    isWithdrawn: true,
    request: ({ products }, turn) =>
      post(`${API_BASE_PATH}/bundle`, { bundle: bundleAt(turn, products) }),
  },
  {
    name: 'W6',
    title: 'REST read of a rental with 3 items',
    goal: 2.5,
    request: ({ rentals }, turn) => ({
      method: 'GET',
      path: `${RENTAL_PATH}${idAt(turn, rentals)}`,
    }),
  },
];
