// Reads a response of either API as a comparable value, and checks GraphQL's against its schema.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormattedExecutionResult } from 'graphql';
import type { AnsweredCall } from '../calls/call.ts';
import { isRehearsed } from '../calls/client.ts';
import type { Contracts } from '../contract/contracts.ts';
import type { RootField } from '../contract/graphql-contract.ts';
import type { RestContract, RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL, fromRest } from '../contract/translate.ts';
import {
  type ErrorList,
  EXPECTED_FAILURES,
  type JsonObject,
} from '../expect/expected-answer.ts';
import { throwFirstFailure } from './answer.ts';
import { checkHeaders } from './headers.ts';

export interface ObservedError {
  /** The GraphQL variable with the error. */
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ObservedAnswer {
  /** `ok`, `invalid`, a kind of EXPECTED_FAILURES, or the status and code of any other error. */
  readonly kind: string;
  /** The REST body or the GraphQL field, if the kind is `ok`. */
  readonly data?: JsonObject;
  /** The object that was read, or that a mutation returned, in the harness's names. */
  readonly resource?: JsonObject | undefined;
  /** The errors of the input, if the kind is `invalid`. */
  readonly errors?: readonly ObservedError[];
  /** The part of a GraphQL response with the errors. */
  readonly listedIn?: ErrorList;
  /** The message of any other error. */
  readonly message?: unknown;
}

/** A response, and what it says. */
export interface SentOne {
  readonly answered: AnsweredCall;
  readonly observed: ObservedAnswer;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are untrusted JSON
type Loose = any;

/** What a response says; it must be well-formed: as the documents describe it, with the headers of every response. */
export function observe(
  contracts: Contracts,
  answered: AnsweredCall,
  operation?: RestOperation,
  field = operation && contracts.graphql.field(operation.graphqlField),
): ObservedAnswer {
  const { rest } = contracts;
  if (answered.surface === 'graphql')
    throwFirstFailure(graphqlFailures(answered, field), answered);
  else if (operation) throwFirstFailure(rest.failures(operation.name, answered), answered);
  checkHeaders(answered);
  if (answered.surface === 'rest') return observeRest(answered, operation);
  const observed = observeGraphQL(answered, field?.name ?? '');
  return { ...observed, resource: resourceIn(observed, rest, operation) };
}

/** What a query returned, or the product or bundle in a mutation's payload. */
function resourceIn(
  { data }: ObservedAnswer,
  rest: RestContract,
  operation: RestOperation | undefined,
): JsonObject | undefined {
  if (!operation || !data) return undefined;
  const { answer } = operation;
  const shape = (answer ?? rest.operation('readProduct').answer)?.shape;
  return fromGraphQL(answer ? data : (data.product ?? data.bundle), shape) as JsonObject;
}

/** The data of a response is in the harness's names if its operation is given. */
export function observeRest(
  { status, json }: AnsweredCall,
  operation?: RestOperation,
): ObservedAnswer {
  const body = json as Loose;
  if (status >= 200 && status < 300) {
    const data = fromRest(body ?? {}, operation?.success) as JsonObject;
    const resource = data[operation?.answer?.name ?? ''] as JsonObject | undefined;
    return { kind: 'ok', data, resource };
  }
  if (status === 400 && Array.isArray(body?.errors))
    return { kind: 'invalid', errors: body.errors };
  return {
    kind: kindOf('status', status) ?? `status ${status}`,
    message: body?.error,
  };
}

/** The response of one root field. */
function observeGraphQL({ json, status }: AnsweredCall, field: string): ObservedAnswer {
  const body = json as Loose;
  const data = body?.data?.[field];
  if (data?.success === false)
    return { kind: 'invalid', errors: data.errors ?? [], listedIn: 'payload' };
  if (data !== null && data !== undefined) return { kind: 'ok', data };
  const error = body?.errors?.[0];
  const code = error?.extensions?.code;
  if (code === 'VALIDATION_FAILED') return invalidRequest(error.extensions.errors ?? []);
  const kind = kindOf('code', code) ?? `status ${status}, code ${code}`;
  return { kind, message: error?.message };
}

const invalidRequest = (errors: readonly ObservedError[]): ObservedAnswer => ({
  kind: 'invalid',
  errors,
  listedIn: errors.some(({ variable }) => variable !== undefined) ? 'variables' : 'request',
});

const kindOf = (part: 'status' | 'code', value: unknown) =>
  Object.entries(EXPECTED_FAILURES).find(([, failure]) => failure[part] === value)?.[0];

export const RESPONSE_TYPE = 'application/graphql-response+json';

const ajv = new Ajv2020({ allowUnionTypes: true });
/** The GraphQL specification's response, in which each error has a code. */
const isResponse = ajv.compile<FormattedExecutionResult>({
  type: 'object',
  properties: {
    data: { type: ['object', 'null'] },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          locations: {},
          path: {},
          extensions: {
            type: 'object',
            properties: { code: { type: 'string' } },
            required: ['code'],
          },
        },
        required: ['message', 'extensions'],
        additionalProperties: false,
      },
    },
    extensions: {},
  },
  additionalProperties: false,
  anyOf: [{ required: ['data'] }, { required: ['errors'] }],
});

/** The errors of the response to a well-formed request for one root field. */
function* graphqlFailures(
  answered: AnsweredCall,
  field: RootField | undefined,
): Generator<string> {
  const { json, headers, call, status } = answered;
  const accepted = call.headers?.Accept ?? '';
  const type = (headers.get('content-type') ?? '').split(';')[0];
  const wanted = accepted.includes(RESPONSE_TYPE) ? RESPONSE_TYPE : 'application/json';
  if (type !== wanted) yield `the content type is ${type}, not ${wanted}`;
  if (!isResponse(json))
    return yield `the response is not a GraphQL response: ${ajv.errorsText(isResponse.errors)}`;
  const { data, errors } = json;
  const value = data?.[field?.name ?? ''];
  if (value === null && !errors) yield 'the field is null without an error';
  if (field && data && value !== null) yield* field.failures(value);
  if (!isRehearsed(answered) && !fits(status, json, type))
    yield `the status doesn't fit the data and the errors: ${status}`;
}

/** 200 for a response with data; 4xx for a request that was not executed; 429 if every field was rate limited. */
function fits(
  status: number,
  { data, errors }: FormattedExecutionResult,
  type: string | undefined,
): boolean {
  if (status >= 500) return false;
  if (errors?.every(({ extensions }) => extensions?.code === 'RATE_LIMITED'))
    return status === 429;
  return data === undefined ? type !== RESPONSE_TYPE || status >= 400 : status === 200;
}
