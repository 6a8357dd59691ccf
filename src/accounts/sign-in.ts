// Signs in by e-mail and password: throttled per account and per address; every fault looks the same and takes equal time.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { BoundedWork } from '../operation/bounded-work.ts';
import type { Throttle } from '../operation/throttle.ts';
import { clientNetwork } from './client-network.ts';
import { emailKey } from './email-key.ts';
import { DUMMY_HASH, verifyPassword } from './passwords.ts';

export interface SignInThrottles {
  readonly perAccount: Throttle;
  readonly perAddress: Throttle;
}

interface Attempt {
  readonly email: string;
  readonly password: string;
  /** The address of the client behind the trusted proxies. */
  readonly address: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

interface SignInDeps {
  readonly db: PrismaClient;
  readonly throttles: SignInThrottles;
  readonly hashing: BoundedWork;
}

const MAX_KEY_LENGTH = 200;

/**
 * The id of the user; undefined for a wrong password and for an unknown account. That an account is disabled is told to one who
 * has its password alone. @throws {OperationFailure} throttled, or unavailable: too many sign in at once
 */
export async function signIn(
  { db, throttles: { perAccount, perAddress }, hashing }: SignInDeps,
  { email, password, address, signal }: Attempt,
): Promise<number | 'disabled' | undefined> {
  const key = emailKey(email);
  await perAddress.consume(clientNetwork(address));
  await perAccount.consume(key.slice(0, MAX_KEY_LENGTH));
  const user = await db.user.findUnique({
    where: { email: key },
    select: { id: true, passwordHash: true, disabledAt: true },
  });
  const isRight = await hashing(() => verifyPassword(password, user?.passwordHash ?? DUMMY_HASH), {
    flow: address,
    signal,
  });
  if (!isRight || !user?.passwordHash) return undefined;
  return user.disabledAt ? 'disabled' : user.id;
}
