// The calls of a case, one for each API.
import fc from 'fast-check';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import type { Contracts } from '../contract/contracts.ts';
import type { RootField } from '../contract/graphql-contract.ts';
import type { Envelope, RestOperation } from '../contract/rest-contract.ts';
import { toVariable } from '../contract/translate.ts';
import { type Call, type Credential, jsonText, type Surface } from './call.ts';

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

interface Prepared {
  readonly calls: Readonly<Record<Surface, Call>>;
  /** The wrapper object of the REST body, for an operation with an input. */
  readonly envelope: Envelope | undefined;
}

export function prepare(
  { rest, graphql }: Contracts,
  { operation, id, input, options = {}, ...given }: Case,
): Prepared {
  const field = graphql.field(operation.graphqlField);
  const [restId, graphqlId = restId] = [id].flat();
  const { envelopes } = operation;
  const envelope = envelopes[(options.envelope ?? 0) % envelopes.length];
  const context = {
    credential: { who: 'owner' as const, tokenIn: options.tokenIn, ...given.credential },
    headers: {
      ...(options.sendsVersion && { 'service-version': rest.version }),
      ...given.headers,
    },
  };
  const variables = {
    ...(field.arguments.has('id') && { id: String(graphqlId) }),
    ...(envelope && {
      input: toVariable(input, envelope.shape, field.arguments.get('input')),
    }),
    ...given.variables,
  };
  const target = { method: operation.method, path: pathOf(operation, restId), ...context };
  return {
    envelope,
    calls: {
      rest: envelope ? withJson(target, envelope.wrap(input)) : target,
      graphql: graphqlCall(field, variables, context, options),
    },
  };
}

export const pathOf = ({ path }: Pick<RestOperation, 'path'>, id: Id = '') =>
  path.replace('{id}', encodeURIComponent(id));

/** A call with a JSON body. */
export const withJson = (call: Call, body: unknown): Call => ({
  ...call,
  headers: { 'Content-Type': 'application/json', ...call.headers },
  body: jsonText(body),
});

export const GRAPHQL_PATH = '/graphql';

export const graphqlByGet = (parameters: Readonly<Record<string, string>>): Call => ({
  method: 'GET',
  path: `${GRAPHQL_PATH}?${new URLSearchParams(parameters)}`,
});

export function graphqlCall(
  { query: document, kind }: Pick<RootField, 'query' | 'kind'>,
  variables: object,
  context: Pick<Call, 'credential' | 'headers'> = {},
  { accept, byGet, comment }: SendOptions = {},
): Call {
  const query = comment === undefined ? document : `${document} # ${comment}`;
  const headers = { ...context.headers, ...(accept && { Accept: accept }) };
  const sent = { ...context, headers };
  return kind === 'query' && byGet
    ? { ...sent, ...graphqlByGet({ query, variables: jsonText(variables) }) }
    : withJson({ ...sent, method: 'POST', path: GRAPHQL_PATH }, { query, variables });
}
