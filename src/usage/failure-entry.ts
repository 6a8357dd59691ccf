// Turns a failed request into what its owner reads in the dashboard: where it went and why, without a token, a query or
// a message, which may quote the request.
import { hash } from 'node:crypto';
import type { Surface } from '../../prisma/generated/client/enums.ts';
import type { FinishedRequest } from '../gate/finished-request.ts';
import { clientText } from '../gate/log-request.ts';
import { FAILURES, type Failure } from '../operation/failures.ts';
import { DOMAIN_SPELLING, spelledField } from '../operation/spelling.ts';

/** A code, which has a message in its table, and the field that it concerns. */
export interface EntryError {
  readonly code: string;
  readonly field?: string;
  /** Why access was denied, the only code with several reasons. */
  readonly message?: string;
}

/** What is kept of each request. */
export interface KeptRequest {
  readonly requestId: string;
  /** ISO 8601, by the node's clock. */
  readonly at: string;
  readonly path: string;
}

/** A failed request as it was sent. */
export interface FailureEntry {
  readonly requestId: string;
  /** The first failure's status in the table of failures. */
  readonly status: number;
  /** The HTTP status sent: 200 for most GraphQL errors. */
  readonly sentStatus: number;
  /** The names of the operations that failed; empty if none was reached. */
  readonly operation: string;
  readonly errors: readonly EntryError[];
  readonly method: string;
  readonly path: string;
  /** The version that was applied. */
  readonly version: string;
}

const MAX_ENTRY_ERRORS = 10;
/** In characters; columns' own limits are in the database schema. */
const MAX_LENGTH = { method: 20, path: 300, field: 100 };

/** With `{id}` for each number. */
const templateOf = (path: string) => path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}');

/** Of requests that differ only in time and numbers: IDs in the path, positions in a list. */
export function kindOf(surface: Surface, entry: FailureEntry) {
  const { requestId: _, path, errors, ...others } = entry;
  const fields = JSON.stringify(errors).replaceAll(/\d+/g, '0');
  return hash('sha256', JSON.stringify([surface, templateOf(path), fields, others]), 'hex');
}

/** The path of requests of one kind. */
export const commonPath = (older: string, newer: string) =>
  older === newer ? newer : templateOf(newer);

/** A GraphQL request failed if any of its operations failed, even with status 200. */
export function failureEntry(finished: FinishedRequest): FailureEntry {
  const { requestId, status: sentStatus, code = '', failures, spelling } = finished;
  const [first] = failures;
  const operations = failures.flatMap(({ operation }) => operation ?? []);
  const errors = failures.flatMap(({ failure }) => failureErrors(failure, spelling));
  return {
    requestId,
    status: first ? FAILURES[first.failure.kind].status : sentStatus,
    sentStatus,
    operation: [...new Set(operations)].join(', '),
    errors: first ? errors.slice(0, MAX_ENTRY_ERRORS) : [{ code }],
    method: finished.method.slice(0, MAX_LENGTH.method),
    path: clientText(finished.url.pathname, MAX_LENGTH.path),
    version: finished.version ?? '',
  };
}

function failureErrors(failure: Failure, spelling = DOMAIN_SPELLING): EntryError[] {
  const { kind } = failure;
  if (kind === 'invalid')
    return failure.errors.slice(0, MAX_ENTRY_ERRORS).map((error) => ({
      field: clientText(spelledField(error, spelling), MAX_LENGTH.field),
      code: error.code,
    }));
  const { code } = FAILURES[kind];
  if (kind !== 'forbidden') return [{ code }];
  const { permission } = failure;
  const message = permission
    ? `You lack the permission to ${permission.toLowerCase()}`
    : 'The resource belongs to another owner';
  return [{ code, message }];
}
