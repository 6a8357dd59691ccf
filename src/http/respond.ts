// JSON responses, the response of each failure from the table of failures (section 7), and which requests only read.
import { Response } from '@whatwg-node/fetch';
import { FAILURES, type Failure, headersOfFailure } from '../operation/failure.ts';
import { DOMAIN_SPELLING, type Spelling, spellErrors } from '../operation/spelling.ts';

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers are copied: those of a response are written to later. */
export const respond = ({ status, body, headers }: Reply): Response =>
  Response.json(body, { status, headers: { ...headers } });

/** The response of a failure; `spelling` names its fields as the client wrote them. */
export const respondFailure = (failure: Failure, spelling: Spelling = DOMAIN_SPELLING): Response =>
  respond({
    status: FAILURES[failure.kind].status,
    body: failureBody(failure, spelling),
    headers: headersOfFailure(failure),
  });

function failureBody(failure: Failure, spelling: Spelling): Reply['body'] {
  if (failure.kind === 'invalid') return { success: false, errors: spellErrors(failure.errors, spelling) };
  const { message, code } = FAILURES[failure.kind];
  // Section 7 has a code beside the sentence for this failure alone.
  return failure.kind === 'unauthenticated' ? { error: message, code } : { error: message };
}

const READ_METHODS = ['GET', 'HEAD'];

export const isRead = ({ method }: Pick<Request, 'method'>): boolean => READ_METHODS.includes(method);

/** 405 with `Allow`, where nothing can be written. */
export const refuseWrite = (): Response => respondFailure({ kind: 'methodNotAllowed', allow: READ_METHODS });
