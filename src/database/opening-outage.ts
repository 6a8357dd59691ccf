// Explains why a database can't be opened and what to do about it, and waits at startup for what may recover.
import type { DatabaseLog } from './connection.ts';
import { outageOf } from './database-errors.ts';
import { reasonOf } from './error-evidence.ts';
import { findOutage } from './outages.ts';

export const serverOutage = (host: string, error: unknown) =>
  `The database at ${host} can't be opened: ${whyClosed(error)}`;

function whyClosed(error: unknown) {
  const { reason = reasonOf(error), advice } = findOutage(error) ?? {};
  return advice ? `${reason}. ${advice}` : reason;
}

/** The message of the server or driver; if it can't be connected to, also what an operator can do about it. */
export function outageMessage(error: unknown) {
  return outageOf(error) === 'no_connection' ? whyClosed(error) : reasonOf(error);
}

export function directoryOutage(directory: string, error: unknown) {
  const { errno } = (error ?? {}) as NodeJS.ErrnoException;
  const advice =
    errno === undefined
      ? 'If its files are damaged, set DATA_DIR to another directory.'
      : 'Set DATA_DIR to a directory that this user can write to.';
  return `The database in ${directory} can't be opened: ${reasonOf(error)}. ${advice}`;
}

const TICK_MILLISECONDS = 100;
const FIRST_LINE_MILLISECONDS = 1_000;
const NEXT_LINE_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 500;

/**
 * Retries until a connection succeeds, for `seconds`, unless only a configuration change would help; 0 means one
 * attempt. @throws the error of the last attempt
 */
export async function waitForServer<Result>(
  host: string,
  tryOnce: () => Promise<Result>,
  seconds: number,
  log?: DatabaseLog,
) {
  let why = 'no connection yet';
  let waited = 0;
  let nextLine = FIRST_LINE_MILLISECONDS;
  const warn = () => {
    nextLine = waited + NEXT_LINE_MILLISECONDS;
    log?.warn({}, `Waiting up to ${seconds} s for the database at ${host}: ${why}`);
  };
  // This clock stops while the event loop is blocked, so that a process with little CPU time has longer to connect.
  const clock = setInterval(() => {
    waited += TICK_MILLISECONDS;
    if (seconds > 0 && waited >= nextLine) warn();
  }, TICK_MILLISECONDS);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce();
      } catch (error) {
        const outage = findOutage(error);
        if (!outage || outage.isLasting || waited >= seconds * 1_000) throw error;
        why = whyClosed(error);
      }
      if (tries === 1) warn();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  } finally {
    clearInterval(clock);
  }
}
