// Signing in by e-mail and password: throttled per account and per address, one failure for everything, equal in time.
import ipaddr from 'ipaddr.js';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Throttle } from '../operation/throttle.ts';
import { UNKNOWN_PASSWORD_HASH, verifyPassword } from './passwords.ts';
import { emailKey } from './users.ts';

export interface SignInThrottles {
  readonly perAccount: Throttle;
  readonly perAddress: Throttle;
}

export interface Attempt {
  readonly email: string;
  readonly password: string;
  /** The address of the client, as far as it can be trusted. */
  readonly address: string;
}

/** The id of the user, or undefined: whatever was wrong. Fails as throttled. */
export async function signIn(
  db: PrismaClient,
  { perAccount, perAddress }: SignInThrottles,
  { email, password, address }: Attempt,
): Promise<number | undefined> {
  const key = emailKey(email);
  await perAddress.consume(networkOf(address));
  await perAccount.consume(key.slice(0, 200));
  const user = await db.user.findUnique({ where: { email: key }, select: { id: true, passwordHash: true } });
  const isRight = await verifyPassword(password, user?.passwordHash ?? UNKNOWN_PASSWORD_HASH);
  return isRight && user?.passwordHash ? user.id : undefined;
}

/** Of IPv6 the first half: the rest is for its owner to choose. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 200);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
