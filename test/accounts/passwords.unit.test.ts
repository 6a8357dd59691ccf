// Hashes of passwords: their cost is of today, and weaker ones of earlier releases are replaced; the rules for new passwords (D49).
import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  checkPassword,
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

/** What a check says, and how many hashes it takes. */
async function checked(password: string, hash: string) {
  let hashes = 0;
  const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++) }).enable();
  const { isRight, renewed } = await checkPassword(password, hash);
  hook.disable();
  return { isRight, renewed, hashes };
}

test("a hash is of today's cost with a salt of its own, and fits its password alone", async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(other).not.toBe(one);
  expect(await checked(PASSWORD, one)).toEqual({ isRight: true, hashes: 1 });
  expect(await checked(`${PASSWORD} `, one)).toEqual({ isRight: false, hashes: 1 });
});

test('no password has the hash of unknown accounts', async () => {
  expect(DUMMY_HASH).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword('', DUMMY_HASH)).toBe(false);
});

test('characters are compared in one form of Unicode', async () => {
  expect(await verifyPassword('caf\u0065\u0301', hashOf(16, 8, 1, 'caf\u00e9'))).toBe(true);
});

test.each([
  [2 ** 14, 8, 5],
  [16, 8, 1],
])(
  'a right password whose hash is of N=%i, r=%i, p=%i gets a new one; a wrong one takes as long as with a new one',
  async (N, r, p) => {
    const weak = hashOf(N, r, p);
    const { isRight, renewed = '' } = await checked(PASSWORD, weak);
    expect([isRight, await checked(PASSWORD, renewed)]).toEqual([true, { isRight: true, hashes: 1 }]);
    expect(await checked('wrong', weak)).toEqual({ isRight: false, hashes: 2 });
  },
);

test('a hash of more cost is kept', async () => {
  expect(await checked(PASSWORD, hashOf(2 ** 15, 8, 4))).toEqual({ isRight: true, hashes: 1 });
});

test('a generated password has 144 random bits', () => {
  expect(randomPassword()).toMatch(/^[\w-]{24}$/);
});

const account = { email: 'olivia.owner@example.com', name: 'Olivia Oak' };
const COMMON = /^This is one of the most common passwords/;
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
])('%j is refused in words, whatever the case and the form of its characters (D49)', async (password, fault) => {
  expect(await passwordFault(password, account)).toMatch(fault);
});

test.each([
  ...['correct horse battery staple', 'olivia likes blue bicycles', 'the rental marketplace of my dreams'],
  ...['ünïcödé ist auch gut', 'xkq-93-vmw-27-zrt', '.*.*.*.*.*.*abc'],
])('%j is taken', async (password) => {
  expect(await passwordFault(password, account)).toBeUndefined();
});

test('the present password is refused, and looked for last', async () => {
  const hasPassword = async (one: string) => one === 'the present password';
  expect(await passwordFault('the present password', { ...account, hasPassword })).toMatch(/is the present one/);
  const neverAsked = () => expect.unreachable();
  expect(await passwordFault('short', { ...account, hasPassword: neverAsked })).toBe(CHARACTERS);
});

test('an account with nothing but signs as its name refuses no other password', async () => {
  expect(await passwordFault('98765-43210-123', { email: '1@2.3', name: '' })).toBeUndefined();
});

test('the list has its source and licence, and 10,000 passwords that the other rules let through, as they are compared', async () => {
  const text = await readFile(new URL('../../src/accounts/common-passwords.txt', import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n');
  const header = lines.filter((line) => line.startsWith('#'));
  const passwords = lines.slice(header.length);
  expect(header.join('\n')).toMatch(/SecLists.*Licence: Creative Commons/s);
  expect(new Set(passwords).size).toBe(10_000);
  const odd = passwords.filter(
    (one) => one.normalize('NFKC').toLowerCase() !== one || one.length < 12 || new Set(one).size < 5,
  );
  expect(odd).toEqual([]);
});
