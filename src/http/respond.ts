// JSON responses: for each failure in the table (section 7), and for health checks.
import { Response } from '@whatwg-node/fetch';
import { FAILURES, type Failure } from '../operation/failures.ts';
import {
  headersOfFailure,
  messageOf,
  UNAVAILABLE,
  unavailable,
} from '../operation/operation-failure.ts';
import { type Spelling, spellErrors } from '../operation/spelling.ts';
import { DOCS_PATHS, HEALTH_PATHS } from '../paths.ts';

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON text. */
export const respondText = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  new Response(text, {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
    },
  });

export const respond = ({ status, body, headers }: Reply) =>
  respondText(status, JSON.stringify(body), headers);

/** The response of a failure; `spelling` names its fields as the client wrote them. */
export const respondFailure = (failure: Failure, spelling?: Spelling) =>
  respond({
    status: FAILURES[failure.kind].status,
    body: failureBody(failure, spelling),
    headers: headersOfFailure(failure),
  });

/** 404 for a path that doesn't exist. Unknown IDs have the same message, so a header links to the list of paths. */
export function respondUnknownPath(): Response {
  const response = respondFailure({ kind: 'notFound' });
  response.headers.set('Link', `<${DOCS_PATHS.rest}>; rel="help"`);
  return response;
}

function failureBody(failure: Failure, spelling: Spelling | undefined): Reply['body'] {
  if (failure.kind === 'invalid')
    return { success: false, errors: spellErrors(failure.errors, spelling) };
  const error = messageOf(failure);
  // Section 7 adds a code to the message for this failure only.
  return failure.kind === 'unauthenticated'
    ? { error, code: FAILURES.unauthenticated.code }
    : { error };
}

const READ_METHODS = ['GET', 'HEAD'];

export const isRead = ({ method }: Request) => READ_METHODS.includes(method);

/** A HEAD request as GET; the body is dropped when the response is sent. */
export const asGet = (request: Request) =>
  request.method === 'HEAD'
    ? new Request(request.url, { headers: request.headers })
    : request;

/** 405 with `Allow`, for paths that can't be written. */
export const rejectWrite = () =>
  respondFailure({ kind: 'methodNotAllowed', allow: READ_METHODS });

/**
 * Whether the process is up, and what runs (`/healthz`), and whether it accepts requests (`/readyz`); outside the API
 * base, without a token. `stopping` is aborted early in a stop, because load balancers need time to notice; `failures`
 * keeps the cause of a 503 for the log.
 */
export const respondHealth =
  (build: object, isReady: () => Promise<unknown>, stopping: AbortSignal | undefined) =>
  async (
    request: Request,
    { url, failures }: { readonly url: URL; readonly failures: Failure[] },
  ): Promise<Response> => {
    if (!isRead(request)) return rejectWrite();
    if (url.pathname === HEALTH_PATHS.up)
      return respond({ status: 200, body: { status: 'up', ...build } });
    if (stopping?.aborted) return notReady('stopping');
    try {
      await isReady();
      return respond({ status: 200, body: { status: 'ready' } });
    } catch (error) {
      failures.push(unavailable(error));
      return notReady('database unavailable');
    }
  };

const notReady = (status: string) =>
  respond({ status: 503, body: { status }, headers: headersOfFailure(UNAVAILABLE) });
