// What is kept of a request that was refused: where it went and why, without a token, a query or a value, each text with a bound.
import { clientText } from '../gate/client-text.ts';
import { type Exchange, failuresOf } from '../gate/exchange.ts';
import { codeOfStatus, FAILURES, type Failure } from '../operation/failure.ts';
import { type Spelling, spellErrors } from '../operation/spelling.ts';

/** A code, the field that it concerns, and the message unless it follows from the code; never a value. */
export interface EntryError {
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}

export interface Verdict {
  /** 200 where no operation was refused; else the status of the first failure in the table of failures. */
  readonly status: number;
  /** The names of the operations that failed; empty where none was reached. */
  readonly operation: string;
  readonly errors: readonly EntryError[];
}

/** The request as it was sent; `version` is the one that was applied. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly version: string;
}

const MAX_ERRORS = 10;
/** In characters; those of columns are in the schema of the database. */
const MAX_LENGTH = { method: 20, path: 300, field: 100, message: 200 };
const OK = 200;

export const DONE: Verdict = { status: OK, operation: '', errors: [] };

/** A request over GraphQL is refused where any of its operations was, though the status of its answer may be 200. */
export function verdict(exchange: Exchange, httpStatus: number, spelling: (operation: string) => Spelling): Verdict {
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
  if (!refusal) return { status, operation: '', errors: statusErrors(status) };
  const { fields = [refusal] } = refusal;
  return { status, operation: '', errors: fields.slice(0, MAX_ERRORS).map(storable) };
}

export const sent = ({ method }: Request, { url }: Exchange, version: string): Sent => ({
  method: method.slice(0, MAX_LENGTH.method),
  path: clientText(url.pathname, MAX_LENGTH.path),
  version,
});

function failureErrors(failure: Failure, spelling: Spelling): EntryError[] {
  const { kind } = failure;
  if (kind === 'invalid') return spellErrors(failure.errors.slice(0, MAX_ERRORS), spelling).map(storable);
  const { code } = FAILURES[kind];
  return [kind === 'forbidden' ? { code, message: whyForbidden(failure) } : { code }];
}

const whyForbidden = ({ permission }: Extract<Failure, { kind: 'forbidden' }>) =>
  permission
    ? `The user of the token has no permission to ${permission.toLowerCase()}`
    : 'The resource belongs to somebody else';

function statusErrors(status: number): EntryError[] {
  const code = codeOfStatus(status);
  return code ? [{ code }] : [];
}

/** The ends of messages of parsers that repeat a value of the request. */
const VALUE = /(?:[,:] found|(?<=\bvalue):|(?<=\binvalid value)|(?<=\bUnexpected (?:Block)?String)) .*$/s;

const storable = ({ code, field, message }: { code: string; field?: string; message?: string }): EntryError => ({
  code,
  ...(field !== undefined && { field: clientText(field, MAX_LENGTH.field) }),
  ...(message !== undefined && { message: clientText(message.replace(VALUE, ''), MAX_LENGTH.message) }),
});
