// The thread of the watchdog: kills the process after too much CPU time of the watched thread without a heartbeat.
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { parentPort, workerData } from 'node:worker_threads';
import { freeBytesOf, inMegabytes } from './data-directory.ts';
import { readCpuSeconds, type WatchdogData } from './watchdog.ts';

const { directory, threadStat }: WatchdogData = workerData;
const STDERR = 2;
const CHECK_MILLISECONDS = 1000;
/** Bytes of a new segment of PostgreSQL's write-ahead log, at most. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/** The last one; `at` is on the clock of performance.now(). */
let heartbeat = { allowed: Number.POSITIVE_INFINITY, cpuSeconds: 0, at: 0 };
parentPort?.on('message', (allowed: number) => {
  heartbeat = { allowed, cpuSeconds: cpuSeconds(), at: performance.now() };
});

setInterval(() => {
  const used = cpuSeconds() - heartbeat.cpuSeconds;
  if (used >= heartbeat.allowed) endProcess(used, (performance.now() - heartbeat.at) / 1000);
}, CHECK_MILLISECONDS);

/** On Linux that of the watched thread, elsewhere that of the process, whose other threads use little meanwhile. */
function cpuSeconds(): number {
  const ofThread = threadStat && readCpuSeconds(threadStat);
  if (typeof ofThread === 'number') return ofThread;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function endProcess(used: number, elapsed: number): void {
  const seen = `the thread of the embedded database has used ${used.toFixed(0)} s of CPU time without a pause, in ${elapsed.toFixed(0)} s`;
  // The streams of a thread pass through the main thread, which is blocked.
  const msg = `The process is ended: ${seen}. ${diskState()}`;
  const line = { level: 'fatal', time: new Date(), 'process.pid': process.pid, msg };
  writeSync(STDERR, `${isatty(STDERR) ? msg : JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function diskState(): string {
  try {
    const free = freeBytesOf(directory);
    return `${free < SEGMENT_BYTES ? 'The disk is full' : 'The disk is not full'} (${inMegabytes(free)} free in ${directory}).`;
  } catch {
    return `The directory ${directory} is gone.`;
  }
}
