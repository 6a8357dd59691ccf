// Turns of the event loop between pieces of work: many pieces in one turn would delay all requests.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** The result resolves for one caller in each turn of the event loop, or after each pause, in the order of the calls. */
export function inTurns(between: () => Promise<unknown> = turnOfEventLoop): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => between());
    return last;
  };
}

/**
 * Turns of the event loop between a long piece of work and the next one. libuv accepts one connection in each: without them,
 * hundreds of large requests of one user would delay the new connections of all others.
 */
const PAUSE_TURNS = 16;

/** Calls back after a pause between two pieces of work. */
export function afterPause(callback: () => void, turns = PAUSE_TURNS): void {
  setImmediate(() => (turns > 1 ? afterPause(callback, turns - 1) : callback()));
}

/** A pause between two pieces of work, in which requests of others are answered. */
export const pause = () => new Promise<void>((resolve) => afterPause(resolve));
