// What every suite works with: the deployment, its contract, and the products that the harness made there.
import type { Contracts } from './check/pair.ts';
import type { RestOperation } from './contract/rest-contract.ts';
import type { Client, Exchange } from './exchange/client.ts';
import { jsonText } from './exchange/json-text.ts';
import type { FieldErrorCode, JsonObject } from './expect/outcome.ts';
import type { Tally } from './report/tally.ts';

export interface World extends Contracts {
  readonly client: Client;
  readonly tally: Tally;
  readonly fixtures: Fixtures;
  /** What the running case sent so far, and the answers. */
  readonly trace: Exchange[];
}

export interface Fixtures {
  readonly online: readonly Fixture[];
  readonly offline: Fixture;
  readonly bundle: Fixture;
  /** Products of the rival, online and not; empty without a rival's token. */
  readonly rivals: readonly Fixture[];
}

interface Fixture {
  readonly id: number;
  readonly rent: number;
  /** Why it cannot be an item of a bundle; absent where it can. */
  readonly refused?: FieldErrorCode;
}

/** The harness cannot begin: no fault of the contract that it could show as a case. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Rents that float arithmetic cannot add, and ordinary ones. */
const RENTS = [0.1, 0.2, 19.99, 1_234_567.89, 0.01, 33.333333333333336];

export async function createFixtures(contracts: Contracts, client: Client): Promise<Fixtures> {
  const product = (rent: number, fields: JsonObject = {}, who: 'owner' | 'rival' = 'owner') =>
    createOne(contracts, client, 'createProduct', { title: 'Harness', rent, stock_type: 1, ...fields }, who);
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
    },
  };
}

/** Creates something over REST and gives its id. */
export async function createOne(
  { rest }: Contracts,
  client: Client,
  name: 'createProduct' | 'createBundle',
  input: JsonObject,
  who: 'owner' | 'rival' = 'owner',
): Promise<number> {
  const operation = rest.operation(name);
  const exchange = await client.send('rest', {
    method: operation.method,
    path: operation.path,
    headers: { 'Content-Type': 'application/json' },
    body: jsonText(wrapped(operation, input)),
    credential: { who },
  });
  const id = (exchange.json as { id?: unknown } | undefined)?.id;
  if (exchange.status === 201 && typeof id === 'number') return id;
  throw new SetupError(
    `${name} as ${who} was answered ${exchange.status}: ${exchange.text.slice(0, 300)}\nThe token must belong to a user who may read and write.`,
  );
}

const wrapped = ({ envelopes, name }: RestOperation, input: unknown): unknown => {
  const [envelope] = envelopes;
  if (!envelope) throw new SetupError(`The document shows no body of ${name}`);
  return envelope.wrap(input);
};

/** One after the other, so that the service is not overrun and ids come in order. */
const inTurn = <From, To>(entries: readonly From[], work: (entry: From) => Promise<To>): Promise<To[]> =>
  entries.reduce<Promise<To[]>>(async (done, entry) => [...(await done), await work(entry)], Promise.resolve([]));
