// Requests to stop: signals, and the end of the npm that started the process; a worker gets them from its primary process.
import cluster from 'node:cluster';

/** `drain` gives load balancers time to notice; `now` comes from a terminal or an urgent restart. */
export type StopRequest = 'drain' | 'now';
export type OnStopRequest = (request: StopRequest) => void;

/** Stops what has started; the signal ends the drain, in which requests are served while load balancers notice the stop. */
export type Close = (endDrain: AbortSignal) => Promise<void>;

const SIGNALS = { SIGTERM: 'drain', SIGINT: 'now' } as const;
const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];

const PARENT_POLL_MILLISECONDS = 250;

/**
 * While nothing has to be stopped, a request ends the process at once: its writes are whole or absent at any moment. The kernel
 * does that by itself for a signal, even inside WebAssembly, except for process 1 of a container. A worker ignores signals from
 * its first line on. Returns what takes the listener of all requests from then on.
 */
export function watchStopRequests(npm: number | undefined): (listener: OnStopRequest) => void {
  const isInit = process.pid === 1;
  let onRequest: OnStopRequest = () => process.exit(0);
  const watchSignals = () => {
    for (const signal of signals) process.on(signal, () => onRequest(SIGNALS[signal]));
  };
  if (cluster.isWorker) {
    for (const signal of signals) process.on(signal, () => {});
    process.on('message', (message) => {
      if (message === 'drain' || message === 'now') onRequest(message);
    });
  } else if (isInit) watchSignals();
  if (npm !== undefined && !cluster.isWorker) watchParent(npm, () => onRequest('now'));
  return (listener) => {
    onRequest = listener;
    if (!cluster.isWorker && !isInit) watchSignals();
  };
}

/**
 * `npm` is the id of the parent if npm started this process. npm sends SIGTERM to its shell alone, and most shells end
 * without passing it on: the process then gets another parent. On Windows the id of the parent never changes.
 */
function watchParent(npm: number, onEnd: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_POLL_MILLISECONDS).unref();
}
