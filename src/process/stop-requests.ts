// Stop requests: signals, and the end of the npm that started the process.
import { endProcess } from './end-process.ts';

/** `drain` gives load balancers time to notice; `now` comes from a terminal, even a closed one, or urgent restart. */
export type OnStopRequest = (request: 'drain' | 'now') => void;

/**
 * Stops what was started; the signal ends the drain, in which requests are served while load balancers notice the stop.
 * Returns what it left unfinished.
 */
export type Close = (endDrain: AbortSignal) => Promise<readonly string[]>;

/** Without a listener, each of them would end the process at once. */
const SIGNALS = {
  SIGTERM: 'drain',
  SIGQUIT: 'drain',
  SIGUSR2: 'drain',
  SIGINT: 'now',
  SIGHUP: 'now',
} as const;

const PARENT_POLL_MILLISECONDS = 250;

/**
 * While nothing has to be stopped, a request ends the process at once, since its writes are always either complete or
 * absent. For a signal the kernel does that by itself, even inside WebAssembly, except for process 1 of a container.
 * Returns a function that sets the listener for all requests from then on.
 */
export function watchStopRequests(npm: number | undefined) {
  const isInit = process.pid === 1;
  let onRequest: OnStopRequest = () => void endProcess(0);
  const watchSignals = () => {
    for (const [signal, request] of Object.entries(SIGNALS))
      process.on(signal, () => onRequest(request));
  };
  if (isInit) watchSignals();
  if (npm !== undefined) watchParent(npm, () => onRequest('now'));
  return (listener: OnStopRequest) => {
    onRequest = listener;
    if (!isInit) watchSignals();
  };
}

/**
 * `npm` is the parent's process ID if npm started this process. npm sends SIGTERM only to its shell, and most shells
 * end without passing it on, so this process then gets another parent. On Windows the parent's ID never changes.
 */
function watchParent(npm: number, onEnd: () => void) {
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_POLL_MILLISECONDS).unref();
}
