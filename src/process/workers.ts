// The worker processes of a node: started, replaced when they end unexpectedly, and stopped by the primary process.
import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../config.ts';
import type { DemoOwner } from '../demo/demo-owner.ts';
import type { Log } from '../log.ts';
import { watchHeartbeats } from './heartbeats.ts';
import { type FromWorker, SharedPort, type ToWorker } from './shared-port.ts';
import type { StopRequest } from './stop-requests.ts';

export interface WorkerRole {
  /** From 1 on; a replacement has the number of its predecessor. */
  readonly number: number;
  /** Whether the worker prepares the database for all; it sends the demo owner to the primary process. */
  readonly isFirst: boolean;
}

/** The primary process sets it for each worker, in JSON. */
const ROLE = 'WORKER_ROLE';

export const readRole = (variables: NodeJS.ProcessEnv): WorkerRole => JSON.parse(String(variables[ROLE]));

/** Workers that are replaced within so many seconds; the service ends after more. */
const REPLACEMENTS = { most: 5, windowSeconds: 60 };

/** The longest time in which a worker stops after its drain. */
const STOP_SECONDS = 12;

/** The exit code of a worker that has printed the reason of its end. */
const REPORTED = 1;

/** A worker ended; the message is meant for the operator, and empty when the worker has printed the reason. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export class Workers {
  readonly #config: Config;
  readonly #logger: Log;
  /** Called when workers have ended too often and all are stopped. */
  readonly #onCrashLoop: (error: WorkerError) => void;
  readonly #port = new SharedPort();
  readonly #noteHeartbeat = watchHeartbeats((worker) => this.#endHanging(worker));
  /** When workers ended unexpectedly, on the clock of performance.now(). */
  #endings: readonly number[] = [];
  readonly #running = new Map<Worker, WorkerRole>();
  readonly #ready = new Set<Worker>();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #allReady = Promise.withResolvers<void>();
  #opening: Promise<number> | undefined;
  #demoOwner: DemoOwner | undefined;
  #stopRequest: StopRequest | undefined;
  #stopFailure: WorkerError | undefined;
  readonly #stopped = Promise.withResolvers<void>();

  constructor(config: Config, logger: Log, onCrashLoop: (error: WorkerError) => void) {
    this.#config = config;
    this.#logger = logger;
    this.#onCrashLoop = onCrashLoop;
  }

  /**
   * Resolves when all workers are ready; the port is open from the first one on. A fault such as a database that is down ends
   * the first worker, and is printed once. Undefined if a stop came first. @throws {WorkerError | ListenError}
   */
  async start() {
    this.#fork({ number: 1, isFirst: true });
    await Promise.race([this.#firstReady.promise, this.#stopped.promise]);
    if (this.#stopRequest) return undefined;
    this.#opening = this.#port.open(this.#config);
    const port = await this.#opening;
    for (let number = 2; number <= this.#config.workers; number++) this.#fork({ number, isFirst: false });
    await Promise.race([this.#allReady.promise, this.#stopped.promise]);
    return this.#stopRequest ? undefined : { port, demoOwner: this.#demoOwner };
  }

  /** Resolves when all workers have ended. @throws {WorkerError} one of them may have dropped requests. */
  async stop(endDrain: AbortSignal): Promise<void> {
    endDrain.addEventListener('abort', () => void this.#stopAll('now'));
    // A port that is closed while it is being opened would stay open.
    await this.#opening?.catch(() => {});
    await this.#stopAll(endDrain.aborted ? 'now' : 'drain');
    if (this.#stopFailure) throw this.#stopFailure;
  }

  /** Resolves when all workers have ended; those that take too long are killed, and those that still start at once. */
  #stopAll(request: StopRequest): Promise<void> {
    this.#stopRequest = request;
    const workers = [...this.#running.keys()];
    for (const worker of workers) {
      if (this.#ready.has(worker)) send(worker, request);
      else worker.process.kill('SIGKILL');
    }
    const drainSeconds = request === 'drain' ? this.#config.drainSeconds : 0;
    const killAll = () => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    };
    setTimeout(killAll, (drainSeconds + STOP_SECONDS) * 1_000).unref();
    if (workers.length === 0) this.#stopped.resolve();
    return this.#stopped.promise;
  }

  #fork(role: WorkerRole): void {
    const worker = cluster.fork({ [ROLE]: JSON.stringify(role) });
    this.#running.set(worker, role);
    this.#logger.info(
      { 'owner_api.worker': role.number, 'owner_api.worker_pid': worker.process.pid },
      `Worker ${role.number} started.`,
    );
    worker.on('message', (message: FromWorker) => this.#onMessage(worker, message));
    worker.once('exit', (code, signal) => this.#ended(worker, signal ? `by ${signal}` : `with code ${code}`));
    worker.on('error', ({ message }) => {
      // Without its channel a worker can't be stopped later.
      worker.process.kill('SIGKILL');
      this.#ended(worker, `with the error "${message}"`);
    });
  }

  #onMessage(worker: Worker, message: FromWorker): void {
    if (!this.#running.has(worker)) return;
    if (message === 'alive') this.#noteHeartbeat(worker);
    else if (message === 'taken') this.#port.taken(worker);
    else if (message === 'ready') this.#serves(worker);
    else if (message === 'closing') {
      this.#port.retire(worker, this.#stopRequest !== undefined);
      send(worker, 'closed');
    } else if (typeof message === 'object') this.#demoOwner ??= message.demoOwner;
  }

  #serves(worker: Worker): void {
    // It has been killed meanwhile.
    if (this.#stopRequest) return;
    this.#ready.add(worker);
    this.#port.add(worker);
    this.#firstReady.resolve();
    if (this.#ready.size === this.#config.workers) this.#allReady.resolve();
  }

  #endHanging(worker: Worker): void {
    const number = this.#running.get(worker)?.number ?? 0;
    this.#logger.error(
      { 'owner_api.worker': number },
      `Worker ${number} has given no heartbeat for 10 s and is killed.`,
    );
    worker.process.kill('SIGKILL');
  }

  #ended(worker: Worker, how: string): void {
    const role = this.#running.get(worker);
    if (!role) return;
    this.#running.delete(worker);
    this.#port.remove(worker, this.#stopRequest !== undefined);
    const wasReady = this.#ready.delete(worker);
    const { exitCode } = worker.process;
    const message = `Worker ${role.number} ended ${how}.` as const;
    const error = new WorkerError(message);
    if (this.#stopRequest) {
      if (wasReady && exitCode !== 0) this.#stopFailure = error;
      if (this.#running.size === 0) this.#stopped.resolve();
    } else if (role.isFirst && !wasReady) {
      this.#firstReady.reject(exitCode === REPORTED ? new WorkerError('') : error);
    } else {
      this.#logger.error({ 'owner_api.worker': role.number }, message);
      void this.#replace(role.number);
    }
  }

  async #replace(number: number): Promise<void> {
    const { most, windowSeconds } = REPLACEMENTS;
    const now = performance.now();
    this.#endings = [...this.#endings.filter((at) => now - at < windowSeconds * 1_000), now];
    if (this.#endings.length <= most) {
      this.#fork({ number, isFirst: false });
      return;
    }
    await this.#stopAll('drain');
    this.#onCrashLoop(new WorkerError(`More than ${most} workers ended unexpectedly within ${windowSeconds} s.`));
  }
}

/** An error is ignored: the channel of a worker that is about to end may be closed. */
const send = (worker: Worker, message: ToWorker): void => void worker.send(message, () => {});
