// Ends the process when its main thread is blocked for good, as PGlite blocks it after a failed write to its log.
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** The cells of the memory that both threads share: heartbeats of the main thread, seconds that it may be blocked. */
export const CELLS = { heartbeats: 0, blockedSeconds: 1 } as const;

export interface WatchdogData {
  readonly cells: Int32Array;
  /** The directory of the embedded database. */
  readonly directory: string;
}

export interface Watchdog {
  /** Sets the number of seconds that the main thread may be blocked. */
  allow(blockedSeconds: number): void;
  stop(): Promise<void>;
}

/** Seconds that PGlite may block a thread while it creates or recovers its files. */
export const OPENING_SECONDS = 60;

const heartbeatMilliseconds = 500;

/**
 * Watches this thread, the main one or another, from a second one. A process that is being debugged is not watched, because a breakpoint
 * blocks its main thread too.
 */
export function startWatchdog(directory: string, blockedSeconds: number): Watchdog {
  if (inspectorUrl()) return { allow() {}, async stop() {} };
  const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const allow = (seconds: number) => void Atomics.store(cells, CELLS.blockedSeconds, seconds);
  allow(blockedSeconds);
  const workerData: WatchdogData = { cells, directory };
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: [], env: {} });
  worker.unref();
  const timer = setInterval(() => Atomics.add(cells, CELLS.heartbeats, 1), heartbeatMilliseconds).unref();
  return {
    allow,
    async stop() {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}
