// The surroundings of every suite: the deployment, its contracts, and the products that the harness created there.
import type { AnsweredCall } from './calls/call.ts';
import type { Client } from './calls/client.ts';
import { jsonText } from './calls/json-text.ts';
import type { Contracts } from './check/pair.ts';
import type { Candidate } from './expect/bundle.ts';
import type { JsonObject } from './expect/expected-answer.ts';
import type { Tally } from './report/tally.ts';

export interface World extends Contracts {
  readonly client: Client;
  readonly tally: Tally;
  readonly fixtures: Fixtures;
  /** The calls of the running case. */
  readonly trace: AnsweredCall[];
}

export interface Fixtures {
  readonly online: readonly Fixture[];
  readonly offline: Fixture;
  readonly bundle: Fixture;
  /** Products of the rival, online and offline; empty without a token of the rival. */
  readonly rivals: readonly Fixture[];
}

interface Fixture extends Candidate {
  readonly id: number;
}

/** The harness cannot begin, before any case has run. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Rents whose sum is wrong in binary floating point, and ordinary ones. */
const RENTS = [0.1, 0.2, 19.99, 1_234_567.89, 0.01, 33.333333333333336];

/** A product that any update may change. */
export const PLAIN_PRODUCT: JsonObject = { title: 'Harness', rent: 1, stock_type: 1 };

export async function createFixtures(contracts: Contracts, client: Client): Promise<Fixtures> {
  const product = (rent: number, fields: JsonObject = {}, who: 'owner' | 'rival' = 'owner') =>
    createOne(contracts, client, 'createProduct', { ...PLAIN_PRODUCT, rent, ...fields }, who);
  const online = await inTurn(RENTS, async (rent) => ({ id: await product(rent), rent }));
  const items = [{ ad_id: online[0]?.id, quantity: 1 }];
  const rivals: Fixture[] = client.hasRival
    ? [
        { id: await product(5, {}, 'rival'), rent: 5, refused: 'ACCESS_DENIED' },
        { id: await product(5, { online: false }, 'rival'), rent: 5, refused: 'ACCESS_DENIED' },
      ]
    : [];
  return {
    online,
    rivals,
    offline: { id: await product(2, { online: false }), rent: 2, refused: 'PRODUCT_OFFLINE' },
    bundle: {
      id: await createOne(contracts, client, 'createBundle', { title: 'Harness', items }, 'owner'),
      rent: 0.1,
      refused: 'NOT_FOUND',
      isBundle: true,
    },
  };
}

/** Creates a product or a bundle over REST; its id. */
export async function createOne(
  { rest }: Contracts,
  client: Client,
  name: 'createProduct' | 'createBundle',
  input: JsonObject,
  who: 'owner' | 'rival' = 'owner',
): Promise<number> {
  const { method, path, envelopes } = rest.operation(name);
  const answered = await client.send('rest', {
    method,
    path,
    headers: { 'Content-Type': 'application/json' },
    body: jsonText(envelopes[0]?.wrap(input)),
    credential: { who },
  });
  const id = (answered.json as { id?: unknown } | undefined)?.id;
  if (answered.status === 201 && typeof id === 'number') return id;
  throw new SetupError(
    `${name} as ${who} was answered ${answered.status}: ${answered.text.slice(0, 300)}\nThe token must belong to a user with the permissions to read and write.`,
  );
}

/** One after the other: the service is not overrun, and ids come in order. */
const inTurn = <From, To>(entries: readonly From[], work: (entry: From) => Promise<To>): Promise<To[]> =>
  entries.reduce<Promise<To[]>>(async (done, entry) => [...(await done), await work(entry)], Promise.resolve([]));
