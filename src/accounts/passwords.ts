// Passwords of the dashboard: hashed by scrypt, a memory-hard function, each with its own salt.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and about 80 ms for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
/** libuv has four threads, and others need some of them, too. The last hash that waits begins after two to three seconds. */
export const HASHING = { atOnce: 2, mostWaiting: 50, cause: 'sign_ins' } as const;

const SALT_BYTES = 16;
const KEY_BYTES = 32;

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

/** The rule that a password breaks, as a sentence; undefined for a valid password. */
export const passwordFault = ({ length }: string): string | undefined =>
  length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH
    ? `A password has ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`
    : undefined;

const RANDOM_BYTES = 18;

/** Of 24 characters, for a person to type once. */
export const randomPassword = () => randomBytes(RANDOM_BYTES).toString('base64url');

/** Verified for an unknown account, so that both cases take equal time; no password has this hash. */
export const DUMMY_HASH = encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** The hash and its parameters: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(salt, await derive(password, salt, COST));
}

function encode(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(actual, expected);
}

function derive(password: string, salt: Buffer, cost: ScryptOptions, length = KEY_BYTES): Promise<Buffer> {
  const maxmem = 256 * (cost.N ?? 0) * (cost.r ?? 0);
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
