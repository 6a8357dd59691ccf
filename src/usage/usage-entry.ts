// Turns a finished request into its usage entry; for a failed one, where it went and why, without a token, query or
// value.
import type { Surface as SurfaceName } from '../../prisma/generated/client/enums.ts';
import { type Exchange, failuresOf } from '../gate/exchange.ts';
import { clientText } from '../gate/log-request.ts';
import { codeOfStatus, FAILURES, type Failure } from '../operation/failure.ts';
import { isRehearsed } from '../operation/rehearsal.ts';
import { type Spelling, spellErrors } from '../operation/spelling.ts';

/** A code, the field it concerns, and the message unless it follows from the code; never a value. */
export interface EntryError {
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}

interface Verdict {
  /** 200 if no operation failed; otherwise the first failure's status in the table of failures. */
  readonly status: number;
  /** The names of the operations that failed; empty if none was reached. */
  readonly operation: string;
  readonly errors: readonly EntryError[];
}

export interface UsageEntry extends Verdict {
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
  request: Request,
  exchange: Exchange,
  httpStatus: number,
  at = new Date(),
): UsageEntry | undefined {
  const { admission, surface, requestId } = exchange;
  if (!admission?.caller || !surface || isRehearsed(exchange.rehearsal)) return undefined;
  const { version } = admission;
  const end = request.signal.aborted
    ? DONE
    : verdict(exchange, httpStatus, (operation) => surface.spelling(version, operation));
  return {
    requestId,
    tokenId: admission.caller.tokenId,
    surface: surface.name,
    at,
    address: exchange.address,
    agent: exchange.agent,
    sentInUrl: admission.credentialSource === 'query',
    ...end,
    ...(end.status >= 400 && {
      sentStatus: httpStatus,
      method: request.method.slice(0, MAX_LENGTH.method),
      path: clientText(exchange.url.pathname, MAX_LENGTH.path),
      version,
    }),
  };
}

const MAX_ERRORS = 10;
/** In characters; columns' own limits are in the database schema. */
const MAX_LENGTH = { method: 20, path: 300, field: 100, message: 200 };
const OK = 200;

const DONE: Verdict = { status: OK, operation: '', errors: [] };

/** A GraphQL request failed if any of its operations failed, even with status 200. */
function verdict(
  exchange: Exchange,
  httpStatus: number,
  spelling: (operation: string) => Spelling,
): Verdict {
  const { refusal } = exchange;
  const failed = failuresOf(exchange);
  const [first] = failed;
  if (first) {
    return {
      status: FAILURES[first.failure.kind].status,
      operation: [...new Set(failed.map(({ operation }) => operation))].join(', '),
      errors: failed
        .flatMap(({ operation, failure }) => failureErrors(failure, spelling(operation)))
        .slice(0, MAX_ERRORS),
    };
  }
  const status = httpStatus >= 400 ? httpStatus : (refusal?.status ?? OK);
  const code = codeOfStatus(status);
  const errors = refusal ? (refusal.fields ?? [refusal]) : code ? [{ code }] : [];
  return { status, operation: '', errors: errors.slice(0, MAX_ERRORS).map(storable) };
}

function failureErrors(failure: Failure, spelling: Spelling): EntryError[] {
  const { kind } = failure;
  if (kind === 'invalid')
    return spellErrors(failure.errors.slice(0, MAX_ERRORS), spelling).map(storable);
  const { code } = FAILURES[kind];
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

const storable = ({
  code,
  field,
  message,
}: {
  code: string;
  field?: string;
  message?: string;
}): EntryError => ({
  code,
  ...(field !== undefined && { field: clientText(field, MAX_LENGTH.field) }),
  ...(message !== undefined && {
    message: clientText(message.replace(VALUE, ''), MAX_LENGTH.message),
  }),
});
