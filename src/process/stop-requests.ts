// Requests to stop: signals, and the end of the npm that started the process.

/**
 * `drain` leaves load balancers the time to notice; `now` does not: somebody waits at a terminal, or wants the port back.
 */
export type StopRequest = 'drain' | 'now';

const PARENT_POLL_MILLISECONDS = 250;

/**
 * npm sends SIGTERM to its shell alone, and most shells end without passing it on: the process then has another parent.
 * On Windows the parent's id never changes, and nothing happens.
 */
export function watchStopRequests(isStartedByNpm: boolean, onRequest: (request: StopRequest) => void): void {
  process.on('SIGTERM', () => onRequest('drain'));
  process.on('SIGINT', () => onRequest('now'));
  if (!isStartedByNpm) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onRequest('now');
  }, PARENT_POLL_MILLISECONDS).unref();
}
