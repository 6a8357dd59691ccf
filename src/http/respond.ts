// From results to REST responses: every failure has its status, body and headers (section 7).
import { Response } from '@whatwg-node/fetch';
import { FAILURE_MESSAGES, type Failure, type FieldPath, INTERNAL_MESSAGE } from '../operation/failure.ts';
import { wireField } from '../rest/wire.ts';

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const respond = ({ status, body, headers = {} }: Reply): Response => Response.json(body, { status, headers });

/** The response of a failure. `spell` names its fields in the version of the request. */
export const respondFailure = (failure: Failure, spell: Spell = wireField) => respond(replyOf(failure, spell));

export const respondInternalError = () => respond({ status: 500, body: { error: INTERNAL_MESSAGE } });

type Spell = (path: FieldPath) => string;

function replyOf(failure: Failure, spell: Spell): Reply {
  if (failure.kind === 'invalid') {
    const errors = failure.errors.map(({ path, code, message }) => ({ field: spell(path), code, message }));
    return { status: 400, body: { success: false, errors } };
  }
  const error = FAILURE_MESSAGES[failure.kind];
  switch (failure.kind) {
    case 'unauthenticated':
      return { status: 401, body: { error, code: 'AUTH_INVALID_TOKEN' }, headers: { 'WWW-Authenticate': 'Bearer' } };
    case 'forbidden':
      return { status: 403, body: { error } };
    case 'notFound':
      return { status: 404, body: { error } };
    case 'methodNotAllowed':
      return { status: 405, body: { error }, headers: { Allow: failure.allow.join(', ') } };
    case 'tooLarge':
      return { status: 413, body: { error } };
    case 'throttled':
      return { status: 429, body: { error }, headers: { 'Retry-After': String(failure.retryAfterSeconds) } };
    case 'unavailable':
      return { status: 503, body: { error }, headers: { 'Retry-After': String(failure.retryAfterSeconds) } };
  }
}
