// Accounts at sign-in providers (OpenID Connect), and the users they sign in.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { emailKey } from './email-key.ts';
import { ProviderError } from './provider-error.ts';
import { type Actor, logEvent } from './security-events.ts';
import { type Account, deleteSessions } from './sessions.ts';

/**
 * The ID of the user an account signs in. On first use it is the user with the e-mail address that the provider has
 * verified, unless another account there signs that user in; users are never created. @throws {ProviderError}
 * noEmail, unstated, unverified, unknown, disabled
 */
export async function findUserOf(
  actor: Actor,
  account: Account,
  verifiedEmail: () => Promise<string>,
) {
  const user =
    (await findLinked(actor.db, account)) ??
    (await link(actor, account, await verifiedEmail()));
  if (user.disabledAt) throw new ProviderError('disabled', undefined, { userId: user.id });
  return user.id;
}

const USER = { id: true, disabledAt: true, email: true } as const;

/** The user whom an account signs in. */
export async function findLinked(db: PrismaClient, account: Account) {
  const where = { issuer_subject: account };
  return (await db.identity.findUnique({ where, select: { user: { select: USER } } }))?.user;
}

/** A disabled user is found, but not linked. */
async function link(actor: Actor, account: Account, email: string) {
  const { issuer, subject } = account;
  const key = claimedKey(email);
  const linked = await actor.db.$queryRaw<{ userId: number }[]>`
    INSERT INTO identities (issuer, subject, user_id)
    SELECT ${issuer}, ${subject}, id FROM users WHERE email = ${key} AND disabled_at IS NULL FOR KEY SHARE
    ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`;
  for (const { userId } of linked) logEvent(actor, { action: 'provider-linked', userId });
  const disabled = {
    email: key,
    disabledAt: { not: null },
    identities: { none: { issuer } },
  };
  const user =
    (await findLinked(actor.db, account)) ??
    (await actor.db.user.findUnique({ where: disabled, select: USER }));
  if (!user) throw new ProviderError('unknown', undefined, { email, subject });
  return user;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** A claimed e-mail address as it is stored. @throws {ProviderError} invalid: control characters */
function claimedKey(email: string) {
  if (CONTROL.test(email))
    throw new ProviderError('invalid', 'control characters in the e-mail address');
  return emailKey(email);
}

/** By an operator, who knows whose account it is. False if it, or another one there, signs somebody in already. */
export async function linkAccount(actor: Actor, userId: number, account: Account) {
  const { subject } = account;
  const data = [{ ...account, userId }];
  const { count } = await actor.db.identity.createMany({ data, skipDuplicates: true });
  if (count > 0) logEvent(actor, { action: 'provider-linked', userId, subject });
  return count > 0;
}

/** Ends all sessions of the user, whose next sign-in is by a verified e-mail address again, like the first. */
export async function unlinkUser(actor: Actor, userId: number) {
  await actor.db.$transaction(async (tx) => {
    await tx.identity.deleteMany({ where: { userId } });
    await deleteSessions(tx, userId);
  });
  logEvent(actor, { action: 'provider-unlinked', userId });
}
