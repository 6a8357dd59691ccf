// Requests to stop: signals, and the end of the npm that started the process; a worker gets them from its primary process.
import cluster from 'node:cluster';

/** `drain` gives load balancers time to notice; `now` comes from a terminal or an urgent restart. */
export type StopRequest = 'drain' | 'now';

const isStopRequest = (message: unknown): message is StopRequest => message === 'drain' || message === 'now';

const SIGNALS = { SIGTERM: 'drain', SIGINT: 'now' } as const;
const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];

const PARENT_POLL_MILLISECONDS = 250;

/**
 * While nothing has to be stopped, a signal ends the process at once: its writes are whole or absent at any moment. The kernel
 * does that by itself, even inside WebAssembly, except for process 1 of a container. A worker ignores signals from its
 * first line on. `npm` is as in `watchStopRequests`. Returns the end of the watch.
 */
export function endOnRequest(npm: number | undefined): () => void {
  const isInit = process.pid === 1;
  const end = () => process.exit(0);
  const onSignal = cluster.isWorker ? () => {} : isInit ? end : undefined;
  if (onSignal) for (const signal of signals) process.on(signal, onSignal);
  const stopPoll = watchParent(npm, end);
  return () => {
    stopPoll();
    if (isInit) for (const signal of signals) process.off(signal, end);
  };
}

/**
 * `npm` is the id of the parent if npm started this process. npm sends SIGTERM to its shell alone, and most shells end
 * without passing it on: the process then gets another parent. On Windows the id of the parent never changes.
 */
export function watchStopRequests(npm: number | undefined, onRequest: (request: StopRequest) => void): void {
  if (cluster.isWorker) {
    process.on('message', (message) => {
      if (isStopRequest(message)) onRequest(message);
    });
    return;
  }
  for (const signal of signals) process.on(signal, () => onRequest(SIGNALS[signal]));
  watchParent(npm, () => onRequest('now'));
}

/** Returns the end of the watch. */
function watchParent(npm: number | undefined, onEnd: () => void): () => void {
  if (npm === undefined || cluster.isWorker) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_POLL_MILLISECONDS).unref();
  return () => clearInterval(timer);
}
