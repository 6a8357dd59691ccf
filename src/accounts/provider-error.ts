// The faults of a sign-in at a provider, and what the errors of the library openid-client say of them.

/**
 * away: no answer in time, or none of a provider; invalid: an answer that can't be verified, or a refusal of this service itself;
 * stale: a code that was used, or is not one of this sign-in; refused: the person or the provider has said no; otherIssuer: an
 * answer of another provider; notFresh: the person did not sign in at the provider since the redirect to it. unverified, unknown,
 * disabled: the person is signed in there, and here is no address that counts, no user, or a disabled one.
 */
export type ProviderFault =
  | 'away'
  | 'invalid'
  | 'stale'
  | 'refused'
  | 'otherIssuer'
  | 'notFresh'
  | 'unverified'
  | 'unknown'
  | 'disabled';

/** A sign-in at a provider failed; the message is for the log, without a value that the provider has sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  readonly fault: ProviderFault;
  /** Whom the sign-in was refused, as far as it is known. */
  readonly person: { readonly email?: string; readonly userId?: number };

  constructor(fault: ProviderFault, message: string = fault, person: ProviderError['person'] = {}) {
    super(message);
    this.fault = fault;
    this.person = person;
  }
}

/** Codes of the library for answers that are well-formed, and wrong. */
const INVALID = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** An `error` of RFC 6749 or OpenID Connect; any other text may be of a stranger. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { name, code, error: sent = '' } = error as { name?: string; code?: string; error?: string };
  const message = [reasonOf(error), ERROR_CODE.test(sent) && sent].filter(Boolean).join(': ');
  if (name === 'AuthorizationResponseError') return new ProviderError('refused', message);
  if (sent === 'invalid_grant') return new ProviderError('stale', message);
  const isInvalid = sent !== '' || name === 'WWWAuthenticateChallengeError' || INVALID.has(code ?? '');
  return new ProviderError(isInvalid ? 'invalid' : 'away', message);
}

/** The messages of an error and its causes, but those of a parser, which repeat what was sent. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && !(at instanceof SyntaxError); at = at.cause) messages.push(at.message);
  return [...new Set(messages)].join(': ');
}
