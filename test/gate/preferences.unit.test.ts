// The header Prefer (RFC 7240, section 2).
import { expect, test } from 'vitest';
import { preferences, readRehearsal } from '../../src/gate/rehearsals.ts';

const read = (value: string) =>
  Object.fromEntries(preferences(new Headers({ Prefer: value })));

test.each([
  ['code=429', { code: '429' }],
  ['code = "429"; foo="a, wait=3", wait=2', { code: '429', wait: '2' }],
  ['respond-async, Wait=10;x', { 'respond-async': '', wait: '10' }],
  ['wait=1, wait=2', { wait: '1' }],
  ['return=""', { return: '' }],
  [',, ,', {}],
  [', code=429', { code: '429' }],
  ['x="a, code=429', {}],
  ['="x"', {}],
  ['code="429', {}],
  [`code=429, x=${'a'.repeat(500)}`, {}],
])('reads %s by name, the first value of each', (value, expected) => {
  expect(read(value)).toMatchObject(expected);
  expect(Object.keys(read(value)).toSorted()).toEqual(Object.keys(expected).toSorted());
});

test('a malformed header of maximum length takes no time', () => {
  const startedAt = performance.now();
  for (const value of [
    '"'.repeat(499),
    'a'.repeat(499),
    '="'.repeat(249),
    '"a'.repeat(249),
    'a=";'.repeat(124),
  ])
    read(value);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each([
  'code=200',
  'code=400',
  'code=429.5',
  'wait=31',
  'wait=0',
  'wait=x',
  'respond-async',
])('ignores %s (D47)', (Prefer) => {
  expect(
    readRehearsal(new Request('http://localhost', { headers: { Prefer } })),
  ).toBeUndefined();
});
