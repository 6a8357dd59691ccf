// The thread of the watchdog: counts the seconds without a heartbeat of the main thread, then kills the process.
import { writeSync } from 'node:fs';
import { setInterval } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { freeBytesOf, inMegabytes } from './data-directory.ts';
import { CELLS, type WatchdogData } from './watchdog.ts';

const { cells, directory }: WatchdogData = workerData;
const stderr = 2;
/** Bytes of a new segment of PostgreSQL's write-ahead log, at most. */
const segmentBytes = 16 * 2 ** 20;

let known = 0;
let missed = 0;
// The loop counts its ticks and not the time, because a process that was suspended as a whole is not blocked.
for await (const _ of setInterval(1000)) {
  const heartbeats = Atomics.load(cells, CELLS.heartbeats);
  missed = heartbeats === known ? missed + 1 : 0;
  known = heartbeats;
  if (missed < Atomics.load(cells, CELLS.blockedSeconds)) continue;
  // The streams of a thread pass through the main thread, which is blocked.
  writeSync(stderr, `The process is ended: the embedded database has blocked it for ${missed} s. ${diskState()}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function diskState(): string {
  try {
    const free = freeBytesOf(directory);
    return `${free < segmentBytes ? 'The disk is full' : 'The disk is not full'} (${inMegabytes(free)} free in ${directory}).`;
  } catch {
    return `The directory ${directory} is gone.`;
  }
}
