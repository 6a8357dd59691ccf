// The format of API tokens (section 5.2, D2).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createTokenValue,
  hashToken,
  tokenValueFailure,
} from '../../src/accounts/token-format.ts';
import { isToken } from '../../src/sites/docs/guides/scanners/is-token.mjs';

test('is svc_<environment>_, 28 random base62 characters (166 bits) and a checksum of 6 (D2)', () => {
  expect(createTokenValue('test')).toMatch(/^svc_test_[0-9A-Za-z]{34}$/);
  expect(createTokenValue('live')).toMatch(/^svc_live_[0-9A-Za-z]{34}$/);
  expect(new Set(Array.from({ length: 1000 }, () => createTokenValue('test'))).size).toBe(
    1000,
  );
});

test('a token belongs to one environment (D1)', () => {
  expect(tokenValueFailure(createTokenValue('test'), 'test')).toBeUndefined();
  expect(tokenValueFailure(createTokenValue('test'), 'live')).toBe('otherEnvironment');
});

test('changing any character breaks the checksum', () => {
  const token = createTokenValue('test');
  for (let at = 'svc_test_'.length; at < token.length; at++) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(tokenValueFailure(token.slice(0, at) + other + token.slice(at + 1), 'test')).toBe(
      'malformed',
    );
  }
});

test('stores the SHA-256 hash', () => {
  expect(hashToken('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('secret scanners find a token by its pattern and verify its checksum, as the guide says', () => {
  const guide = readFileSync(
    new URL('../../src/sites/docs/guides/tokens.md', import.meta.url),
    'utf8',
  );
  const [, source = ''] = /^(\\bsvc_.*)$/m.exec(guide) ?? [];
  const pattern = new RegExp(source, 'g');
  for (const environment of ['live', 'test'] as const) {
    const value = createTokenValue(environment);
    expect(`token=${value}; curl -H 'Bearer ${value}'`.match(pattern)).toEqual([
      value,
      value,
    ]);
    expect(isToken(value)).toBe(true);
    expect(isToken(`${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`)).toBe(false);
    expect(isToken(`${value}0`)).toBe(false);
  }
});
