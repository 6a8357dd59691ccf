// The name and last day of a token as users type them, and the time at which the token expires.
import { describe, expect, test } from 'vitest';
import {
  checkedName,
  expiryAfter,
  lastDayOf,
  TokenRuleError,
} from '../../src/accounts/token-rules.ts';

const INVISIBLE = ['\u00ad', '\u200b', '\u3164'];

test.each(['', ' \t\n', '😀'.repeat(101), 'a\0b', 'a\nb', 'a\ud800', ...INVISIBLE])(
  'rejects the name %j',
  (name) => {
    expect(() => checkedName(name)).toThrow(TokenRuleError);
  },
);

test('accepts a name of 100 code points, without the blanks around it', () => {
  const name = '😀'.repeat(100);
  expect(checkedName(` ${name}\n`)).toBe(name);
});

const NOW = new Date('2026-03-10T10:30:00Z');

describe('the last day', () => {
  test.each([
    ['2026-03-10', '2026-03-11T00:00:00.000Z'],
    [' 2028-02-29 ', '2028-03-01T00:00:00.000Z'],
    ['2030-12-31', '2031-01-01T00:00:00.000Z'],
    ['2036-03-06', '2036-03-07T00:00:00.000Z'],
  ])('the token is usable until the end of %s in UTC', (day, expiresAt) => {
    const expiry = expiryAfter(day, NOW);
    expect(expiry).toEqual(new Date(expiresAt));
    expect(expiry && lastDayOf(expiry)).toBe(day.trim());
  });

  test('is optional', () => {
    expect(expiryAfter(' ', NOW)).toBeNull();
  });

  test.each([
    ['2026-03-09', 'This day is already over in UTC.'],
    ['2026-02-30', 'YYYY-MM-DD'],
    ['2026-3-9', 'YYYY-MM-DD'],
    ['31.12.2030', 'YYYY-MM-DD'],
    ['2030-12-31T00:00:00Z', 'YYYY-MM-DD'],
    ['+010000-01-01', 'YYYY-MM-DD'],
    ['9999-12-31', 'within the next 3650 days'],
    ['2036-03-08', 'within the next 3650 days'],
    ['\0', 'YYYY-MM-DD'],
    ['9'.repeat(10_000), 'YYYY-MM-DD'],
  ])('rejects %j', (day, message) => {
    const attempt = () => expiryAfter(day, NOW);
    expect(attempt).toThrow(TokenRuleError);
    expect(attempt).toThrow(message);
  });

  test('is never the expiry of a token that ends within a day', () => {
    expect(lastDayOf(new Date('2026-03-11T10:30:00Z'))).toBeUndefined();
  });
});
