// Runs one case on both surfaces.
import fc from 'fast-check';
import { RESPONSE_TYPE } from '../check/graphql-answer.ts';
import { graphqlOutcome, restOutcome } from '../check/outcome.ts';
import type { Pair } from '../check/pair.ts';
import type { RootField } from '../contract/graphql-contract.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { toVariable } from '../contract/translate.ts';
import type { World } from '../world.ts';
import type { Call, Credential } from './client.ts';
import { asRead, jsonText } from './json-text.ts';

/** The ways to say the same: they must make no difference. */
export interface Manner {
  readonly accept: string | undefined;
  readonly tokenIn: 'header' | 'query' | 'both';
  readonly envelope: number;
  readonly namesVersion: boolean;
  readonly graphqlFirst: boolean;
  /** Sends queries by GET. */
  readonly byGet: boolean;
}

export const PLAIN: Manner = {
  accept: undefined,
  tokenIn: 'header',
  envelope: 0,
  namesVersion: false,
  graphqlFirst: false,
  byGet: false,
};

export const manner: fc.Arbitrary<Manner> = fc.record({
  accept: fc.constantFrom(
    undefined,
    RESPONSE_TYPE,
    'application/json',
    '*/*',
    `${RESPONSE_TYPE}, application/json;q=0.9`,
  ),
  tokenIn: fc.constantFrom('header', 'header', 'header', 'query', 'both'),
  envelope: fc.nat(3),
  namesVersion: fc.boolean(),
  graphqlFirst: fc.boolean(),
  byGet: fc.boolean(),
});

export interface Case {
  readonly operation: RestOperation;
  /** The id in the path of REST, and the id of GraphQL; the same text where one is given. */
  readonly ids?: readonly [rest: string | number, graphql: string | number];
  readonly input?: unknown;
  readonly manner: Manner;
  readonly credential?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function sendPair(world: World, given: Case): Promise<Pair> {
  const { manner } = given;
  const { calls, ...prepared } = prepare(world, given);
  const order = manner.graphqlFirst ? (['graphql', 'rest'] as const) : (['rest', 'graphql'] as const);
  const first = await world.client.send(order[0], calls[order[0]]);
  const second = await world.client.send(order[1], calls[order[1]]);
  const [rest, graphql] = manner.graphqlFirst ? [second, first] : [first, second];
  world.tally.count(given.operation.name, 'rest', restOutcome(rest));
  world.tally.count(given.operation.name, 'graphql', graphqlOutcome(graphql, prepared.field.name));
  return { ...prepared, rest, graphql };
}

/** The calls of a case, one for each surface, and what they are made of. */
export function prepare(world: World, { operation, ids, input, manner, ...rest }: Case) {
  const field = world.graphql.field(operation.graphqlField);
  const envelope = operation.envelopes[manner.envelope % Math.max(operation.envelopes.length, 1)];
  const takesInput = field.arguments.has('input') && envelope !== undefined;
  const variable = takesInput ? { value: toVariable(input, envelope.shape, field.arguments.get('input')) } : undefined;
  const headers = { ...(manner.namesVersion && { 'service-version': world.rest.version }), ...rest.headers };
  const beside = { headers, credential: rest.credential ?? ({ who: 'owner', place: manner.tokenIn } as const) };
  const variables = { ...(ids && { id: ids[1] }), ...(variable && { input: variable.value }) };
  const body = takesInput ? jsonText(envelope.wrap(input)) : undefined;
  return {
    operation,
    field,
    ...(takesInput && { envelope, variable: { value: asRead(variable?.value ?? null) } }),
    calls: {
      rest: restCall(operation, ids?.[0], body, beside),
      graphql: graphqlCall(field, variables, beside, manner),
    },
  };
}

type With = Pick<Call, 'credential'> & { headers: Readonly<Record<string, string>> };

export const pathOf = ({ path }: Pick<RestOperation, 'path'>, id: string | number = '') =>
  path.replace('{id}', encodeURIComponent(id));

export function restCall(
  operation: RestOperation,
  id: string | number | undefined,
  body: string | undefined,
  { headers, ...beside }: With,
): Call {
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    ...beside,
    method: operation.method,
    path: pathOf(operation, id),
    headers: { ...content, ...headers },
    ...(body !== undefined && { body }),
  };
}

const GRAPHQL_PATH = '/graphql';

export function graphqlCall(
  { document, kind }: Pick<RootField, 'document' | 'kind'>,
  variables: object,
  { headers: given, ...beside }: With,
  { accept, byGet }: Pick<Manner, 'accept' | 'byGet'> = PLAIN,
): Call {
  const headers = { ...given, ...(accept && { Accept: accept }) };
  if (kind === 'query' && byGet) {
    const search = new URLSearchParams({ query: document, variables: jsonText(variables) });
    return { ...beside, method: 'GET', path: `${GRAPHQL_PATH}?${search}`, headers };
  }
  return {
    ...beside,
    method: 'POST',
    path: GRAPHQL_PATH,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: jsonText({ query: document, variables }),
  };
}
