// Accounts at sign-in providers (OpenID Connect), the users they sign in, and the errors of such a sign-in.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, act, actOn } from './security-events.ts';
import { deleteSessions } from './sessions.ts';

/** An account at a provider, by the `iss` and `sub` of its ID token. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * The ID of the user an account signs in. On first use it is the user with the e-mail address that the provider has
 * verified, unless another account there signs that user in; users are never created. @throws {ProviderError}
 * unverified, unknown, disabled
 */
export async function findUserOf(
  actor: Actor,
  account: Account,
  verifiedEmail: () => Promise<string | undefined>,
): Promise<number> {
  const user =
    (await findLinked(actor.db, account)) ?? (await link(actor, account, await verifiedEmail()));
  if (user.disabledAt) throw new ProviderError('disabled', undefined, { userId: user.id });
  return user.id;
}

const USER = { id: true, disabledAt: true } as const;

async function findLinked(db: PrismaClient, { issuer, subject }: Account) {
  const where = { issuer_subject: { issuer, subject } };
  return (await db.identity.findUnique({ where, select: { user: { select: USER } } }))?.user;
}

/** A disabled user is found, but not linked. */
async function link(actor: Actor, { issuer, subject }: Account, email: string | undefined) {
  if (email === undefined) throw new ProviderError('unverified');
  const key = claimedKey(email);
  await act(actor, async (tx, note) => {
    const linked = await tx.$queryRaw<{ userId: number }[]>`
      INSERT INTO identities (issuer, subject, user_id)
      SELECT ${issuer}, ${subject}, id FROM users WHERE email = ${key} AND disabled_at IS NULL
      ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`;
    for (const { userId } of linked) await note({ action: 'provider-linked', userId });
  });
  const disabled = { email: key, disabledAt: { not: null }, identities: { none: { issuer } } };
  const user =
    (await findLinked(actor.db, { issuer, subject })) ??
    (await actor.db.user.findUnique({ where: disabled, select: USER }));
  if (!user) throw new ProviderError('unknown', undefined, { email });
  return user;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/**
 * A claimed e-mail address in the form in which accounts store theirs. Only ASCII is lowercased: in Unicode, the Kelvin
 * sign lowercases to `k` too, which could be another user's address. @throws {ProviderError} invalid: control
 * characters
 */
function claimedKey(email: string): string {
  if (CONTROL.test(email))
    throw new ProviderError('invalid', 'control characters in the e-mail address');
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Ends all sessions of the user, whose next sign-in is by a verified e-mail address again, like the first. */
export const unlinkUser = (actor: Actor, userId: number) =>
  actOn(actor, userId, 'provider-unlinked', async (tx) => {
    await deleteIdentities(tx, userId);
    await deleteSessions(tx, userId);
  });

export const deleteIdentities = (tx: Prisma.TransactionClient, userId: number) =>
  tx.identity.deleteMany({ where: { userId } });

/**
 * - away: no response in time, or none from a provider.
 * - invalid: a response that can't be verified, or one that rejects this service itself.
 * - stale: a sign-in that has ended, or isn't from this browser.
 * - badCode: the provider rejected the code.
 * - refused: the user or the provider declined.
 * - otherIssuer: a response from another provider.
 * - notFresh: the user did not sign in at the provider since the redirect to it.
 * - unverified, unknown, disabled: the user is signed in there, but here has no usable address, no account, or a
 *   disabled one.
 */
export type ProviderFault =
  | 'away'
  | 'invalid'
  | 'stale'
  | 'badCode'
  | 'refused'
  | 'otherIssuer'
  | 'notFresh'
  | 'unverified'
  | 'unknown'
  | 'disabled';

/** A sign-in at a provider failed; the message is for the log, without any value the provider sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  readonly fault: ProviderFault;
  /** Whose sign-in failed, as far as known. */
  readonly person: { readonly email?: string; readonly userId?: number };

  constructor(fault: ProviderFault, message: string = fault, person: ProviderError['person'] = {}) {
    super(message);
    this.fault = fault;
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

/** An `error` of RFC 6749 or OpenID Connect; other strings may come from anyone. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const {
    name,
    code,
    error: sent = '',
  } = error as { name?: string; code?: string; error?: string };
  const message = [reasonOf(error), ERROR_CODE.test(sent) && sent].filter(Boolean).join(': ');
  if (name === 'AuthorizationResponseError') return new ProviderError('refused', message);
  if (sent === 'invalid_grant') return new ProviderError('badCode', message);
  const isInvalid =
    sent !== '' || name === 'WWWAuthenticateChallengeError' || INVALID.has(code ?? '');
  return new ProviderError(isInvalid ? 'invalid' : 'away', message);
}

/** The messages of an error and its causes, except a JSON parser's, which quote what it read. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && !(at instanceof SyntaxError); at = at.cause)
    messages.push(at.message);
  return [...new Set(messages)].join(': ');
}
