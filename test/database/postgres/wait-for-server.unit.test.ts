// The wait for a server at a start: what is told and when, and what ends it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForServer } from '../../../src/database/postgres/wait-for-server.ts';

const SECONDS = 12;
const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const REFUSED_LINE = `Waiting for the database at db:5432, for ${SECONDS} s at most: no server listens there. Correct the host and port in DATABASE_URL, or start the server.`;

const warn = vi.fn();
const told = () => warn.mock.calls.map(([, line]) => line);
beforeEach(() => {
  vi.useFakeTimers();
  warn.mockReset();
});
afterEach(() => vi.useRealTimers());

/** Begins a wait whose tries have these outcomes in turn, the last one again and again. */
function wait(outcomes: readonly Error[], seconds = SECONDS) {
  const tryOnce = vi.fn(async () => {
    throw outcomes[Math.min(tryOnce.mock.calls.length, outcomes.length) - 1];
  });
  const ended = waitForServer('db:5432', tryOnce, seconds, { info: vi.fn(), warn });
  return { tryOnce, ended: ended.catch((error: unknown) => error) };
}

test('a server that refuses is told at once and each 5 s, until the wait ends with its error (D52)', async () => {
  const { ended, tryOnce } = wait([REFUSED]);
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual([REFUSED_LINE]);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(told()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(told()).toEqual([REFUSED_LINE, REFUSED_LINE]);
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect(told()).toHaveLength(3);
  expect(await ended).toBe(REFUSED);
  expect(tryOnce.mock.calls.length).toBeGreaterThan(SECONDS);
});

test('0 seconds are one try', async () => {
  const { ended, tryOnce } = wait([REFUSED], 0);
  expect(await ended).toBe(REFUSED);
  expect(tryOnce).toHaveBeenCalledTimes(1);
  expect(told()).toEqual([]);
});

test.each(['28P01', '28000', '3D000', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ENOENT', '42501', 'XX000'])(
  'waiting does not mend %s: the wait ends at once',
  async (code) => {
    const error = Object.assign(new Error('refused'), { code });
    const { ended, tryOnce } = wait([REFUSED, error]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toBe(error);
    expect(tryOnce).toHaveBeenCalledTimes(2);
  },
);
