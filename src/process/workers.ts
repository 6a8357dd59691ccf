// A node's worker processes, using node:cluster: forked, replaced when they end unexpectedly, and stopped by the
// primary process.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { DemoOwner } from '../demo/demo-owner.ts';
import type { Log } from '../log.ts';
import type { Started } from './start-texts.ts';
import type { StopRequest } from './stop-requests.ts';

/** The first worker prepares the database for all. IDs count from 1, and a replacement gets a new one. */
export const isFirst = ({ id }: Worker) => id === 1;

/** The first worker sends it before it listens. */
export interface DemoOwnerMessage {
  readonly demoOwner: DemoOwner;
}

/** The most replacements within the window, each later than the one before; after more, the service ends. */
const REPLACEMENTS = { most: 5, windowSeconds: 60, backOffMilliseconds: 250 };

/** The longest time a worker takes to stop after its drain. */
const STOP_SECONDS = 10;

/** The exit code of a worker that printed why it ended. */
const REPORTED = 1;

/** A worker ended; the message is for the operator, and empty if the worker printed the reason. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface Listeners {
  /** Workers ended too often, and all are stopped. */
  onCrashLoop(error: WorkerError): void;
  /** A worker ended unexpectedly. */
  onEnded(): void;
}

export class Workers {
  readonly #config: Config;
  readonly #logger: Log;
  readonly #listeners: Listeners;
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  readonly #started = Promise.withResolvers<Omit<Started, 'metricsPort'> | undefined>();
  readonly #stopped = Promise.withResolvers<void>();
  /** When workers ended unexpectedly, on the clock of performance.now(). */
  #endings: readonly number[] = [];
  #demoOwner: DemoOwner | undefined;
  #isStopping = false;
  #stopFailure: WorkerError | undefined;

  constructor(config: Config, logger: Log, listeners: Listeners) {
    this.#config = config;
    this.#logger = logger;
    this.#listeners = listeners;
  }

  /**
   * Resolves when all workers listen. An error such as an unreachable database ends the first worker, and is printed
   * once. Undefined if a stop came first. @throws {WorkerError}
   */
  start() {
    this.#fork();
    return this.#started.promise;
  }

  /** Resolves when all workers have ended. @throws {WorkerError} one of them may have dropped requests. */
  async stop(endDrain: AbortSignal): Promise<void> {
    endDrain.addEventListener('abort', () => this.#request('now'));
    this.#request(endDrain.aborted ? 'now' : 'drain');
    await this.#stopped.promise;
    if (this.#stopFailure) throw this.#stopFailure;
  }

  /** A worker that is still starting ends at once; one that takes too long is killed. */
  #request(request: StopRequest): void {
    this.#isStopping = true;
    this.#started.resolve(undefined);
    const seconds = STOP_SECONDS + (request === 'drain' ? this.#config.drainSeconds : 0);
    for (const worker of this.#running) {
      // Ignores the error: the channel of a worker that is about to end may be closed.
      worker.send(request, () => {});
      setTimeout(() => worker.process.kill('SIGKILL'), seconds * 1_000).unref();
    }
    if (this.#running.size === 0) this.#stopped.resolve();
  }

  #fork(): void {
    const worker = cluster.fork();
    this.#running.add(worker);
    this.#logger.info(
      { 'owner_api.worker': worker.id, 'owner_api.worker_pid': worker.process.pid },
      `Worker ${worker.id} started.`,
    );
    worker.on(
      'message',
      ({ demoOwner }: Partial<DemoOwnerMessage>) => (this.#demoOwner ??= demoOwner),
    );
    worker.on('listening', ({ port }) => this.#listens(worker, port));
    worker.on('exit', (code, signal) =>
      this.#ended(worker, signal ? `by ${signal}` : `with code ${code}`),
    );
    worker.on('error', ({ message }) => {
      // A started one ends: without its channel it couldn't be stopped later.
      if (worker.process.pid) worker.process.kill('SIGKILL');
      else this.#ended(worker, `with the error "${message}"`);
    });
  }

  #listens(worker: Worker, port: number): void {
    this.#listening.add(worker);
    if (isFirst(worker)) for (let count = 1; count < this.#config.workers; count++) this.#fork();
    if (this.#listening.size === this.#config.workers)
      this.#started.resolve({ port, demoOwner: this.#demoOwner });
  }

  #ended(worker: Worker, how: string): void {
    if (!this.#running.delete(worker)) return;
    const { exitCode } = worker.process;
    const error = new WorkerError(`Worker ${worker.id} ended ${how}.`);
    const hasListened = this.#listening.delete(worker);
    if (this.#isStopping) {
      // A worker that never listened drops no requests.
      if (exitCode !== 0 && hasListened) this.#stopFailure = error;
      if (this.#running.size === 0) this.#stopped.resolve();
    } else if (isFirst(worker) && !hasListened) {
      this.#started.reject(exitCode === REPORTED ? new WorkerError('') : error);
    } else {
      this.#logger.error({ 'owner_api.worker': worker.id }, `Worker ${worker.id} ended ${how}.`);
      this.#listeners.onEnded();
      void this.#replace();
    }
  }

  async #replace(): Promise<void> {
    const { most, windowSeconds, backOffMilliseconds } = REPLACEMENTS;
    const now = performance.now();
    this.#endings = [...this.#endings.filter((at) => now - at < windowSeconds * 1_000), now];
    const before = this.#endings.length - 1;
    if (before < most) {
      await delay(before * backOffMilliseconds);
      if (!this.#isStopping) this.#fork();
      return;
    }
    this.#request('drain');
    await this.#stopped.promise;
    this.#listeners.onCrashLoop(
      new WorkerError(`More than ${most} workers ended unexpectedly within ${windowSeconds} s.`),
    );
  }
}
