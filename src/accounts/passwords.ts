// Hashes of the passwords of the dashboard: scrypt, a memory-hard function, each with its own salt.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type BoundedWork, boundedWork } from '../fairness/bounded-work.ts';

/** One of OWASP's choices of equal strength, that of the least memory: 32 MiB, and about 300 ms for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** The hashes of people whom the account knows by browser or session, and those of everybody else. */
export interface Hashing {
  readonly known: BoundedWork;
  readonly unknown: BoundedWork;
}

/** Each takes a core and 32 MiB. Addresses take turns; a hash that has not begun after 4 s is refused. */
export const HASHING = { atOnce: 1, mostWaiting: 50, cause: 'sign_ins' } as const;

export const createHashing = (): Hashing => ({
  known: boundedWork(HASHING),
  unknown: boundedWork(HASHING),
});

const RANDOM_BYTES = 18;

/** Of 24 characters, for a person to type once. */
export const randomPassword = () => randomBytes(RANDOM_BYTES).toString('base64url');

/** Checked for an unknown account, so that both cases take equal time; no password has this hash. */
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
  const { cost, salt, key } = decode(hash);
  return timingSafeEqual(await derive(password, salt, cost, key.length), key);
}

/** Whether a password is right, and a new hash in place of a weak one. A wrong password takes as long with each hash. */
export async function checkPassword(password: string, hash: string): Promise<{ isRight: boolean; renewed?: string }> {
  const isRight = await verifyPassword(password, hash);
  const { cost, salt } = decode(hash);
  const p = COST.p - Math.floor((cost.N * cost.r * cost.p) / (COST.N * COST.r));
  if (p <= 0) return { isRight };
  if (isRight) return { isRight, renewed: await hashPassword(password) };
  await derive(password, salt, { ...COST, p });
  return { isRight };
}

function decode(hash: string) {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

function derive(password: string, salt: Buffer, cost: ScryptOptions, length = KEY_BYTES): Promise<Buffer> {
  const maxmem = 256 * (cost.N ?? 0) * (cost.r ?? 0);
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
