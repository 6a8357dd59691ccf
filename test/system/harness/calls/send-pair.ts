// Sends one case over both APIs.
import fc from 'fast-check';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import type { Pair } from '../check/pair.ts';
import type { RootField } from '../contract/graphql-contract.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { toVariable } from '../contract/translate.ts';
import type { World } from '../world.ts';
import { asRead, type Call, type Credential, jsonText } from './call.ts';

/** Options of a request that must not change the result. */
export interface SendOptions {
  readonly accept?: string | undefined;
  readonly tokenIn?: Credential['tokenIn'];
  /** The index of the REST wrapper object, modulo their number. */
  readonly envelope?: number;
  /** Whether `service-version` names the version. */
  readonly sendsVersion?: boolean;
  readonly graphqlFirst?: boolean;
  /** Whether GraphQL queries are sent with GET. */
  readonly byGet?: boolean;
  /** Makes the GraphQL document differ from earlier ones. */
  readonly comment?: string;
}

export const sendOptions: fc.Arbitrary<SendOptions> = fc.record({
  accept: fc.constantFrom(
    undefined,
    RESPONSE_TYPE,
    'application/json',
    '*/*',
    `${RESPONSE_TYPE}, application/json;q=0.9`,
  ),
  tokenIn: fc.constantFrom('header', 'header', 'header', 'query', 'both'),
  envelope: fc.nat(3),
  sendsVersion: fc.boolean(),
  graphqlFirst: fc.boolean(),
  byGet: fc.boolean(),
});

type Id = string | number;

export interface Case {
  readonly operation: RestOperation;
  /** The ID, for an operation that has one, or one for each API. */
  readonly id?: Id | readonly [rest: Id, graphql: Id];
  readonly input?: unknown;
  /** GraphQL variables besides the ID and the input. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly options?: SendOptions;
  readonly credential?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function sendPair(world: World, given: Case): Promise<Pair> {
  const { calls, ...prepared } = prepare(world, given);
  const { graphqlFirst } = given.options ?? {};
  const order = graphqlFirst
    ? (['graphql', 'rest'] as const)
    : (['rest', 'graphql'] as const);
  const first = await world.client.send(order[0], calls[order[0]]);
  const second = await world.client.send(order[1], calls[order[1]]);
  const [rest, graphql] = graphqlFirst ? [second, first] : [first, second];
  return { ...prepared, rest, graphql };
}

/** The calls of a case, one for each API, with the parts of the contracts that they follow. */
export function prepare(world: World, { operation, id, input, options = {}, ...rest }: Case) {
  const field = world.graphql.field(operation.graphqlField);
  const [restId, graphqlId = restId] = [id].flat();
  const envelope =
    operation.envelopes[(options.envelope ?? 0) % Math.max(operation.envelopes.length, 1)];
  const takesInput = field.arguments.has('input') && envelope !== undefined;
  const variable = takesInput
    ? { value: toVariable(input, envelope.shape, field.arguments.get('input')) }
    : undefined;
  const headers = {
    ...(options.sendsVersion && { 'service-version': world.rest.version }),
    ...rest.headers,
  };
  const context = {
    headers,
    credential: rest.credential ?? ({ who: 'owner', tokenIn: options.tokenIn } as const),
  };
  const variables = {
    ...(field.arguments.has('id') && { id: String(graphqlId) }),
    ...(variable && { input: variable.value }),
    ...rest.variables,
  };
  const body = takesInput ? jsonText(envelope.wrap(input)) : undefined;
  return {
    operation,
    field,
    ...(takesInput && { envelope, variable: { value: asRead(variable?.value ?? null) } }),
    calls: {
      rest: restCall(operation, restId, body, context),
      graphql: graphqlCall(field, variables, context, options),
    },
  };
}

type CallContext = Pick<Call, 'credential'> & { headers: Readonly<Record<string, string>> };

export const pathOf = ({ path }: Pick<RestOperation, 'path'>, id: Id = '') =>
  path.replace('{id}', encodeURIComponent(id));

function restCall(
  operation: RestOperation,
  id: Id | undefined,
  body: string | undefined,
  { headers, ...context }: CallContext = { headers: {} },
): Call {
  const contentType = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    ...context,
    method: operation.method,
    path: pathOf(operation, id),
    headers: { ...contentType, ...headers },
    ...(body !== undefined && { body }),
  };
}

export const GRAPHQL_PATH = '/graphql';

export function graphqlCall(
  { query: document, kind }: Pick<RootField, 'query' | 'kind'>,
  variables: object,
  { headers: given, ...context }: CallContext = { headers: {} },
  { accept, byGet, comment }: SendOptions = {},
): Call {
  const query = comment === undefined ? document : `${document} # ${comment}`;
  const headers = { ...given, ...(accept && { Accept: accept }) };
  if (kind === 'query' && byGet) {
    const search = new URLSearchParams({ query, variables: jsonText(variables) });
    return { ...context, method: 'GET', path: `${GRAPHQL_PATH}?${search}`, headers };
  }
  return {
    ...context,
    method: 'POST',
    path: GRAPHQL_PATH,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: jsonText({ query, variables }),
  };
}
