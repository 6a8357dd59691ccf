// Sends cases over one API or both, and checks the responses; reads products back.
import {
  type AnsweredCall,
  type Call,
  SURFACES,
  type Surface,
  sameJson,
} from '../calls/call.ts';
import { type Case, prepare } from '../calls/prepare.ts';
import {
  checkAnswer,
  expectSame,
  Finding,
  shown,
  throwFirstFailure,
} from '../check/answer.ts';
import { observe, type SentOne } from '../check/observed-answer.ts';
import { checkAgreement, checkVersions, type SentPair } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import {
  bothOf,
  type ExpectedAnswer,
  type ExpectedPair,
  type JsonObject,
  OK,
} from '../expect/expected-answer.ts';
import type { World } from '../world.ts';

/** Sends a call, whose response must be well-formed. */
export async function exchange(
  world: World,
  surface: Surface,
  call: Call,
  operation?: RestOperation,
): Promise<SentOne> {
  const answered = await world.client.send(surface, call);
  return { answered, observed: observe(world, answered, operation) };
}

/** A body is accepted only if the document calls it valid, and rejected only for a reason that the document names. */
function checkVerdict({ rest }: World, { answered }: SentOne, { name }: RestOperation) {
  if (answered.surface === 'rest')
    throwFirstFailure(rest.verdictFailures(name, answered), answered);
}

/** Sends a case over both APIs, whose responses must be the expected ones; by default both are of the same kind. */
export async function sendBoth(
  world: World,
  given: Case,
  expected?: ExpectedAnswer | ExpectedPair,
): Promise<SentPair> {
  const { operation, options } = given;
  const { calls, envelope } = prepare(world, given);
  const sent = {} as Record<Surface, SentOne>;
  for (const surface of options?.graphqlFirst ? SURFACES.toReversed() : SURFACES)
    sent[surface] = await exchange(world, surface, calls[surface], operation);
  checkVersions(sent, world.rest.version);
  const wanted = bothOf(expected ?? ({ kind: sent.rest.observed.kind } as ExpectedAnswer));
  for (const surface of SURFACES) checkAnswer(sent[surface], wanted[surface], envelope);
  checkAgreement(sent, wanted);
  checkVerdict(world, sent.rest, operation);
  return sent;
}

/** Sends a case over one API, whose response must be the expected one. */
export async function sendOne(
  world: World,
  surface: Surface,
  given: Case,
  expected = OK,
): Promise<SentOne> {
  const { calls, envelope } = prepare(world, given);
  const sent = await exchange(world, surface, calls[surface], given.operation);
  checkAnswer(sent, expected, envelope);
  checkVerdict(world, sent, given.operation);
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
  const { observed, answered } = await sendOne(world, surface, given);
  return { product: observed.resource ?? {}, answered };
}

/** Throws a finding for the fields of `wanted` that differ from what is stored. */
export function expectStored(
  wanted: JsonObject | undefined = {},
  stored: JsonObject | undefined = {},
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

/** A product is stored as a write should have it, and read as the write's payload has it. */
export function expectReadBack(
  { answered, observed }: SentOne,
  read: ReadBack,
  wanted: JsonObject | undefined,
  aspect: string,
): void {
  const calls = [answered, read.answered];
  expectStored(wanted, read.product, calls, aspect);
  const ofPayload = 'The payload of a write differs from a read';
  expectStored(observed.resource, read.product, calls, ofPayload);
}

const CODING = /\.(?:zstd|br|gzip)(?="$)/;

/** A product has the same ETag in the response to its create and in a read, whose encoding is part of it. */
export function expectTagOfRead(created: AnsweredCall, read: AnsweredCall): void {
  const [tag, tagOfRead] = [created, read].map(({ headers }) =>
    headers.get('etag')?.replace(CODING, ''),
  );
  expectSame('The ETag of a create', tag ?? 'missing', tagOfRead, created, read);
}
