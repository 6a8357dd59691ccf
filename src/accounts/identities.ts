// The accounts at providers of sign-in (OpenID Connect) and the users whom they sign in.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { ProviderError } from './provider-error.ts';
import { type Actor, act, actOn, emailKey } from './security-events.ts';

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
  const key = emailKey(email);
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

/** The next sign-in of the user is by a verified e-mail address again, as if it were the first. */
export const unlinkUser = (actor: Actor, userId: number) =>
  actOn(actor, userId, 'provider-unlinked', (tx) => deleteIdentities(tx, userId));

/** Unlinks a user as a part of an act. */
export const deleteIdentities = (tx: Prisma.TransactionClient, userId: number) =>
  tx.identity.deleteMany({ where: { userId } });
