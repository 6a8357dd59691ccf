// The errors of a sign-in at a provider.
import { cut } from '../text.ts';

/**
 * - away: no response in time, or none from a provider.
 * - invalid: a response that can't be verified, or one that rejects this service itself.
 * - misconfigured: the provider rejected what this service asked for, or failed.
 * - badIdToken: an ID token whose signature or claims fail their check.
 * - stale: a sign-in that has ended.
 * - elsewhere: one that isn't from this browser, as far as its cookies say.
 * - badCode: the provider rejected the code.
 * - refused: the user declined, or has to do something at the provider first.
 * - otherIssuer: a response from another provider.
 * - notFresh: the user did not sign in at the provider since the redirect to it.
 * - untimed: the provider doesn't say when the user signed in.
 * - noEmail, unstated, unverified: the user is signed in there, but the provider sends no e-mail address, doesn't say
 *   whether it has verified it, or says that it hasn't.
 * - unknown, disabled: the user has no account here, or a disabled one.
 */
export type ProviderFailure =
  | 'away'
  | 'invalid'
  | 'badIdToken'
  | 'misconfigured'
  | 'stale'
  | 'elsewhere'
  | 'badCode'
  | 'refused'
  | 'otherIssuer'
  | 'notFresh'
  | 'untimed'
  | 'noEmail'
  | 'unstated'
  | 'unverified'
  | 'unknown'
  | 'disabled';

/** A sign-in at a provider failed; the message is for the log, without personal data that the provider sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  readonly failure: ProviderFailure;
  /** Whose sign-in failed, as far as known. */
  readonly person: {
    readonly email?: string;
    /** Of the account at the provider. */
    readonly subject?: string;
    readonly userId?: number;
  };
  /** What the log counts together; one of a few, whatever a client or the provider sends. */
  readonly topic: string;

  constructor(
    failure: ProviderFailure,
    message: string = failure,
    person: ProviderError['person'] = {},
    topic: string = failure,
  ) {
    super(message);
    this.failure = failure;
    this.person = person;
    this.topic = topic;
  }
}

/** What the library says of an ID token. */
const ID_TOKEN = /\bID Token\b|\bJWT\b(?! UserInfo)/;

/** The library's codes, all of which but two are about a response. */
const IS_ANSWERED = /^OAUTH_(?!TIMEOUT$|ABORT$)/;

/** An `error` of RFC 6749 or OpenID Connect; other strings may come from anyone. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

export function providerErrorOf(error: unknown) {
  if (error instanceof ProviderError) return error;
  const { name, code, error: sent = '' } = Object(error);
  if (name === 'AuthorizationResponseError') return deniedSignIn(error);
  const response = responseOf(error);
  const message = [
    response && returned(response),
    reasonOf(error),
    ERROR_CODE.test(sent) && sent,
  ]
    .filter(Boolean)
    .join(': ');
  if (sent === 'invalid_grant') return new ProviderError('badCode', message);
  if (ID_TOKEN.test(message)) return new ProviderError('badIdToken', message);
  const isInvalid = response !== undefined || IS_ANSWERED.test(code);
  const topic = response && `${response.url} ${response.status}`;
  return new ProviderError(isInvalid ? 'invalid' : 'away', message, {}, topic ?? code);
}

/** The errors that end a user's own attempt (RFC 6749, section 4.1.2.1; OpenID Connect Core 1.0, section 3.1.2.6). */
const OF_USERS = [
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

const FLOW = 'Allow the authorization code flow for this client at the provider';

/** What operators check, by the error that the provider's page leads back with. */
const ADVICE = new Map([
  ['invalid_scope', 'Allow the scopes openid and email for this client at the provider'],
  ['unauthorized_client', FLOW],
  ['unsupported_response_type', FLOW],
  [
    'invalid_request',
    'Compare OIDC_CLIENT_ID and the redirect URI with those at the provider',
  ],
]);

/** In characters. */
const MAX_DESCRIPTION = 300;

/** E-mail addresses, and names in quotes, even if cut. Its time grows with the square of the length. */
const PERSONAL = /\S*(?:@\S*|…$)|(["'`])[^"'`]*(?:\1|…$)/g;

/** The error with which the provider's page leads back, which a client can change. */
function deniedSignIn(error: unknown) {
  const { error: sent = '', error_description: description = '' } = Object(error);
  const code = ERROR_CODE.test(sent) ? sent : 'an unknown error';
  if (OF_USERS.includes(code)) return new ProviderError('refused', code);
  const advice = ADVICE.get(code) ?? 'See the log of the provider';
  const text = cut(description, MAX_DESCRIPTION).replaceAll(PERSONAL, '…');
  const message = `the provider returned ${[code, text].filter(Boolean).join(': ')}. ${advice}.`;
  const topic = `misconfigured ${ADVICE.has(code) ? code : ''}`;
  return new ProviderError('misconfigured', message, {}, topic);
}

/** An error and its causes, the last of which may be anything. */
const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [error];

/** The provider's response in an error and its causes. */
const responseOf = (error: unknown) =>
  causesOf(error)
    .flatMap((cause) => [Object(cause).response, cause])
    .find((one) => one instanceof Response);

const returned = ({ url, status, headers }: Response) =>
  `${url} returned ${status} with ${headers.get('content-type') ?? 'no content type'}, expected status 200 and JSON`;

const reasonOf = (error: unknown) =>
  [...new Set(causesOf(error).flatMap(messagesOf))].join(': ');

/** The message of a cause, except a JSON parser's, which quotes what it read; an endpoint; issuers that differ. */
function messagesOf(cause: unknown) {
  if (cause instanceof SyntaxError) return [];
  if (cause instanceof Error) return [cause.message];
  if (cause instanceof URL) return [cause.origin + cause.pathname];
  const { attribute, expected, body } = Object(cause);
  return attribute === 'issuer' ? [differentIssuer(expected, body?.issuer)] : [];
}

/** Names both, which often differ by a slash at their end: neither is secret. */
export function differentIssuer(own: string, named: unknown) {
  const names = cut(JSON.stringify(named) ?? 'none');
  const advice = names.includes('{tenantid}')
    ? '; set the one with the ID of your tenant'
    : '';
  return `OIDC_ISSUER is ${JSON.stringify(own)}, but the provider names ${names}${advice}`;
}
