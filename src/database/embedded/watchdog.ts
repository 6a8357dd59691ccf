// Ends the process when its main thread computes without end, as PGlite does after a failed write to its log.
import { readFileSync, readlinkSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

export interface WatchdogData {
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
 * without CPU time, or a suspended one, is not blocked. Each heartbeat has the seconds that the thread may use until the next;
 * `allow` changes them. A process under a debugger is not watched.
 */
export function startWatchdog(directory: string, cpuSeconds: number) {
  if (inspectorUrl()) return { allow() {}, async stop() {} };
  let allowed = cpuSeconds;
  const workerData: WatchdogData = { directory, threadStat: threadStat() };
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: [], env: {} });
  worker.unref();
  const beat = () => worker.postMessage(allowed);
  beat();
  const timer = setInterval(beat, HEARTBEAT_MILLISECONDS).unref();
  return {
    allow(seconds: number) {
      allowed = seconds;
      beat();
    },
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

const TICKS_PER_SECOND = 100;

/** The CPU time of a process or thread on Linux, in seconds, from a file such as `/proc/1/stat` (proc_pid_stat(5)); undefined without such a file. */
export function readCpuSeconds(statFile: string): number | undefined {
  try {
    const text = readFileSync(statFile, 'utf8');
    // The fields from the third one on: the second one is a name in brackets, which may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[14 - 3]) + Number(fields[15 - 3])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
