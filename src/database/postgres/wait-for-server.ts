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
  let waited = 0;
  let nextLine = FIRST_LINE_MILLISECONDS;
  const tell = () => {
    nextLine = waited + NEXT_LINE_MILLISECONDS;
    log?.warn({}, `Waiting for the database at ${host}, for ${seconds} s at most: ${why}`);
  };
  // A clock that stands still while the event loop is blocked: a process with little CPU time has longer to connect.
  const clock = setInterval(() => {
    waited += TICK_MILLISECONDS;
    if (seconds > 0 && waited >= nextLine) tell();
  }, TICK_MILLISECONDS);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce();
      } catch (error) {
        if (!mayMend(error) || waited >= seconds * 1_000) throw error;
        why = whyClosed(error);
      }
      if (tries === 1) tell();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  } finally {
    clearInterval(clock);
  }
}
