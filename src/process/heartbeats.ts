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
 * Ticks of this process are counted, not seconds: no tick passes while the machine is suspended. A worker that shares a busy
 * CPU computes a little in each tick, and does not count as hanging.
 */
export class Heartbeats {
  readonly #silences = new Map<Worker, Silence>();

  /** A process under a debugger is not watched, because a breakpoint stops a worker, too. */
  constructor(onHang: (worker: Worker) => void) {
    if (inspectorUrl()) return;
    setInterval(() => {
      for (const [worker, silence] of this.#silences) if (isHang(worker, silence)) onHang(worker);
    }, HEARTBEAT_MILLISECONDS).unref();
  }

  /** Watches the worker from its first heartbeat on. */
  beat(worker: Worker): void {
    this.#silences.set(worker, { ticks: 0, idleTicks: 0, computedSeconds: 0, cpuSeconds: cpuSecondsOfWorker(worker) });
  }

  forget(worker: Worker): void {
    this.#silences.delete(worker);
  }
}

function isHang(worker: Worker, silence: Silence): boolean {
  const before = silence.cpuSeconds;
  silence.cpuSeconds = cpuSecondsOfWorker(worker);
  const computed = before === undefined || silence.cpuSeconds === undefined ? 0 : silence.cpuSeconds - before;
  silence.ticks++;
  silence.idleTicks = computed > 0 ? 0 : silence.idleTicks + 1;
  silence.computedSeconds += computed;
  return (
    silence.ticks >= SILENT_TICKS && (silence.idleTicks >= SILENT_TICKS || silence.computedSeconds >= COMPUTED_SECONDS)
  );
}

const cpuSecondsOfWorker = ({ process: { pid } }: Worker) => readCpuSeconds(`/proc/${pid}/stat`);
