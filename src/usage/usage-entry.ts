// From an answered request to what the usage counters keep of it: which token, which surface, and why it was refused.

import type { Exchange } from '../gate/exchange.ts';
import { describe } from '../graphql/failures.ts';
import type { Failure, FieldPath } from '../operation/failure.ts';
import { spellField } from '../operation/field-errors.ts';
import { type ApiVersions, changesFor } from '../rest/version-change.ts';
import { fieldAsSent } from '../rest/versioned-fields.ts';
import type { Call, CallError } from './call.ts';

const MAX_ERRORS = 10;
const MAX_FIELD_LENGTH = 100;
const OK = 200;

const SURFACES = { rest: 'REST', graphql: 'GRAPHQL' } as const;

/** Absent where no token was known: a 401 is nobody's call. */
export function finishedCall(exchange: Exchange, httpStatus: number, versions: ApiVersions): Call | undefined {
  const { admission, surface, requestId } = exchange;
  if (!admission?.caller || !surface) return undefined;
  return {
    requestId,
    tokenId: admission.caller.tokenId,
    surface: SURFACES[surface],
    at: new Date(),
    sentInUrl: admission.credentialSource === 'query',
    ...verdict(exchange, httpStatus, versions),
  };
}

type Verdict = Pick<Call, 'status' | 'operation' | 'errors'>;

/** A request over GraphQL is refused where any of its operations was, though the status of its answer may be 200. */
function verdict(
  { surface, admission, outcomes, refusal }: Exchange,
  httpStatus: number,
  versions: ApiVersions,
): Verdict {
  const version = admission?.version ?? versions.newest();
  const spell = (operation: string) => (path: FieldPath) =>
    surface === 'graphql' ? spellField(path) : fieldAsSent(changesFor(versions, version, operation), path);
  const failed = outcomes.flatMap(({ operation, failure }) => (failure ? [{ operation, failure }] : []));
  if (admission?.failure) failed.push({ operation: '', failure: admission.failure });
  const [first] = failed;
  if (first) {
    return {
      status: describe(first.failure).http.status,
      operation: [...new Set(failed.map(({ operation }) => operation))].join(', '),
      errors: failed.flatMap(({ operation, failure }) => errorsOf(failure, spell(operation))).slice(0, MAX_ERRORS),
    };
  }
  const status = httpStatus >= 400 ? httpStatus : (refusal?.status ?? OK);
  return { status, operation: '', errors: refusal ? [{ code: refusal.code }] : codesOf(status) };
}

function errorsOf(failure: Failure, spell: (path: FieldPath) => string): CallError[] {
  if (failure.kind !== 'invalid') return [{ code: describe(failure).extensions.code }];
  return failure.errors.map(({ path, code }) => ({ code, field: storable(spell(path)) }));
}

const CODES: Partial<Record<number, string>> = { 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED', 500: 'INTERNAL' };

const codesOf = (status: number): CallError[] => {
  const code = CODES[status];
  return code ? [{ code }] : [];
};

/** A field may be a name that a client made up: of any length, with characters that the database refuses. */
const storable = (field: string) => field.slice(0, MAX_FIELD_LENGTH).toWellFormed().replaceAll('\0', '\uFFFD');
