// Waits at a start for a PostgreSQL server that is away, and tells so; what waiting can't mend ends the wait at once.
import type { DatabaseLog } from '../connection.ts';
import { mayMend, whyClosed } from '../opening-fault.ts';

const TICK_MILLISECONDS = 100;
const FIRST_LINE_MILLISECONDS = 1_000;
const NEXT_LINE_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 500;

/** Tries until a connection succeeds, for these seconds; 0 is one try. @throws the error of the last try */
export async function waitForServer(
  host: string,
  tryOnce: () => Promise<void>,
  seconds: number,
  log?: DatabaseLog,
): Promise<void> {
  let why = 'no connection yet';
  let nextLine = FIRST_LINE_MILLISECONDS;
  const tell = (waited: number) => {
    nextLine = waited + NEXT_LINE_MILLISECONDS;
    log?.warn({}, `Waiting for the database at ${host}, for ${seconds} s at most: ${why}`);
  };
  const clock = startClock((waited) => {
    if (seconds > 0 && waited >= nextLine) tell(waited);
  });
  try {
    for (let tries = 1; ; tries++) {
      const error = await tryOnce().then(
        () => undefined,
        (cause: unknown) => ({ cause }),
      );
      if (!error) break;
      if (!mayMend(error.cause) || clock.waited() >= seconds * 1_000) throw error.cause;
      why = whyClosed(error.cause);
      if (tries === 1) tell(clock.waited());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  } finally {
    clock.stop();
  }
}

/** A clock that stands still while the event loop is blocked: a process with little CPU time has longer to connect. */
function startClock(onTick: (milliseconds: number) => void) {
  let waited = 0;
  const timer = setInterval(() => {
    waited += TICK_MILLISECONDS;
    onTick(waited);
  }, TICK_MILLISECONDS);
  return { waited: () => waited, stop: () => clearInterval(timer) };
}
