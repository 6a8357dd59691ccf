// Passwords of the dashboard: scrypt hashes, and the rules for new ones (NIST SP 800-63B).
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { boundedWork } from '../fairness/bounded-work.ts';
import { COST } from './password-cost.ts';

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Each takes a core and 32 MiB. Networks take turns; a hash that can't start within its request's time is rejected. */
export const HASHING = { atOnce: 2, mostWaiting: 50, cause: 'sign_ins' } as const;

/**
 * Hashes for users their account knows by browser or session, and for everybody else. Three at a time leave one of
 * Node's four threads for all other work.
 */
export const createHashing = () => ({
  known: boundedWork({ ...HASHING, atOnce: 1 }),
  unknown: boundedWork(HASHING),
});
export type Hashing = ReturnType<typeof createHashing>;

/** 24 characters, because users type it once. */
export const randomPassword = () => randomBytes(18).toString('base64url');

/** Checked for an unknown account, so that both cases take equally long; no password has this hash. */
export const DUMMY_HASH = encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** The hash and its parameters: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(salt, await derive(password, salt, COST));
}

function encode(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join(
    '$',
  );
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const { cost, salt, key } = decode(hash);
  return timingSafeEqual(await derive(password, salt, cost, key.length), key);
}

function decode(hash: string) {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
  length = KEY_BYTES,
) {
  return deriveKey(password.normalize('NFKC'), salt, length, {
    ...cost,
    maxmem: 256 * cost.N * cost.r,
  });
}

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

const FEWEST_DIFFERENT = 5;

/** 140 kB. */
const COMMONEST = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'latin1');

const SERVICE_NAMES = ['Rental Marketplace Owner API', 'Rental Marketplace', 'Owner API'];

export interface PasswordAccount {
  readonly email: string;
  readonly name: string;
  /** Whether a password is the current one; absent for a new account. */
  readonly hasPassword?: (password: string) => boolean | Promise<boolean>;
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Only the letters: "olivia.2026!" is the name "Olivia". */
const lettersOf = (text: string) => folded(text).replaceAll(/[^\p{L}]/gu, '');

export const isSamePassword = (one: string, other: string) =>
  one.normalize('NFKC') === other.normalize('NFKC');

/** The rule a new password breaks, as a sentence; undefined for a valid password. */
export async function passwordFault(
  password: string,
  { email, name, hasPassword }: PasswordAccount,
): Promise<string | undefined> {
  const { length } = password;
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    return `Use ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`;
  }
  const text = folded(password);
  if (new Set(text).size < FEWEST_DIFFERENT)
    return `Use at least ${FEWEST_DIFFERENT} different characters`;
  if (isOneOf(text, [email, email.split('@', 1).join('')]))
    return 'Don’t use your email address as your password';
  if (isOneOf(text, [name, ...name.split(/\s+/)])) return 'Don’t use your name as your password';
  if (isOneOf(text, SERVICE_NAMES)) return 'Don’t use the name of this service as your password';
  if (COMMONEST.includes(`\n${text}\n`)) {
    return 'This is a common password, which is easy to guess';
  }
  return (await hasPassword?.(password))
    ? 'Choose a password that differs from your current one'
    : undefined;
}

/** Whether a string is one of the words, even with digits and punctuation around it or between its letters. */
function isOneOf(text: string, words: readonly string[]): boolean {
  const letters = lettersOf(text);
  return words.some(
    (word) => folded(word) === text || (letters !== '' && lettersOf(word) === letters),
  );
}
