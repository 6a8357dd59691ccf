// A node whose clock differs from that of its database says so (D4).
import { afterEach, expect, test, vi } from 'vitest';
import { warnOfDifference } from '../../src/process/watch-clock.ts';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [0, []],
  [1_000, []],
  [60_000, [60]],
  [-60_000, [-60]],
])('a clock that is %d ms off is warned of with the difference in seconds beyond two (D4)', async (shift, expected) => {
  const warn = vi.fn();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift });
  await warnOfDifference(app.db, { warn });
  expect(warn.mock.calls.map(([fields]) => Math.round(fields['owner_api.clock_offset']))).toEqual(expected);
});
