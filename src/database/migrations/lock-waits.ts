// How a migration waits for locks: in short attempts, holding no lock in between.
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseOpenError, isHeldUp } from '../database-errors.ts';

/** Another process is migrating. */
export class BusyError extends DatabaseOpenError {
  override readonly name = 'BusyError';
}

/** How long to retry a migration while others hold its locks. */
export const LOCK_WAIT_SECONDS = 600;

/** In milliseconds; a migration starts at most about 2 s after its locks are free. */
const PAUSE = { first: 500, longest: 2000, growth: 1.5 };

const isBusy = (error: unknown) => error instanceof BusyError || isHeldUp(error);

/** Repeats a whole transaction until no other process blocks it; calls `onWait` before each pause. */
export async function repeatWhileHeldUp<Result>(
  attempt: () => Promise<Result>,
  seconds: number,
  onWait: (error: unknown) => void,
) {
  const began = performance.now();
  for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() - began > seconds * 1000) throw error;
      onWait(error);
    }
    await delay(pause);
  }
}
