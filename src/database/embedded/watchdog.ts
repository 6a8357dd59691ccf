// Ends the process if PGlite blocks it: PGlite retries a failed write to its log forever, and nothing else runs. This
// file is also the module of the second thread.
import { write } from 'node:fs';
import { isatty } from 'node:tty';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { freeBytesOf, inMegabytes } from './data-directory.ts';

/** Seconds of CPU time that PGlite may block a thread, enough to create or recover its files. */
const BLOCKED_SECONDS = 60;

const HEARTBEAT_MILLISECONDS = 500;

/**
 * Watches this thread from a second one, until the returned function is called. It measures CPU time, because a waiting
 * thread or a suspended process is not blocked by PGlite.
 */
export function startWatchdog(
  directory: string,
  cpuSeconds = BLOCKED_SECONDS,
): () => Promise<void> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { watched: { directory, allowed: cpuSeconds } satisfies Watched },
    execArgv: [],
    env: {},
  });
  worker.unref();
  const timer = setInterval(() => worker.postMessage('beat'), HEARTBEAT_MILLISECONDS).unref();
  return async () => {
    clearInterval(timer);
    await worker.terminate();
  };
}

interface Watched {
  readonly directory: string;
  readonly allowed: number;
}

const STDERR = 2;
const CHECK_MILLISECONDS = 1000;
const LAST_LINE_MILLISECONDS = 200;

/** Of all threads; the others use little while the watched one is blocked. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The second thread: kills the process if it used too much CPU time without a heartbeat. */
function watch({ directory, allowed }: Watched) {
  let beatAt = cpuSeconds();
  parentPort?.on('message', () => {
    beatAt = cpuSeconds();
  });
  setInterval(() => {
    const used = cpuSeconds() - beatAt;
    if (used >= allowed) endProcess(directory, used);
  }, CHECK_MILLISECONDS);
}

function endProcess(directory: string, used: number) {
  const seen = `the embedded database has used ${used.toFixed(0)} s of CPU time without a pause`;
  const msg = `Ended the process: ${seen}. ${diskState(directory)}`;
  const line = { level: 'fatal', time: new Date(), 'process.pid': process.pid, msg };
  const kill = () => process.kill(process.pid, 'SIGKILL');
  // The line has a moment: stderr may be stuck or on the same full disk. A thread's streams go through the main thread,
  // which is blocked.
  setTimeout(kill, LAST_LINE_MILLISECONDS);
  write(STDERR, `${isatty(STDERR) ? msg : JSON.stringify(line)}\n`, kill);
}

function diskState(directory: string) {
  const free = freeBytesOf(directory);
  return free === undefined
    ? `The directory ${directory} no longer exists.`
    : `The disk of ${directory} has ${inMegabytes(free)} free.`;
}

if (workerData?.watched) watch(workerData.watched);
