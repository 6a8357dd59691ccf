// From an answered request to its usage entry: the token, the surface, and the reasons of a refusal.
import type { Surface as SurfaceName } from '../../prisma/generated/client/enums.ts';
import { type Exchange, failuresOf, isReplay } from '../gate/exchange.ts';
import { codeOfStatus, FAILURES, type Failure } from '../operation/failure.ts';
import type { Spelling } from '../operation/field-errors.ts';
import { isRehearsed } from '../operation/rehearsal.ts';

/** One answered request of a known token. */
export interface UsageEntry {
  readonly requestId: string;
  readonly tokenId: number;
  readonly surface: SurfaceName;
  readonly at: Date;
  /** Whether the token stood in the URL, where logs and histories keep it. */
  readonly sentInUrl: boolean;
  /** 200 where no operation was refused; else the status of the first failure in the table of failures. */
  readonly status: number;
  /** The names of the operations that failed; empty where none was reached. */
  readonly operation: string;
  readonly errors: readonly EntryError[];
  /** Whether a write of it was answered from an earlier request (D40). */
  readonly replayed: boolean;
  /** The names of the operations that ran. */
  readonly operations: readonly string[];
}

/** A code, and the field that it concerns; never a value. */
export interface EntryError {
  readonly code: string;
  readonly field?: string;
}

/** Refused: the client was at fault. A status from 500 on is a fault of the service. */
export const isRefused = (status: number) => status >= 400 && status < 500;

export const THROTTLED = FAILURES.throttled.status;

const MAX_ERRORS = 10;
const MAX_FIELD_LENGTH = 100;
const OK = 200;

/** Absent for a request without a known token: it belongs to no user; for a rehearsed failure (D47). One whose client went away is not refused (D43). */
export function usageEntry(
  { signal }: Request,
  exchange: Exchange,
  httpStatus: number,
  at = new Date(),
): UsageEntry | undefined {
  const { admission, surface, requestId } = exchange;
  if (!admission?.caller || !surface || isRehearsed(exchange.rehearsal)) return undefined;
  return {
    requestId,
    tokenId: admission.caller.tokenId,
    surface: surface.name,
    at,
    sentInUrl: admission.credentialSource === 'query',
    replayed: isReplay(exchange),
    operations: exchange.outcomes.map(({ operation }) => operation),
    ...(signal.aborted
      ? DONE
      : verdict(exchange, httpStatus, (operation) => surface.spelling(admission.version, operation))),
  };
}

type Verdict = Pick<UsageEntry, 'status' | 'operation' | 'errors'>;

const DONE: Verdict = { status: OK, operation: '', errors: [] };

/** A request over GraphQL is refused where any of its operations was, though the status of its answer may be 200. */
function verdict(exchange: Exchange, httpStatus: number, spelling: (operation: string) => Spelling): Verdict {
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
  const errors = refusal
    ? (refusal.fields?.map(storable).slice(0, MAX_ERRORS) ?? [{ code: refusal.code }])
    : statusErrors(status);
  return { status, operation: '', errors };
}

function failureErrors(failure: Failure, { field }: Spelling): EntryError[] {
  if (failure.kind !== 'invalid') return [{ code: FAILURES[failure.kind].code }];
  return failure.errors.map(({ path, code }) => storable({ code, field: field(path) }));
}

function statusErrors(status: number): EntryError[] {
  const code = codeOfStatus(status);
  return code ? [{ code }] : [];
}

/** A field may be a name that a client made up: of any length, with characters that the database refuses. */
const storable = ({ code, field }: { code: string; field: string }): EntryError => ({
  code,
  field: field.slice(0, MAX_FIELD_LENGTH).toWellFormed().replaceAll('\0', '\uFFFD'),
});
