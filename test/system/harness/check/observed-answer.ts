// Reads an answer of either surface as a value that can be compared with the expected one.
import type { AnsweredCall } from '../calls/call.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromRest } from '../contract/rest-wire.ts';
import { type ErrorList, EXPECTED_FAILURES, type ExpectedFailure, type JsonObject } from '../expect/expected-answer.ts';

interface ObservedError {
  /** The variable of GraphQL with the fault (D36). */
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ObservedAnswer {
  /** `ok`, `invalid`, a kind of EXPECTED_FAILURES, or the status and code of any other failure. */
  readonly kind: string;
  /** The body of REST or the field of GraphQL, if the kind is `ok`. */
  readonly data?: JsonObject;
  /** The errors of the input, if the kind is `invalid`. */
  readonly errors?: readonly ObservedError[];
  /** The part of a GraphQL answer with the errors. */
  readonly listedIn?: ErrorList;
  /** The sentence of any other failure. */
  readonly message?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are untrusted JSON
type Loose = any;

/** The data of an answer is in the harness's names if its operation is given. */
export function observeRest({ status, json }: AnsweredCall, operation?: RestOperation): ObservedAnswer {
  const body = json as Loose;
  if (status >= 200 && status < 300)
    return { kind: 'ok', data: fromRest(body ?? {}, operation?.success) as JsonObject };
  if (status === 400 && Array.isArray(body?.errors)) return { kind: 'invalid', errors: body.errors };
  return { kind: kindOf((failure) => failure.status === status) ?? `status ${status}`, message: body?.error };
}

/** The answer of one root field. */
export function observeGraphQL({ json, status }: AnsweredCall, field: string): ObservedAnswer {
  const body = json as Loose;
  const data = body?.data?.[field];
  if (data?.success === false) return { kind: 'invalid', errors: data.errors ?? [], listedIn: 'payload' };
  if (data !== null && data !== undefined) return { kind: 'ok', data };
  const error = body?.errors?.[0];
  const code = error?.extensions?.code;
  if (code === 'VALIDATION_FAILED') return invalidRequest(error.extensions.errors ?? []);
  const kind = kindOf((failure) => failure.code === code) ?? `status ${status}, code ${code}`;
  return { kind, message: error?.message };
}

const invalidRequest = (errors: readonly ObservedError[]): ObservedAnswer => ({
  kind: 'invalid',
  errors,
  listedIn: errors.some(({ variable }) => variable !== undefined) ? 'variables' : 'request',
});

const kindOf = (matches: (failure: (typeof EXPECTED_FAILURES)[ExpectedFailure]) => boolean) =>
  Object.entries(EXPECTED_FAILURES).find(([, failure]) => matches(failure))?.[0];

/** The labels of an answer in the report: each code of a validation failure, else `success` or the status on REST. */
export function labelsOf({ kind, errors }: ObservedAnswer): string[] {
  if (errors) return [...new Set(errors.map(({ code }) => String(code)))];
  if (kind === 'ok') return ['success'];
  return [Object.hasOwn(EXPECTED_FAILURES, kind) ? String(EXPECTED_FAILURES[kind as ExpectedFailure].status) : kind];
}
