// The errors of a sign-in at a provider.
import { cut } from '../text.ts';

/**
 * - away: no response in time, or none from a provider.
 * - invalid: a response that can't be verified, or one that rejects this service itself.
 * - badIdToken: an ID token whose signature or claims fail their check.
 * - stale: a sign-in that has ended, or isn't from this browser.
 * - badCode: the provider rejected the code.
 * - refused: the user or the provider declined.
 * - otherIssuer: a response from another provider.
 * - notFresh: the user did not sign in at the provider since the redirect to it.
 * - noEmail, unstated, unverified: the user is signed in there, but the provider sends no e-mail address, doesn't say
 *   whether it has verified it, or says that it hasn't.
 * - unknown, disabled: the user has no account here, or a disabled one.
 */
export type ProviderFailure =
  | 'away'
  | 'invalid'
  | 'badIdToken'
  | 'stale'
  | 'badCode'
  | 'refused'
  | 'otherIssuer'
  | 'notFresh'
  | 'noEmail'
  | 'unstated'
  | 'unverified'
  | 'unknown'
  | 'disabled';

/** A sign-in at a provider failed; the message is for the log, without any value the provider sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  readonly failure: ProviderFailure;
  /** Whose sign-in failed, as far as known. */
  readonly person: { readonly email?: string; readonly userId?: number };

  constructor(
    failure: ProviderFailure,
    message: string = failure,
    person: ProviderError['person'] = {},
  ) {
    super(message);
    this.failure = failure;
    this.person = person;
  }
}

/** The library's codes for well-formed but wrong responses. */
const INVALID = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** What the library says of an ID token. */
const ID_TOKEN = /\bID Token\b|\bJWT\b(?! UserInfo)/;

/** An `error` of RFC 6749 or OpenID Connect; other strings may come from anyone. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { name, code, error: sent = '' } = Object(error);
  const message = [reasonOf(error), ERROR_CODE.test(sent) && sent].filter(Boolean).join(': ');
  if (name === 'AuthorizationResponseError') return new ProviderError('refused', message);
  if (sent === 'invalid_grant') return new ProviderError('badCode', message);
  if (ID_TOKEN.test(message)) return new ProviderError('badIdToken', message);
  const isInvalid =
    sent !== '' || name === 'WWWAuthenticateChallengeError' || INVALID.has(code);
  return new ProviderError(isInvalid ? 'invalid' : 'away', message);
}

/** The messages of an error and its causes, except a JSON parser's, which quote what it read. */
function reasonOf(error: unknown) {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && !(at instanceof SyntaxError); at = at.cause)
    messages.push(at.message, ...differentIssuers(at.cause));
  return [...new Set(messages)].join(': ');
}

/** Both values of an issuer that differs, often by a slash at its end: neither is secret. */
function differentIssuers(cause: unknown) {
  const { attribute, expected, body } = Object(cause);
  if (attribute !== 'issuer') return [];
  const names = cut(JSON.stringify(body?.issuer) ?? 'none');
  return [`OIDC_ISSUER is ${JSON.stringify(expected)}, but the provider names ${names}`];
}
