// Password hashes, and the rules for new passwords (D49).
import { scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  DUMMY_HASH,
  hashPassword,
  passwordFault,
  randomPassword,
  verifyPassword,
} from '../../src/accounts/passwords.ts';

const PASSWORD = 'correct horse battery';

const hashOf = (N: number, r: number, p: number, password = PASSWORD) => {
  const salt = Buffer.from('salt of 16 bytes');
  const key = scryptSync(password, salt, 32, { N, r, p, maxmem: 256 * N * r });
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`;
};

test('hashes with the current cost and a random salt, and accepts the right password only', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword(PASSWORD, one)).toBe(true);
  expect(await verifyPassword(`${PASSWORD} `, one)).toBe(false);
});

test('no password matches the hash of unknown accounts', async () => {
  expect(DUMMY_HASH).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword('', DUMMY_HASH)).toBe(false);
});

test('compares passwords in one Unicode normal form', async () => {
  expect(await verifyPassword('caf\u0065\u0301', hashOf(16, 8, 1, 'caf\u00e9'))).toBe(true);
});

test('generates passwords with 144 random bits', () => {
  expect(randomPassword()).toMatch(/^[\w-]{24}$/);
});

const account = { email: 'olivia.owner@example.com', name: 'Olivia Oak' };
const COMMON = /^This is a common password/;
const CHARACTERS = 'Use 12 to 256 characters';
const DIFFERENT = 'Use at least 5 different characters';
const EMAIL = 'Don’t use your email address as your password';
const NAME = 'Don’t use your name as your password';
const SERVICE = 'Don’t use the name of this service as your password';

test.each([
  ['x'.repeat(11), CHARACTERS],
  ['x'.repeat(257), CHARACTERS],
  ['aaaaaaaaaaaa', DIFFERENT],
  ['123412341234', DIFFERENT],
  ['olivia.owner@example.com', EMAIL],
  ['olivia.owner', EMAIL],
  ['Olivia_Owner_2026!', EMAIL],
  ['Olivia Oak 1', NAME],
  ['Olivia-123456', NAME],
  ['ｏｌｉｖｉａ　ｏａｋ　１２', NAME],
  ['RentalMarketplace2026', SERVICE],
  ['rental marketplace owner api', SERVICE],
  ['QWERTYUIOP123', COMMON],
  ['１ｑａｚ２ｗｓｘ３ｅｄｃ', COMMON],
  ['abcdefghijkl', COMMON],
])(
  'rejects %j and says why, regardless of case and Unicode form (D49)',
  async (password, fault) => {
    expect(await passwordFault(password, account)).toMatch(fault);
  },
);

test.each([
  ...[
    'correct horse battery staple',
    'olivia likes blue bicycles',
    'the rental marketplace of my dreams',
  ],
  ...['ünïcödé ist auch gut', 'xkq-93-vmw-27-zrt', '.*.*.*.*.*.*abc'],
])('accepts %j', async (password) => {
  expect(await passwordFault(password, account)).toBeUndefined();
});

test('rejects the current password, and checks for it last', async () => {
  const hasPassword = async (one: string) => one === 'the present password';
  expect(await passwordFault('the present password', { ...account, hasPassword })).toMatch(
    /differs from your current one/,
  );
  const neverAsked = () => expect.unreachable();
  expect(await passwordFault('short', { ...account, hasPassword: neverAsked })).toBe(CHARACTERS);
});

test("a name without letters or digits doesn't rule out other passwords", async () => {
  expect(await passwordFault('98765-43210-123', { email: '1@2.3', name: '' })).toBeUndefined();
});

test('the list has a source and a licence, and 10,000 normalized passwords that the other rules accept', async () => {
  const text = await readFile(
    new URL('../../src/accounts/common-passwords.txt', import.meta.url),
    'utf8',
  );
  const lines = text.trimEnd().split('\n');
  const header = lines.filter((line) => line.startsWith('#'));
  const passwords = lines.slice(header.length);
  expect(header.join('\n')).toMatch(/SecLists.*Licence: Creative Commons/s);
  expect(new Set(passwords).size).toBe(10_000);
  const odd = passwords.filter(
    (one) =>
      one.normalize('NFKC').toLowerCase() !== one || one.length < 12 || new Set(one).size < 5,
  );
  expect(odd).toEqual([]);
});
