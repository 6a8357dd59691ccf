// What every suite works with: the deployment, its contracts, and the products that the harness created there.
import type { AnsweredCall } from './calls/call.ts';
import type { Client } from './calls/client.ts';
import { graphqlCall, prepare } from './calls/prepare.ts';
import { observeRest } from './check/observed-answer.ts';
import type { Contracts } from './contract/contracts.ts';
import type { Candidate } from './expect/bundle.ts';
import type { JsonObject } from './expect/expected-answer.ts';
import { completed } from './generate/edits.ts';

export interface World extends Contracts {
  readonly client: Client;
  readonly fixtures: Fixtures;
  /** The calls of the running case. */
  readonly trace: AnsweredCall[];
}

export interface Fixtures {
  readonly online: readonly [Candidate, ...Candidate[]];
  readonly offline: Candidate;
  /** Absent if neither API creates bundles. */
  readonly bundles: readonly Candidate[];
  /** Products of the rival, online and offline; empty without the rival's token. */
  readonly rivals: readonly Candidate[];
  /** The IDs of products that cases change. */
  readonly changing: readonly [number, number];
}

/** The harness can't begin, before any case has run. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Rents whose sum is wrong in binary floating point, and ordinary ones. */
const FIRST_RENT = 0.1;
const RENTS = [0.2, 19.99, 1_234_567.89, 0.01, 33.333333333333336];

/** A product that any update may change. */
const PLAIN_PRODUCT: JsonObject = { title: 'Harness', rent: 1, stockType: 'BULK' };

type Deployment = Contracts & Pick<World, 'client'>;

export async function createFixtures(deployment: Deployment): Promise<Fixtures> {
  const product = (rent: number, fields: JsonObject = {}, who: 'owner' | 'rival' = 'owner') =>
    createOne(deployment, { rent, online: true, ...fields }, who);
  const first = { id: await product(FIRST_RENT), rent: FIRST_RENT };
  const online: [Candidate, ...Candidate[]] = [first];
  for (const rent of RENTS) online.push({ id: await product(rent), rent });
  const bundle = await createBundle(deployment, first.id);
  const rivals: Candidate[] = [];
  for (const isOnline of deployment.client.hasRival ? [true, false] : []) {
    const id = await product(5, { online: isOnline }, 'rival');
    rivals.push({ id, rent: 5, refused: 'ACCESS_DENIED' });
  }
  return {
    online,
    rivals,
    offline: { id: await product(2, { online: false }), rent: 2, refused: 'PRODUCT_OFFLINE' },
    bundles: bundle === undefined ? [] : [{ id: bundle, rent: 0.1, refused: 'NOT_FOUND' }],
    changing: [await createOne(deployment), await createOne(deployment)],
  };
}

/** Creates a bundle, over GraphQL because a version may have removed that from REST. */
async function createBundle(
  { graphql, client }: Deployment,
  item: number,
): Promise<number | undefined> {
  if (!graphql.has('Mutation.createBundle')) return undefined;
  const input = { title: 'Harness', items: [{ adId: item, quantity: 1 }] };
  const call = graphqlCall(graphql.field('Mutation.createBundle'), { input });
  const { json, text } = await client.send('graphql', call);
  const { data } = (json ?? {}) as { data?: { createBundle?: { id?: unknown } } };
  if (data?.createBundle?.id) return Number(data.createBundle.id);
  throw new SetupError(`createBundle returned ${text.slice(0, 300)}`);
}

/** Creates a product over REST, plain except for `fields`; returns its ID. */
export async function createOne(
  deployment: Deployment,
  fields: JsonObject = {},
  who: 'owner' | 'rival' = 'owner',
): Promise<number> {
  const { rest, client } = deployment;
  const operation = rest.operation('createProduct');
  const input = completed({ ...PLAIN_PRODUCT, ...fields }, rest.inputShape('createProduct'));
  const { calls } = prepare(deployment, { operation, input, credential: { who } });
  const answered = await client.send('rest', calls.rest);
  const id = observeRest(answered, operation).data?.id;
  if (answered.status === 201 && typeof id === 'number') return id;
  throw new SetupError(
    `createProduct as ${who} returned ${answered.status}: ${answered.text.slice(0, 300)}\nThe token must belong to a user with the permissions to read and write.`,
  );
}
