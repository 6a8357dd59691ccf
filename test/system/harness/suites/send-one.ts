// Sends a case over one surface and checks the answer; reads products back over either.
import { type AnsweredCall, type Surface, sameJson } from '../calls/call.ts';
import { type Case, DEFAULT_OPTIONS, graphqlCall, prepare, restCall, sendPair } from '../calls/send-pair.ts';
import { checkAnswer, checkHeaders, Finding, shown, throwFirstFault } from '../check/answer.ts';
import { graphqlFaults, type ObservedAnswer, observeGraphQL, observeRest } from '../check/observed-answer.ts';
import { checkAnswers, checkContracts, disagreement, type Pair } from '../check/pair.ts';
import { fromGraphQL } from '../contract/translate.ts';
import { type ExpectedAnswer, type JsonObject, sameOnBoth } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';

export interface SentOne {
  readonly answered: AnsweredCall;
  readonly observed: ObservedAnswer;
}

/** Throws a finding for an answer that is malformed or not the expected one. */
export async function sendOne(world: World, surface: Surface, given: Case, expected: ExpectedAnswer): Promise<SentOne> {
  const { calls, field, envelope } = prepare(world, given);
  const answered = await world.client.send(surface, calls[surface]);
  const observed = surface === 'rest' ? observeRest(answered, given.operation) : observeGraphQL(answered, field.name);
  world.tally.count(given.operation.name, surface, observed);
  checkHeaders(answered);
  const faults =
    surface === 'rest' ? world.rest.faults(given.operation.name, answered) : graphqlFaults(answered, field);
  throwFirstFault(faults, answered);
  checkAnswer(observed, expected, answered, envelope);
  return { answered, observed };
}

export interface ReadBack {
  readonly product: JsonObject;
  readonly answered: AnsweredCall;
}

/** Reads a product over one surface. */
export async function readProduct(
  world: World,
  id: number,
  surface: Surface,
  who: 'owner' | 'rival' = 'owner',
): Promise<ReadBack> {
  const operation = world.rest.operation('readProduct');
  const context = { headers: {}, credential: { who } } as const;
  const field = world.graphql.field(operation.graphqlField);
  const call =
    surface === 'rest' ? restCall(operation, id, undefined, context) : graphqlCall(field, { id: String(id) }, context);
  const answered = await world.client.send(surface, call);
  const answer = surface === 'rest' ? observeRest(answered, operation) : observeGraphQL(answered, field.name);
  if (answer.kind !== 'ok' || !answer.data) {
    throw new Finding('A product cannot be read back', `${surface} answered ${answer.kind}`, [answered], surface);
  }
  return { product: productOf(world, surface, answer.data), answered };
}

/** The product of an answer, in the harness's names and values. */
function productOf(world: World, surface: Surface, data: JsonObject): JsonObject {
  const { answer } = world.rest.operation('readProduct');
  const product = surface === 'rest' ? data[answer?.name ?? ''] : fromGraphQL(data, answer?.shape);
  return (product ?? {}) as JsonObject;
}

/** The product in the payload of a mutation, in the harness's names and values. */
export const payloadProduct = (world: World, data: JsonObject | undefined): JsonObject =>
  productOf(world, 'graphql', (data?.product ?? {}) as JsonObject);

/** Reads a product over both surfaces, which must agree. */
export async function readOnBoth(world: World, id: number): Promise<{ product: JsonObject; pair: Pair }> {
  const operation = world.rest.operation('readProduct');
  const pair = await sendPair(world, { operation, ids: [id, String(id)], options: DEFAULT_OPTIONS });
  checkContracts(world, pair);
  const { rest, graphql } = checkAnswers(pair, sameOnBoth({ kind: 'ok' }));
  const product = productOf(world, 'rest', rest.data ?? {});
  const other = productOf(world, 'graphql', graphql.data ?? {});
  if (!sameJson(product, other)) throw disagreement('stored product', [product, other], pair);
  return { product, pair };
}

/** Throws a finding for the fields of `wanted` that are not stored as they are there. */
export function expectStored(
  wanted: JsonObject,
  stored: JsonObject,
  calls: readonly AnsweredCall[],
  aspect: string,
): void {
  const differing = Object.keys(wanted).filter((name) => !sameJson(wanted[name], stored[name]));
  const [name] = differing;
  if (name === undefined) return;
  const detail = differing
    .map((field) => `${field} is ${shown(stored[field])}, not ${shown(wanted[field])}`)
    .join('; ');
  throw new Finding(`${aspect}: ${name}`, detail, calls, calls.length === 1 ? calls[0]?.surface : undefined);
}

const CODING = /\.(?:zstd|br|gzip)(?="$)/;

/** A product has the same ETag in the response to its create and in a read, whose coding is part of it. */
export function expectTagOfRead(created: AnsweredCall, read: AnsweredCall): void {
  const [tag, tagOfRead] = [created, read].map(({ headers }) => headers.get('etag')?.replace(CODING, ''));
  if (tag !== undefined && tag === tagOfRead) return;
  throw new Finding('The ETag of a create', `is ${tag}, a read has ${tagOfRead}`, [created, read], 'rest');
}
