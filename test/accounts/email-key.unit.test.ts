// The form of e-mail addresses that are stored and claimed.
import { expect, test } from 'vitest';
import { emailKey } from '../../src/accounts/email-key.ts';

const characters = function* () {
  for (let code = 0x80; code <= 0x10ffff; code++)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
};

const isAscii = (text: string) => [...text].every((one) => one < '\u0080');

test('is the same for each spelling of an address', () => {
  for (const [one, other] of [
    ['Ünal@Example.com', 'ÜNAL@EXAMPLE.COM'.normalize('NFD')],
    ['ΝΙΚΟΣ@example.gr', 'νικος@example.gr'],
    ['İnci@example.com', 'i\u0307nci@example.com'],
  ] as const)
    expect(emailKey(one)).toBe(emailKey(other));
});

test('makes no character outside ASCII one in it, and is its own form', () => {
  for (const one of characters()) {
    const key = emailKey(one);
    if (isAscii(key) || emailKey(key) !== key) expect.fail(one);
  }
});
