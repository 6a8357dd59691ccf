// Sends a case over one API and checks the response; reads products back over either.
import { type AnsweredCall, type Call, type Surface, sameJson } from '../calls/call.ts';
import { type Case, prepare, sendPair } from '../calls/send-pair.ts';
import {
  checkAnswer,
  expectSame,
  Finding,
  shown,
  throwFirstFailure,
} from '../check/answer.ts';
import { checkHeaders } from '../check/headers.ts';
import {
  graphqlFailures,
  type ObservedAnswer,
  observeGraphQL,
  observeRest,
} from '../check/observed-answer.ts';
import { checkAnswers, checkContracts, disagreement, type Pair } from '../check/pair.ts';
import type { RootField } from '../contract/graphql-contract.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL } from '../contract/translate.ts';
import type { ExpectedAnswer, ExpectedPair, JsonObject } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';

export interface SentOne {
  readonly answered: AnsweredCall;
  readonly observed: ObservedAnswer;
}

/** Sends a call, whose response must be well-formed. */
export function exchange(
  world: World,
  surface: Surface,
  call: Call,
  operation?: RestOperation,
): Promise<SentOne> {
  if (surface === 'rest') return exchangeRest(world, call, operation);
  return exchangeGraphQL(
    world,
    call,
    operation && world.graphql.field(operation.graphqlField),
  );
}

async function exchangeRest(
  { client, rest }: World,
  call: Call,
  operation?: RestOperation,
): Promise<SentOne> {
  const answered = await client.send('rest', call);
  checkHeaders(answered);
  if (operation) throwFirstFailure(rest.failures(operation.name, answered), answered);
  return { answered, observed: observeRest(answered, operation) };
}

export async function exchangeGraphQL(
  { client }: World,
  call: Call,
  field?: RootField,
): Promise<SentOne> {
  const answered = await client.send('graphql', call);
  checkHeaders(answered);
  throwFirstFailure(graphqlFailures(answered, field), answered);
  return { answered, observed: observeGraphQL(answered, field?.name ?? '') };
}

/** A body is accepted only if the document calls it valid, and rejected only for a reason that the document names. */
function checkVerdict({ rest }: World, answered: AnsweredCall, { name }: RestOperation) {
  if (answered.surface === 'rest')
    throwFirstFailure(rest.verdictFailures(name, answered), answered);
}

/** Sends a case over both APIs, whose responses must be the expected ones, which may depend on what was sent. */
export async function sendBoth(
  world: World,
  sent: Case,
  wanted: ExpectedAnswer | ExpectedPair | ((sent: Pair) => ExpectedAnswer | ExpectedPair),
) {
  const pair = await sendPair(world, sent);
  checkContracts(world, pair);
  const given = typeof wanted === 'function' ? wanted(pair) : wanted;
  const expected = 'kind' in given ? { rest: given, graphql: given } : given;
  const observed = checkAnswers(pair, expected);
  checkVerdict(world, pair.rest, sent.operation);
  return { ...pair, expected, observed };
}

/** Sends a case over one API, whose response must be the expected one. */
export async function sendOne(
  world: World,
  surface: Surface,
  given: Case,
  expected: ExpectedAnswer,
): Promise<SentOne> {
  const { calls, envelope } = prepare(world, given);
  const sent = await exchange(world, surface, calls[surface], given.operation);
  checkAnswer(sent.observed, expected, sent.answered, envelope);
  checkVerdict(world, sent.answered, given.operation);
  return sent;
}

export interface ReadBack {
  readonly product: JsonObject;
  readonly answered: AnsweredCall;
}

/** Reads a product over one API. */
export async function readProduct(
  world: World,
  id: number,
  surface: Surface,
  who: 'owner' | 'rival' = 'owner',
): Promise<ReadBack> {
  const given = { operation: world.rest.operation('readProduct'), id, credential: { who } };
  const { observed, answered } = await sendOne(world, surface, given, { kind: 'ok' });
  return { product: productOf(world, surface, observed.data ?? {}), answered };
}

/** The product in a response, in the harness's names and values. */
function productOf(world: World, surface: Surface, data: JsonObject): JsonObject {
  const { answer } = world.rest.operation('readProduct');
  const product =
    surface === 'rest' ? data[answer?.name ?? ''] : fromGraphQL(data, answer?.shape);
  return (product ?? {}) as JsonObject;
}

/** The product or bundle in a mutation's payload. */
export const payloadProduct = (world: World, data: JsonObject | undefined): JsonObject =>
  productOf(world, 'graphql', (data?.product ?? data?.bundle ?? {}) as JsonObject);

/** Reads a product over both APIs, which must agree. */
export async function readOnBoth(
  world: World,
  id: number,
): Promise<{ product: JsonObject; pair: Pair }> {
  const operation = world.rest.operation('readProduct');
  const { observed, ...pair } = await sendBoth(world, { operation, id }, { kind: 'ok' });
  const { rest, graphql } = observed;
  const product = productOf(world, 'rest', rest.data ?? {});
  const other = productOf(world, 'graphql', graphql.data ?? {});
  if (!sameJson(product, other)) throw disagreement('stored product', [product, other], pair);
  return { product, pair };
}

/** Throws a finding for the fields of `wanted` that differ from what is stored. */
export function expectStored(
  wanted: JsonObject,
  stored: JsonObject,
  calls: readonly AnsweredCall[],
  aspect: string,
): void {
  const differing = Object.keys(wanted).filter(
    (name) => !sameJson(wanted[name], stored[name]),
  );
  const [name] = differing;
  if (name === undefined) return;
  const detail = differing
    .map((field) => `${field} is ${shown(stored[field])}, not ${shown(wanted[field])}`)
    .join('; ');
  throw new Finding(`${aspect}: ${name}`, detail, ...calls);
}

const CODING = /\.(?:zstd|br|gzip)(?="$)/;

/** A product has the same ETag in the response to its create and in a read, whose encoding is part of it. */
export function expectTagOfRead(created: AnsweredCall, read: AnsweredCall): void {
  const [tag, tagOfRead] = [created, read].map(({ headers }) =>
    headers.get('etag')?.replace(CODING, ''),
  );
  expectSame('The ETag of a create', tag ?? 'missing', tagOfRead, created, read);
}
