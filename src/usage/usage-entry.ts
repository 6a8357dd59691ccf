// Turns a finished request into its usage entry; for a failed one, where it went and why, without a token, query or
// value.
import type { Surface as SurfaceName } from '../../prisma/generated/client/enums.ts';
import type { FinishedRequest } from '../gate/finished-request.ts';
import { clientText } from '../gate/log-request.ts';
import { FAILURES, type Failure } from '../operation/failures.ts';
import { type Spelling, spellErrors } from '../operation/spelling.ts';

/** A code, the field it concerns, and the message unless it follows from the code; never a value. */
export interface EntryError {
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}

interface UsageResult {
  /** 200 if no operation failed; otherwise the first failure's status in the table of failures. */
  readonly status: number;
  /** The names of the operations that failed; empty if none was reached. */
  readonly operation: string;
  readonly errors: readonly EntryError[];
}

export interface UsageEntry extends UsageResult {
  readonly requestId: string;
  readonly tokenId: number;
  readonly surface: SurfaceName;
  readonly at: Date;
  /** The client's address, as in the log. */
  readonly address: string;
  readonly agent?: string | undefined;
  /** Whether the token was in the URL, where logs and browser histories keep it. */
  readonly sentInUrl: boolean;
  /** The HTTP status sent for a failed request: 200 for most GraphQL errors. */
  readonly sentStatus?: number;
  /** The failed request as it was sent; `version` is the one that was applied. */
  readonly method?: string;
  readonly path?: string;
  readonly version?: string;
}

/**
 * Absent for a request without a known token, which belongs to no user, and for a rehearsed failure. A request whose
 * client disconnected does not count as failed.
 */
export function usageEntry(
  finished: FinishedRequest,
  at = new Date(),
): UsageEntry | undefined {
  const { caller, api, requestId, address, agent, credentialSource } = finished;
  if (!caller || !api || finished.isRehearsed) return undefined;
  const result = usageResult(finished);
  return {
    requestId,
    tokenId: caller.tokenId,
    surface: api,
    at,
    address,
    agent,
    sentInUrl: credentialSource === 'query',
    ...result,
    ...(result.status >= 400 && {
      sentStatus: finished.status,
      method: finished.method.slice(0, MAX_LENGTH.method),
      path: clientText(finished.url.pathname, MAX_LENGTH.path),
      version: finished.version ?? '',
    }),
  };
}

const MAX_ERRORS = 10;
/** In characters; columns' own limits are in the database schema. */
const MAX_LENGTH = { method: 20, path: 300, field: 100, message: 200 };

/** A GraphQL request failed if any of its operations failed, even with status 200. */
function usageResult(finished: FinishedRequest): UsageResult {
  const { status, isAborted, code, failures, spellingOf } = finished;
  const [first] = failures;
  if (!first)
    return {
      status: isAborted ? 200 : status,
      operation: '',
      errors: code ? [{ code }] : [],
    };
  const operations = failures.flatMap(({ operation }) => operation ?? []);
  return {
    status: FAILURES[first.failure.kind].status,
    operation: [...new Set(operations)].join(', '),
    errors: failures
      .flatMap(({ operation, failure }) => failureErrors(failure, spellingOf?.(operation)))
      .slice(0, MAX_ERRORS),
  };
}

function failureErrors(failure: Failure, spelling: Spelling | undefined): EntryError[] {
  const { kind } = failure;
  if (kind === 'invalid')
    return spellErrors(failure.errors.slice(0, MAX_ERRORS), spelling).map(storable);
  const { code } = FAILURES[kind];
  if ('message' in failure) return [storable({ code, message: failure.message })];
  if (kind !== 'forbidden') return [{ code }];
  const { permission } = failure;
  const message = permission
    ? `You lack the permission to ${permission.toLowerCase()}`
    : 'The resource belongs to another owner';
  return [{ code, message }];
}

/** The end of parser messages that repeat a value of the request. */
const VALUE =
  /(?:[,:] found|(?<=\bvalue):|(?<=\binvalid value)|(?<=\bUnexpected (?:Block)?String)) .*$/s;

const storable = ({ code, field, message }: EntryError): EntryError => ({
  code,
  ...(field !== undefined && { field: clientText(field, MAX_LENGTH.field) }),
  ...(message !== undefined && {
    message: clientText(message.replace(VALUE, ''), MAX_LENGTH.message),
  }),
});
