// Turns a failed request into what its owner reads in the dashboard: where it went and why, without a token, a query or
// a message, which may quote the request.
import { hash } from 'node:crypto';
import type { FailedRequest } from '../../prisma/generated/client/client.ts';
import type { FinishedRequest } from '../gate/finished-request.ts';
import { clientText } from '../gate/log-request.ts';
import { FAILURES, type Failure } from '../operation/failures.ts';
import { DOMAIN_SPELLING, firstErrors } from '../operation/spelling.ts';

/** A code, which has a message in its table, and the field that it concerns. */
export interface EntryError {
  readonly code: string;
  readonly field?: string;
  /** Why access was denied, the only code with several reasons. */
  readonly message?: string;
}

/** What is kept of each request. */
interface KeptRequest {
  readonly requestId: string;
  /** ISO 8601, by the node's clock. */
  readonly at: string;
  readonly path: string;
}

/** How a token was used. */
export type TokenUse = Pick<FailedRequest, 'tokenId' | 'surface' | 'at'>;

/** Requests of one token that differ only in time and numbers: IDs in the path, positions in a list. */
export interface FailedRequests extends Omit<FailedRequest, 'errors' | 'requests'> {
  /** The last one's. */
  readonly errors: readonly EntryError[];
  /** The last ones, latest first. */
  readonly requests: readonly KeptRequest[];
}

const MAX_ENTRY_ERRORS = 10;
/** In characters; columns' own limits are in the database schema. */
export const MAX_LENGTH = { method: 20, path: 300, field: 100 };

/** With `{id}` for each number. */
const templateOf = (path: string) => path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}');

/** The path of requests of one kind. A template may be longer than its path. */
export const commonPath = (older: string, newer: string) =>
  older === newer ? newer : templateOf(newer).slice(0, MAX_LENGTH.path);

/**
 * A request, of whose kind it is the only one so far. A GraphQL request failed if any of its operations failed, even
 * with status 200.
 */
export function failedOnce(finished: FinishedRequest, use: TokenUse) {
  const { requestId, status: sentStatus, code = '', failures, spelling } = finished;
  const [first] = failures;
  const operations = failures.flatMap(({ operation }) => operation ?? []);
  const all = failures.flatMap(({ failure }) => failureErrors(failure, spelling));
  const errors = first ? all.slice(0, MAX_ENTRY_ERRORS) : [{ code }];
  const path = clientText(finished.url.pathname, MAX_LENGTH.path);
  const others = {
    status: first ? FAILURES[first.failure.kind].status : sentStatus,
    sentStatus,
    operation: [...new Set(operations)].join(', '),
    method: finished.method.slice(0, MAX_LENGTH.method),
    version: finished.version ?? '',
  };
  const alike = [use.surface, templateOf(path), withoutNumbers(errors), others];
  return {
    ...use,
    ...others,
    kind: hash('sha256', JSON.stringify(alike), 'hex'),
    times: 1,
    since: use.at,
    errors,
    path,
    requests: [{ requestId, at: use.at.toISOString(), path }],
  };
}

const withoutNumbers = (errors: readonly EntryError[]) =>
  JSON.stringify(errors).replaceAll(/\d+/g, '0');

function failureErrors(failure: Failure, spelling = DOMAIN_SPELLING) {
  const { kind } = failure;
  if (kind === 'invalid')
    return [...firstErrors(failure.errors, spelling)]
      .slice(0, MAX_ENTRY_ERRORS)
      .map(([field, { code }]) => ({ field: clientText(field, MAX_LENGTH.field), code }));
  const { code } = FAILURES[kind];
  if (kind !== 'forbidden') return [{ code }];
  const { permission } = failure;
  const message = permission
    ? `You lack the permission to ${permission.toLowerCase()}`
    : 'The resource belongs to another owner';
  return [{ code, message }];
}
