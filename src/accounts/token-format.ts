// The format of an API token (section 5.2): prefix, random identifier in base62, checksum; and its hash.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type Environment = 'live' | 'test';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 28 base62 characters have 166 random bits. */
const IDENTIFIER_LENGTH = 28;

/** 6 base62 characters hold any CRC-32. */
const CHECKSUM_LENGTH = 6;

const FORMAT = new RegExp(
  `^svc_(live|test)_[0-9A-Za-z]{${IDENTIFIER_LENGTH + CHECKSUM_LENGTH}}$`,
);

export const tokenPrefix = (environment: Environment) => `svc_${environment}_`;

/** A new token value; callers show it once and store only its hash. */
export function createTokenValue(environment: Environment) {
  const identifier = Array.from(
    { length: IDENTIFIER_LENGTH },
    () => BASE62[randomInt(BASE62.length)],
  ).join('');
  const body = tokenPrefix(environment) + identifier;
  return body + checksum(body);
}

/** Why a value can't be a token of this environment, without a lookup; undefined if it can. */
export function tokenValueFailure(value: string, environment: Environment) {
  const [, issuer] = FORMAT.exec(value) ?? [];
  const [body, end] = [value.slice(0, -CHECKSUM_LENGTH), value.slice(-CHECKSUM_LENGTH)];
  if (!issuer || checksum(body) !== end) return 'malformed';
  return issuer === environment ? undefined : 'otherEnvironment';
}

/**
 * The SHA-256 in hexadecimal that is stored of a token, session or sign-in link. It needs no salt, because the value is
 * random.
 */
export const hashToken = (value: string) => hash('sha256', value, 'hex');

function checksum(body: string) {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
