// Ends the process when its main thread computes without end, as PGlite does after a failed write to its log.
import { readlinkSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** The cells of the shared memory: heartbeats of the watched thread, CPU seconds that it may use between two of them. */
export const CELLS = { heartbeats: 0, cpuSeconds: 1 } as const;

export interface WatchdogData {
  readonly cells: Int32Array;
  /** The directory of the embedded database. */
  readonly directory: string;
  /** The file with the CPU time of the watched thread, on Linux. */
  readonly threadStat: string | undefined;
}

/** Seconds of CPU time that PGlite may block a thread while it creates or recovers its files. */
export const OPENING_SECONDS = 60;

const HEARTBEAT_MILLISECONDS = 500;

/**
 * Watches this thread from a second one. CPU time is counted, because PGlite repeats a failed write without end, and a thread
 * without CPU time, or a suspended one, is not blocked. `allow` sets the seconds that the thread may use without a turn of its
 * event loop. A process under a debugger is not watched.
 */
export function startWatchdog(directory: string, cpuSeconds: number) {
  if (inspectorUrl()) return { allow() {}, async stop() {} };
  const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const allow = (seconds: number) => void Atomics.store(cells, CELLS.cpuSeconds, seconds);
  allow(cpuSeconds);
  const workerData: WatchdogData = { cells, directory, threadStat: threadStat() };
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: [], env: {} });
  worker.unref();
  const timer = setInterval(() => Atomics.add(cells, CELLS.heartbeats, 1), HEARTBEAT_MILLISECONDS).unref();
  return {
    allow,
    async stop() {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}

function threadStat(): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    return undefined;
  }
}
