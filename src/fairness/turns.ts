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
const PAUSE_TURNS = 32;

/** A pause between two tasks, in which other requests are processed. */
export async function pause(): Promise<void> {
  for (let turn = 0; turn < PAUSE_TURNS; turn++) await turnOfEventLoop();
}
