// Sums of decimals are exact (D19).
import { expect, test } from 'vitest';
import { decimalSum } from './decimal-sum.ts';

test.each([
  [[[0.1, 3]], 0.3],
  [
    [
      [0.1, 1],
      [0.2, 1],
      [19.99, 2],
    ],
    40.28,
  ],
  [
    [
      [1e21, 2],
      [1e-7, 1],
    ],
    2e21,
  ],
] as [[number, number][], number][])('%j is %d', (lines, sum) => {
  expect(decimalSum(lines)).toBe(sum);
});
