// What a piece of work costs its process: uninterrupted CPU time, and memory.
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Cost {
  /** Milliseconds of CPU time in the longest stretch during which nothing else can run. */
  readonly busy: number;
  /** The most megabytes above those at the start. */
  readonly megabytes: number;
}

/** Shorter stretches hardly change the memory, which is slow to measure. */
const LONG_STRETCH = 1;

/** The cost of asynchronous work on this thread, without time that other processes take. */
export async function costOf(work: () => Promise<void>): Promise<Cost> {
  const before = megabytesInUse();
  const most = { busy: 0, megabytes: 0 };
  let last = processorTime();
  let isOver = false;
  function turn(): void {
    const stretch = processorTime() - last;
    most.busy = Math.max(most.busy, stretch);
    if (stretch > LONG_STRETCH)
      most.megabytes = Math.max(most.megabytes, megabytesInUse() - before);
    last = processorTime();
    if (!isOver) setImmediate(turn);
  }
  setImmediate(turn);
  await work().finally(() => (isOver = true));
  turn();
  return most;
}

/** Milliseconds of this thread. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function megabytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Several garbage collections, because the finalizers of one free memory for the next. */
const COLLECTIONS = 3;
const PAUSE_MILLISECONDS = 50;

/** Megabytes that are never freed. */
export async function megabytesKept(): Promise<number> {
  for (let round = 0; round < COLLECTIONS; round++) {
    await delay(PAUSE_MILLISECONDS);
    collect();
  }
  return megabytesInUse();
}
