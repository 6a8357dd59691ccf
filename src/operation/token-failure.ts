// Why a token is rejected: the sentences that a 401 gives in its header WWW-Authenticate.
const SEND_AS = 'Send the token as: Authorization: Bearer svc_...';

/** The `error_description` of a 401. It reveals nothing to a client without the token value. */
export const TOKEN_FAILURES = {
  missing: 'The request has no token',
  notBearer: `The Authorization header does not start with 'Bearer '. ${SEND_AS}`,
  otherHeader: `X-Api-Key is not read. ${SEND_AS}`,
  several: 'The URL has several tokens',
  malformed: 'The token is malformed',
  otherEnvironment: 'The token is for the other environment',
  unknown: 'The token is unknown',
  revoked: 'The token is revoked',
  expired: 'The token has expired',
  disabled: 'The account is disabled',
} as const;

export type TokenFailure = keyof typeof TOKEN_FAILURES;
