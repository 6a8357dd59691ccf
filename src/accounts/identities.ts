// The accounts at providers of sign-in (OpenID Connect), the users whom they sign in, and the faults of such a sign-in.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, act, actOn } from './security-events.ts';
import { deleteSessions } from './sessions.ts';

/** An account at a provider, by the `iss` and `sub` of its ID token. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * The id of the user whom an account signs in. The first time it is the one with the e-mail address that the provider has
 * verified, whom no other account there signs in: nobody is created. @throws {ProviderError} unverified, unknown, disabled
 */
export async function findUserOf(
  actor: Actor,
  account: Account,
  verifiedEmail: () => Promise<string | undefined>,
): Promise<number> {
  const user = (await findLinked(actor.db, account)) ?? (await link(actor, account, await verifiedEmail()));
  if (user.disabledAt) throw new ProviderError('disabled', undefined, { userId: user.id });
  return user.id;
}

const USER = { id: true, disabledAt: true } as const;

async function findLinked(db: PrismaClient, { issuer, subject }: Account) {
  const where = { issuer_subject: { issuer, subject } };
  return (await db.identity.findUnique({ where, select: { user: { select: USER } } }))?.user;
}

/** A disabled user is found, and stays without the account. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/**
 * The e-mail address of a claim in the form in which accounts have theirs. ASCII alone is folded: in Unicode the Kelvin sign is a `k`
 * too, and would be somebody else's address. @throws {ProviderError} invalid: control characters
 */
function claimedKey(email: string): string {
  if (CONTROL.test(email)) throw new ProviderError('invalid', 'control characters in the e-mail address');
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Ends every session of the user, whose next sign-in is by a verified e-mail address again, as if it were the first. */
export const unlinkUser = (actor: Actor, userId: number) =>
  actOn(actor, userId, 'provider-unlinked', async (tx) => {
    await deleteIdentities(tx, userId);
    await deleteSessions(tx, userId);
  });

export const deleteIdentities = (tx: Prisma.TransactionClient, userId: number) =>
  tx.identity.deleteMany({ where: { userId } });

/**
 * away: no answer in time, or none of a provider; invalid: an answer that can't be verified, or a refusal of this service itself;
 * stale: a sign-in that has ended, or is not one of this browser; badCode: the provider refused the code; refused: the person or the provider has said no; otherIssuer: an
 * answer of another provider; notFresh: the person did not sign in at the provider since the redirect to it. unverified, unknown,
 * disabled: the person is signed in there, and here is no address that counts, no user, or a disabled one.
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
  if (sent === 'invalid_grant') return new ProviderError('badCode', message);
  const isInvalid = sent !== '' || name === 'WWWAuthenticateChallengeError' || INVALID.has(code ?? '');
  return new ProviderError(isInvalid ? 'invalid' : 'away', message);
}

/** The messages of an error and of its causes. Those of a JSON parser are left out: they quote the text that it read. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && !(at instanceof SyntaxError); at = at.cause) messages.push(at.message);
  return [...new Set(messages)].join(': ');
}
