// The worker processes of a node: started, replaced when they end unexpectedly, and stopped by the primary process.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { createThrottle } from '../operation/throttle.ts';
import type { EndDrain } from './serve.ts';
import type { StopRequest } from './stop-requests.ts';

/** The variable in which a worker finds its number, from 1 on; a replacement has the number of the worker before. */
export const WORKER_NUMBER = 'WORKER_NUMBER';

const REPLACEMENTS = { name: 'worker-replacements', points: 5, windowSeconds: 60 };

/** A worker failed to start or to stop, or workers ended too often; the message is meant for the operator. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export class Workers {
  readonly #logger: Logger;
  /** Called when workers have ended too often and the rest has been stopped. */
  readonly #onCrashLoop: (error: WorkerError) => void;
  readonly #replacements = createThrottle(REPLACEMENTS);
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  /** Undefined once all workers of the start listen. */
  #startFailure: PromiseWithResolvers<never> | undefined = Promise.withResolvers();
  #stopRequest: StopRequest | undefined;
  #stopFailure: WorkerError | undefined;
  readonly #stopped = Promise.withResolvers<void>();

  constructor(logger: Logger, onCrashLoop: (error: WorkerError) => void) {
    this.#logger = logger;
    this.#onCrashLoop = onCrashLoop;
  }

  /** Resolves with the port when all listen. @throws {WorkerError} one of them ended, and has printed the reason. */
  async start(count: number): Promise<number> {
    const failed = this.#startFailure?.promise ?? Promise.resolve();
    // A fault such as a port in use ends the first worker, and is printed once.
    const port = await Promise.race([this.#fork(1), failed]);
    const others = Array.from({ length: count - 1 }, (_, index) => this.#fork(index + 2));
    await Promise.race([Promise.all(others), failed]);
    this.#startFailure = undefined;
    return port as number;
  }

  /** Resolves when all have ended. @throws {WorkerError} one of them dropped requests. */
  async stop(endDrain: EndDrain): Promise<void> {
    this.#request(endDrain.aborted ? 'now' : 'drain');
    endDrain.addEventListener('abort', () => this.#request('now'));
    await this.#stopped.promise;
    if (this.#stopFailure) throw this.#stopFailure;
  }

  #request(request: StopRequest): void {
    this.#stopRequest = request;
    for (const worker of this.#listening) send(worker, request);
    if (this.#running.size === 0) this.#stopped.resolve();
  }

  /** Resolves with the port when the worker listens. */
  #fork(number: number): Promise<number> {
    const worker = cluster.fork({ [WORKER_NUMBER]: String(number) });
    this.#running.add(worker);
    this.#logger.info({ worker: number, workerPid: worker.process.pid }, 'worker started');
    worker.once('exit', (code, signal) => this.#ended(worker, number, signal ? `by ${signal}` : `with code ${code}`));
    worker.on('error', ({ message }) => this.#ended(worker, number, `with the error "${message}"`));
    return new Promise((resolve) => {
      worker.once('listening', ({ port }) => {
        this.#listening.add(worker);
        if (this.#stopRequest) send(worker, this.#stopRequest);
        resolve(port);
      });
    });
  }

  #ended(worker: Worker, number: number, how: string): void {
    if (!this.#running.delete(worker)) return;
    const wasListening = this.#listening.delete(worker);
    const error = new WorkerError(`Worker ${number} ended ${how}.`);
    if (this.#stopRequest) {
      if (wasListening && worker.process.exitCode !== 0) this.#stopFailure = error;
      if (this.#running.size === 0) this.#stopped.resolve();
    } else if (this.#startFailure) {
      this.#startFailure.reject(error);
    } else {
      this.#logger.error({ worker: number }, error.message);
      void this.#replace(number);
    }
  }

  async #replace(number: number): Promise<void> {
    try {
      await this.#replacements.consume('all');
      if (!this.#stopRequest) await this.#fork(number);
    } catch {
      await this.#endCrashLoop();
    }
  }

  async #endCrashLoop(): Promise<void> {
    const { points, windowSeconds } = REPLACEMENTS;
    const error = new WorkerError(`More than ${points} workers ended unexpectedly within ${windowSeconds} s.`);
    this.#request('drain');
    await this.#stopped.promise;
    this.#onCrashLoop(error);
  }
}

/** The channel of a worker that is about to end may be closed already, which is no fault. */
const send = (worker: Worker, request: StopRequest): void => void worker.send(request, () => {});
