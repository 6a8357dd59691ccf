// Ends the process when a thread of it computes without end, as PGlite does after a failed write to its log. The file is the
// module of the second thread, too.
import { readFileSync, readlinkSync, writeSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { isatty } from 'node:tty';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { freeBytesOf, inMegabytes } from './data-directory.ts';

interface Watched {
  readonly directory: string;
  /** The file with the CPU time of the watched thread; empty except on Linux. */
  readonly threadStat: string;
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
  const watched: Watched = { directory, threadStat: threadStat() };
  const worker = new Worker(new URL(import.meta.url), { workerData: { watched }, execArgv: [], env: {} });
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

function threadStat(): string {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    return '';
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

const STDERR = 2;
const CHECK_MILLISECONDS = 1000;
/** Bytes of a new segment of PostgreSQL's write-ahead log, at most. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/** The second thread: kills the process after too much CPU time of the watched thread without a heartbeat. */
function watch({ directory, threadStat }: Watched): void {
  /** On Linux that of the watched thread, elsewhere that of the process, whose other threads use little meanwhile. */
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return readCpuSeconds(threadStat) ?? (user + system) / 1e6;
  };
  /** The last one; `at` is on the clock of performance.now(). */
  let heartbeat = { allowed: Number.POSITIVE_INFINITY, cpuSeconds: 0, at: 0 };
  parentPort?.on('message', (allowed: number) => {
    heartbeat = { allowed, cpuSeconds: cpuSeconds(), at: performance.now() };
  });
  setInterval(() => {
    const used = cpuSeconds() - heartbeat.cpuSeconds;
    if (used >= heartbeat.allowed) endProcess(directory, used, (performance.now() - heartbeat.at) / 1000);
  }, CHECK_MILLISECONDS);
}

function endProcess(directory: string, used: number, elapsed: number): void {
  const seen = `the thread of the embedded database has used ${used.toFixed(0)} s of CPU time without a pause, in ${elapsed.toFixed(0)} s`;
  // The streams of a thread pass through the main thread, which is blocked.
  const msg = `The process is ended: ${seen}. ${diskState(directory)}`;
  const line = { level: 'fatal', time: new Date(), 'process.pid': process.pid, msg };
  writeSync(STDERR, `${isatty(STDERR) ? msg : JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function diskState(directory: string): string {
  try {
    const free = freeBytesOf(directory);
    return `${free < SEGMENT_BYTES ? 'The disk is full' : 'The disk is not full'} (${inMegabytes(free)} free in ${directory}).`;
  } catch {
    return `The directory ${directory} is gone.`;
  }
}

if (workerData?.watched) watch(workerData.watched);
