// Hashes of passwords: their cost is of today, and weaker ones of earlier releases are replaced (D49).
import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  checkPassword,
  DUMMY_HASH,
  hashPassword,
  randomPassword,
  verifyPassword,
} from '../../src/accounts/passwords.ts';

const PASSWORD = 'correct horse battery';

const hashOf = (N: number, r: number, p: number) => {
  const salt = Buffer.from('salt of 16 bytes');
  const key = scryptSync(PASSWORD, salt, 32, { N, r, p, maxmem: 256 * N * r });
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`;
};

async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++) }).enable();
  await work();
  hook.disable();
  return hashes;
}

test('a hash is of today’s cost with a salt of its own, and fits its password alone', async () => {
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(other).not.toBe(one);
  expect(await checkPassword(PASSWORD, one)).toEqual({ isRight: true });
  expect(await checkPassword(`${PASSWORD} `, one)).toEqual({ isRight: false });
  expect(await hashesOf(() => checkPassword('wrong', one))).toBe(1);
});

test('no password has the hash of unknown accounts', async () => {
  expect(DUMMY_HASH).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword('', DUMMY_HASH)).toBe(false);
});

test('characters are compared in one form of Unicode', async () => {
  expect(await verifyPassword('caf\u00e9 au lait 12', await hashPassword('cafe\u0301 au lait 12'))).toBe(true);
});

test.each([
  [2 ** 15, 8, 1],
  [2 ** 14, 8, 5],
  [16, 8, 1],
])(
  'a right password whose hash is of N=%i, r=%i, p=%i gets a new one; a wrong one takes as long as with a new one',
  async (N, r, p) => {
    const weak = hashOf(N, r, p);
    const { isRight, renewed = '' } = await checkPassword(PASSWORD, weak);
    expect([isRight, await checkPassword(PASSWORD, renewed)]).toEqual([true, { isRight: true }]);
    expect(await checkPassword('wrong', weak)).toEqual({ isRight: false });
    expect(await hashesOf(() => checkPassword('wrong', weak))).toBe(2);
  },
);

test('a hash of more cost is kept', async () => {
  expect(await checkPassword(PASSWORD, hashOf(2 ** 15, 8, 4))).toEqual({ isRight: true });
});

test('a generated password has 144 random bits', () => {
  expect(randomPassword()).toMatch(/^[\w-]{24}$/);
});
