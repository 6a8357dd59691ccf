// The heartbeats of workers, which find those that hang: without a heartbeat for ten seconds, unless they lack CPU time.
import type { Worker } from 'node:cluster';
import { url as inspectorUrl } from 'node:inspector';
import { readCpuSeconds } from '../database/embedded/watchdog.ts';
import { sendToPrimary } from './shared-port.ts';

const HEARTBEAT_MILLISECONDS = 1_000;

/** To be called in a worker. */
export function startHeartbeat(): void {
  sendToPrimary('alive');
  setInterval(() => sendToPrimary('alive'), HEARTBEAT_MILLISECONDS).unref();
}

const SILENT_TICKS = 10;
/** More CPU time than any request needs between two heartbeats. */
const COMPUTED_SECONDS = 5;

interface Silence {
  ticks: number;
  /** Ticks in a row without any CPU time: the worker waits, or is suspended. */
  idleTicks: number;
  /** CPU time since the last heartbeat. */
  computedSeconds: number;
  /** CPU time of the process at the last tick; undefined except on Linux, then silence alone counts. */
  cpuSeconds: number | undefined;
}

/**
 * Calls back with each worker that hangs; the result is to be told of heartbeats, and watches a worker from the first one on.
 * Ticks of this process are counted, not seconds: no tick passes while the machine is suspended. A worker that shares a busy
 * CPU computes a little in each tick, and does not count as hanging. A breakpoint stops workers, too: under a debugger none is watched.
 */
export function watchHeartbeats(onHang: (worker: Worker) => void): (worker: Worker) => void {
  const silences = new Map<Worker, Silence>();
  const check = () => {
    for (const [worker, silence] of silences) {
      const hangs = !worker.isDead() && isHang(worker, silence);
      if (hangs) onHang(worker);
      if (hangs || worker.isDead()) silences.delete(worker);
    }
  };
  if (!inspectorUrl()) setInterval(check, HEARTBEAT_MILLISECONDS).unref();
  return (worker) =>
    void silences.set(worker, { ticks: 0, idleTicks: 0, computedSeconds: 0, cpuSeconds: cpuSecondsOfWorker(worker) });
}

function isHang(worker: Worker, silence: Silence): boolean {
  const before = silence.cpuSeconds;
  silence.cpuSeconds = cpuSecondsOfWorker(worker);
  const computed = before === undefined || silence.cpuSeconds === undefined ? 0 : silence.cpuSeconds - before;
  silence.ticks++;
  silence.idleTicks = computed > 0 ? 0 : silence.idleTicks + 1;
  silence.computedSeconds += computed;
  return (
    silence.idleTicks >= SILENT_TICKS || (silence.ticks >= SILENT_TICKS && silence.computedSeconds >= COMPUTED_SECONDS)
  );
}

const cpuSecondsOfWorker = ({ process: { pid } }: Worker) => readCpuSeconds(`/proc/${pid}/stat`);
