// Turns of the event loop for work that comes in numbers: hundreds of pieces in one turn would delay all requests.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** The result resolves for one caller in each turn of the event loop, in the order of the calls. */
export function inTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => turnOfEventLoop());
    return last;
  };
}
