// Turns of the event loop between tasks: many tasks in one turn would delay all requests.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** Resolves one caller per turn of the event loop, in the order of the calls. */
export function inTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => turnOfEventLoop());
    return last;
  };
}

/**
 * Turns of the event loop between a long task and the next. libuv accepts one connection in each: without them,
 * hundreds of large requests of one user would delay everyone else's new connections.
 */
const PAUSE_TURNS = 16;

/** Calls back after a pause between two tasks. */
export function afterPause(callback: () => void, turns = PAUSE_TURNS): void {
  setImmediate(() => (turns > 1 ? afterPause(callback, turns - 1) : callback()));
}

/** A pause between two tasks, in which other requests are processed. */
export const pause = () => new Promise<void>((resolve) => afterPause(resolve));
