// Ends the process if PGlite blocks it: PGlite retries a failed write to its log forever, and nothing else runs. This
// file is also the module of the second thread.
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { freeBytesOf, inMegabytes } from './data-directory.ts';

interface Watched {
  readonly directory: string;
}

/** Seconds of CPU time that PGlite may block a thread while it creates or recovers its files. */
export const OPENING_SECONDS = 60;

const HEARTBEAT_MILLISECONDS = 500;

/**
 * Watches this thread from a second one. It measures CPU time, because a waiting thread or a suspended process is not
 * blocked by PGlite. Each heartbeat sets the seconds the process may use until the next; `allow` changes them.
 */
export function startWatchdog(directory: string, cpuSeconds: number) {
  let allowed = cpuSeconds;
  const watched: Watched = { directory };
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { watched },
    execArgv: [],
    env: {},
  });
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

const STDERR = 2;
const CHECK_MILLISECONDS = 1000;
/** The maximum size of a new segment of PostgreSQL's write-ahead log. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/** Of all threads; the others use little while the watched one is blocked. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The second thread: kills the process if it used too much CPU time without a heartbeat. */
function watch({ directory }: Watched): void {
  let heartbeat = { allowed: Number.POSITIVE_INFINITY, cpuSeconds: 0 };
  parentPort?.on('message', (allowed: number) => {
    heartbeat = { allowed, cpuSeconds: cpuSeconds() };
  });
  setInterval(() => {
    const used = cpuSeconds() - heartbeat.cpuSeconds;
    if (used >= heartbeat.allowed) endProcess(directory, used);
  }, CHECK_MILLISECONDS);
}

function endProcess(directory: string, used: number): void {
  const seen = `the embedded database has used ${used.toFixed(0)} s of CPU time without a pause`;
  // A thread's streams go through the main thread, which is blocked.
  const msg = `Ending the process: ${seen}. ${diskState(directory)}`;
  const line = { level: 'fatal', time: new Date(), 'process.pid': process.pid, msg };
  writeSync(STDERR, `${isatty(STDERR) ? msg : JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function diskState(directory: string): string {
  try {
    const free = freeBytesOf(directory);
    return `${free < SEGMENT_BYTES ? 'The disk is full' : 'The disk is not full'} (${inMegabytes(free)} free in ${directory}).`;
  } catch {
    return `The directory ${directory} no longer exists.`;
  }
}

if (workerData?.watched) watch(workerData.watched);
