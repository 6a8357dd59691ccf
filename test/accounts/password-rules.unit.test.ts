// The rules for new passwords (D49).
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { passwordFault } from '../../src/accounts/password-rules.ts';

const account = { email: 'olivia.owner@example.com', name: 'Olivia Oak' };
const COMMON = /^This is one of the commonest passwords/;
const CHARACTERS = 'A password has 12 to 256 characters';
const DIFFERENT = 'A password has at least 5 different characters';
const EMAIL = 'A password is not the e-mail address of the account';
const NAME = 'A password is not the name of its user';
const SERVICE = 'A password is not the name of this service';

test.each([
  ['', CHARACTERS],
  ['x'.repeat(11), CHARACTERS],
  ['x'.repeat(257), CHARACTERS],
  ['aaaaaaaaaaaa', DIFFERENT],
  ['123412341234', DIFFERENT],
  ['            ', DIFFERENT],
  ['olivia.owner@example.com', EMAIL],
  ['OLIVIA.OWNER@EXAMPLE.COM', EMAIL],
  ['olivia.owner', EMAIL],
  ['Olivia_Owner_2026!', EMAIL],
  ['Olivia Oak 1', NAME],
  ['Olivia-123456', NAME],
  ['ｏｌｉｖｉａ　ｏａｋ　１２', NAME],
  ['RentalMarketplace2026', SERVICE],
  ['rental marketplace owner api', SERVICE],
  ['passwordpassword', COMMON],
  ['QWERTYUIOP123', COMMON],
  ['１ｑａｚ２ｗｓｘ３ｅｄｃ', COMMON],
  ['123456789012', COMMON],
  ['abcdefghijkl', COMMON],
])('%j is refused in words, whatever the case and the form of its characters (D49)', async (password, fault) => {
  expect(await passwordFault(password, account)).toMatch(fault);
});

test.each([
  ['correct horse battery staple'],
  ['olivia likes blue bicycles'],
  ['the rental marketplace of my dreams'],
  ['ünïcödé ist auch gut'],
  ['xkq-93-vmw-27-zrt'],
  ['.*.*.*.*.*.*abc'],
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
