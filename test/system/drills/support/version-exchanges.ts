// What clients of each version send and must be answered, and the writes of each.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../../src/database/open-database.ts';
import { V1 } from '../../releases/rehearsal.ts';
import { type Outcome, type Row, rowOf } from '../drill.ts';
import type { Client, Exchange } from './load.ts';
import { type Answer, idIn, isReplay, send } from './send.ts';

export interface Known {
  readonly product: number;
  /** A product that is updated. */
  readonly updated: number;
  /** Products that clients of made-up releases update. */
  readonly updatedByFirst: number;
  readonly updatedBySecond: number;
  readonly rental: number;
}

export const graphql = (name: string, query: string, more: Partial<Exchange> = {}): Exchange => ({
  ...{ name: `GraphQL ${name}`, method: 'POST', path: '/graphql', body: { query } },
  ...more,
});
export const rest = (name: string, method: string, path: string, body?: object): Exchange => ({
  ...{ name, method, path, ...(body && { body }) },
});

export const CREATE = 'mutation { createProduct(input: ';
const CREATED = ') { success id errors { field code message } product { rent cost online stockType } } }';
const NEWLY_CREATED = CREATED.replace('rent', 'rent rehearsed');

/** The smallest create of the first version, and that of the rehearsed one: it has a field more, so it is another request. */
export const OLDER_CREATE = creating({ title: 'Kept', rent: 2, quantity: 1, country_of_manufacture: 'DE', sku: 'S' });
export const NEWER_CREATE = creating({
  ...{ title: 'Kept', daily_rent: 2, rehearsed: 'CHF', quantity: 1, country_of_manufacture: 'DE', code: 'S' },
});

function creating(product: object): Exchange {
  return { ...rest('create', 'POST', '/product', { product }), isCreate: true };
}

/** Without the OpenAPI document, which has the limits of what newer versions may have stored, and so changes with a release. */
export const olderExchanges = ({ product, updated, rental }: Known): readonly Exchange[] => [
  rest('product', 'GET', `/product/${product}`),
  OLDER_CREATE,
  rest('rental', 'GET', `/rental/${rental}`),
  rest('refused create', 'POST', '/product', { product: { stock_type: 5, cost: -1, daily_rent: 2, equipments: [{}] } }),
  {
    ...rest('bundle', 'POST', '/bundle', { bundle: { title: 'B', items: [{ ad_id: product, quantity: 1 }] } }),
    isCreate: true,
  },
  rest('update', 'PUT', `/product/${updated}`, { product: { cost: 7, equipments: pegs(50), stock_type: 1 } }),
  rest('missing', 'GET', '/product/2147483647'),
  rest('method', 'GET', '/bundle'),
  graphql(
    'product',
    `{ product(id: ${product}) { title rent cost type stockType equipments { name quantity } revision } }`,
  ),
  graphql('rental', `{ rental(id: ${rental}) { status startDate tenant { name email } items { dailyRate } } }`),
  graphql('create', `${CREATE}{ title: "G", rent: 1, sku: "S", cost: 3 }${CREATED}`, { isCreate: true }),
  graphql('refused create', `${CREATE}{ title: "", rent: 0, cost: -1 }${CREATED}`),
];

const pegs = (count: number) => Array.from({ length: count }, () => ({ name: 'Peg', quantity: 200 }));

export const newerExchanges = ({ product, rental }: Known): readonly Exchange[] => [
  rest('product', 'GET', `/product/${product}`),
  NEWER_CREATE,
  rest('rental', 'GET', `/rental/${rental}`),
  rest('refused create', 'POST', '/product', { product: { stock_type: 0, rent: 2, equipments: [{}] } }),
  rest('withdrawn', 'GET', '/bundle'),
  graphql(
    'create',
    `${CREATE}{ title: "G", rent: 1, rehearsed: "CHF", sku: "S", countryOfManufacture: "DE" }${NEWLY_CREATED}`,
    {
      isCreate: true,
    },
  ),
  graphql('refused create', `${CREATE}{ title: "G", rent: 1, sku: "S" }${CREATED}`),
];

const KEPT = 20;

/** People, products and a rental that every exchange meets. */
export async function populate(db: Database['db']): Promise<{ owner: number; known: Known }> {
  const person = (name: string) =>
    db.user.create({ data: { name, email: `${name}@release.example`, permissions: ['READ', 'WRITE'] } });
  const [owner, tenant] = [await person('owner'), await person('tenant')];
  const data = { ownerId: owner.id, title: 'Tent', rent: 9.5, cost: 320, stockType: 'BULK', quantity: 1 } as const;
  const create = () => db.product.create({ data });
  const [product, updated, byFirst, bySecond] = [await create(), await create(), await create(), await create()];
  const day = new Date('2026-07-10');
  const item = { position: 0, productId: product.id, title: 'Tent', quantity: 1, dailyRate: 10.5, total: 10.5 };
  const rental = await db.rental.create({
    data: {
      ...{ status: 'ACTIVE', startDate: day, endDate: day, totalAmount: 10.5, tenantId: tenant.id, ownerId: owner.id },
      items: { create: item },
    },
  });
  const targets = { updated: updated.id, updatedByFirst: byFirst.id, updatedBySecond: bySecond.id };
  return { owner: owner.id, known: { product: product.id, ...targets, rental: rental.id } };
}

/** The answers to creates, by their keys. */
type Kept = ReadonlyMap<string, Answer>;

/** Creates, each with a key. */
export async function keep(origin: string, token: string, { path, body }: Exchange): Promise<Kept> {
  const kept = new Map<string, Answer>();
  for (let index = 0; index < KEPT; index++) {
    const key = randomUUID();
    kept.set(key, await send({ origin, token }, 'POST', path, body, { 'Idempotency-Key': key }));
  }
  return kept;
}

interface Retry {
  readonly token: string;
  readonly exchange: Exchange;
  /** The header `service-version`. */
  readonly version?: string;
}

/** Every kept create again in each way: one that is not the replay of its first answer has failed. */
export async function retried(what: string, origin: string, kept: Kept, ways: readonly Retry[]): Promise<Row> {
  const outcomes: Outcome[] = [];
  for (const [key, first] of kept) {
    for (const { token, exchange, version } of ways) {
      const headers = { 'Idempotency-Key': key, ...(version && { 'service-version': version }) };
      const again = await send({ origin, token }, 'POST', exchange.path, exchange.body, headers);
      const isSame = again.status === 201 && isReplay(again) && idIn(again) === idIn(first);
      outcomes.push(outcomeOf(again, isSame));
    }
  }
  return rowOf(what, outcomes);
}

/** Old code does not know the newer version: it answers 400 and names the versions that it has, and does nothing. */
export async function refused(
  db: Database['db'],
  origin: string,
  { token, exchanges }: Client,
  what = 'tokens of the newer version, on old code',
  usable = V1,
): Promise<Row> {
  const before = await db.product.count();
  const outcomes: Outcome[] = [];
  for (const { method, path, body } of exchanges) {
    const answer = await send({ origin, token }, method, path, body);
    const isNamed = answer.text.includes(`Use one of the versions ${usable}`);
    outcomes.push(outcomeOf(answer, answer.status === 400 && isNamed));
  }
  return rowOf(what, outcomes, (await db.product.count()) - before);
}

const outcomeOf = ({ milliseconds, status, text }: Answer, isRight: boolean): Outcome => ({
  milliseconds,
  fault: isRight ? undefined : `${status} ${text}`,
});
