// What an answer of either surface says, in one form that can be compared.
import type { Exchange } from '../exchange/client.ts';
import type { JsonObject } from '../expect/outcome.ts';

interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface Outcome {
  /** `ok`, `invalid`, or the kind of another failure. */
  readonly kind: string;
  /** What was answered, where it is ok. */
  readonly data?: JsonObject;
  /** What is wrong with the input, where it is invalid. */
  readonly errors?: readonly FieldError[];
  /** Where GraphQL says so: as data of the payload, or in an error about its variables. */
  readonly place?: 'payload' | 'variables';
  /** The sentence of any other failure. */
  readonly message?: unknown;
}

const KINDS_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  413: 'tooLarge',
  429: 'throttled',
};

const KINDS_BY_CODE: Readonly<Record<string, string>> = {
  AUTH_INVALID_TOKEN: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
  METHOD_NOT_ALLOWED: 'methodNotAllowed',
  PAYLOAD_TOO_LARGE: 'tooLarge',
  RATE_LIMITED: 'throttled',
};

// Answers are untrusted JSON: they are looked into without a type.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;

export function restOutcome({ status, json }: Exchange): Outcome {
  const body = json as Loose;
  if (status >= 200 && status < 300) return { kind: 'ok', data: body ?? {} };
  if (status === 400 && Array.isArray(body?.errors)) return { kind: 'invalid', errors: body.errors };
  return { kind: KINDS_BY_STATUS[status] ?? `status ${status}`, message: body?.error };
}

export function graphqlOutcome({ json, status }: Exchange, field: string): Outcome {
  const body = json as Loose;
  const data = body?.data?.[field];
  if (data?.success === false) return { kind: 'invalid', errors: data.errors ?? [], place: 'payload' };
  if (data !== null && data !== undefined) return { kind: 'ok', data };
  const error = body?.errors?.[0];
  const code = error?.extensions?.code;
  if (code === 'VALIDATION_FAILED') {
    return { kind: 'invalid', errors: error.extensions.errors ?? [], place: 'variables' };
  }
  return { kind: KINDS_BY_CODE[code] ?? `status ${status}, code ${code}`, message: error?.message };
}

/** What the case is counted under: each code of a validation failure, or the status that REST has for it. */
export function labelsOf(outcome: Outcome): string[] {
  if (outcome.errors) return [...new Set(outcome.errors.map(({ code }) => String(code)))];
  if (outcome.kind === 'ok') return ['success'];
  const status = Object.entries(KINDS_BY_STATUS).find(([, kind]) => kind === outcome.kind)?.[0];
  return [status ?? outcome.kind];
}
