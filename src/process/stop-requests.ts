// Requests to stop: signals, and the end of the npm that started the process; a worker gets them from its primary process.
import cluster from 'node:cluster';

/** `drain` gives load balancers time to notice; `now` comes from a terminal or an urgent restart. */
export type StopRequest = 'drain' | 'now';

const isStopRequest = (message: unknown): message is StopRequest => message === 'drain' || message === 'now';

const SIGNALS = { SIGTERM: 'drain', SIGINT: 'now' } as const;
const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];

const PARENT_POLL_MILLISECONDS = 250;

/**
 * While the service starts, a signal ends the process at once: its writes are whole or absent at any moment. The kernel
 * does that by itself, even inside WebAssembly, except for process 1 of a container. Returns the end of the watch.
 */
export function endOnSignal(): () => void {
  const isInit = process.pid === 1;
  if (!isInit) return () => {};
  const end = () => process.exit(0);
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/**
 * `npm` is the id of the parent if npm started this process. npm sends SIGTERM to its shell alone, and most shells end
 * without passing it on: the process then gets another parent. On Windows the id of the parent never changes.
 */
export function watchStopRequests(npm: number | undefined, onRequest: (request: StopRequest) => void): void {
  if (cluster.isWorker) {
    watchPrimary(onRequest);
    return;
  }
  for (const signal of signals) process.on(signal, () => onRequest(SIGNALS[signal]));
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onRequest('now');
  }, PARENT_POLL_MILLISECONDS).unref();
}

/** Terminals and supervisors may send a signal to all processes of a node; the primary process alone acts on it. */
function watchPrimary(onRequest: (request: StopRequest) => void): void {
  for (const signal of signals) process.on(signal, () => {});
  process.on('message', (message) => {
    if (isStopRequest(message)) onRequest(message);
  });
}
