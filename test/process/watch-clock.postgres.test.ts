// A node reports that its clock differs from its database's (D4).
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchClock } from '../../src/process/watch-clock.ts';
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
])(
  'measures a clock that is %d ms off, and warns once beyond two seconds (D4)',
  async (shift, expected) => {
    const [warn, onOffset] = [vi.fn(), vi.fn()];
    const looks = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => looks.mockRestore());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift });
    watchClock(app.db, { warn }, onOffset);
    const [look, milliseconds] = looks.mock.lastCall as [() => Promise<void>, number];
    await look();
    await expect
      .poll(() => onOffset.mock.calls.map(([seconds]) => Math.round(seconds) || 0))
      .toEqual([shift, shift].map((one) => one / 1_000));
    expect(
      warn.mock.calls.map(([fields]) => Math.round(fields['owner_api.clock_offset'])),
    ).toEqual(expected);
    expect(milliseconds).toBe(300_000);
  },
);
