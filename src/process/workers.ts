// The worker processes of a node: started, replaced when they end unexpectedly, and stopped by the primary process.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { DemoOwner } from '../demo/prepare-demo-owner.ts';
import { createThrottle } from '../operation/throttle.ts';
import type { EndDrain, Serving } from './serve.ts';
import type { StopRequest } from './stop-requests.ts';

/** A process that has started; the text for the terminal is empty in a worker. */
export interface Started extends Pick<Serving, 'close'> {
  readonly welcome: string;
}

export interface WorkerRole {
  /** From 1 on; a replacement has the number of the worker before. */
  readonly number: number;
  /** Whether the worker prepares the database for all; it sends the demo owner to the primary process. */
  readonly isFirst: boolean;
}

/** The variables by which the primary process gives a worker its role. */
const VARIABLES = { number: 'WORKER_NUMBER', isFirst: 'WORKER_IS_FIRST' } as const;

const variablesOf = ({ number, isFirst }: WorkerRole) => ({
  [VARIABLES.number]: String(number),
  [VARIABLES.isFirst]: isFirst ? 'yes' : '',
});

export const roleOf = (variables: NodeJS.ProcessEnv): WorkerRole => ({
  number: Number(variables[VARIABLES.number]),
  isFirst: variables[VARIABLES.isFirst] === 'yes',
});

const REPLACEMENTS = { name: 'worker-replacements', points: 5, windowSeconds: 60 };

/** The exit code of a worker that has printed the reason of its end. */
const REPORTED = 1;

/** A worker ended; the message is meant for the operator, and empty when the worker has printed the reason. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface StartedWorkers {
  readonly port: number;
  readonly demoOwner: DemoOwner | undefined;
}

export class Workers {
  readonly #logger: Logger;
  /** Called when workers have ended too often and the others are stopped. */
  readonly #onCrashLoop: (error: WorkerError) => void;
  readonly #replacements = createThrottle(REPLACEMENTS);
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  readonly #startFailed = Promise.withResolvers<never>();
  #isStarted = false;
  #stopRequest: StopRequest | undefined;
  #stopFailure: WorkerError | undefined;
  readonly #stopped = Promise.withResolvers<void>();

  constructor(logger: Logger, onCrashLoop: (error: WorkerError) => void) {
    this.#logger = logger;
    this.#onCrashLoop = onCrashLoop;
  }

  /** Resolves when all listen. @throws {WorkerError} one of them ended. */
  async start(count: number): Promise<StartedWorkers> {
    let demoOwner: DemoOwner | undefined;
    const first = this.#fork({ number: 1, isFirst: true });
    first.worker.on('message', (message) => {
      demoOwner ??= message?.demoOwner;
    });
    // A fault such as a port in use ends the first worker, and is printed once.
    const port = await Promise.race([first.port, this.#startFailed.promise]);
    const others = Array.from({ length: count - 1 }, (_, index) => this.#fork({ number: index + 2, isFirst: false }));
    await Promise.race([Promise.all(others.map((other) => other.port)), this.#startFailed.promise]);
    this.#isStarted = true;
    return { port, demoOwner };
  }

  /** Resolves when all have ended. @throws {WorkerError} one of them may have dropped requests. */
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

  #fork(role: WorkerRole) {
    const worker = cluster.fork(variablesOf(role));
    this.#running.add(worker);
    this.#logger.info({ worker: role.number, workerPid: worker.process.pid }, 'worker started');
    worker.once('exit', (code, signal) => this.#ended(worker, role, signal ? `by ${signal}` : `with code ${code}`));
    worker.on('error', ({ message }) => {
      // Without its channel a worker can't be stopped later.
      worker.process.kill('SIGKILL');
      this.#ended(worker, role, `with the error "${message}"`);
    });
    const port = new Promise<number>((resolve) => {
      worker.once('listening', (address) => {
        this.#listening.add(worker);
        if (this.#stopRequest) send(worker, this.#stopRequest);
        resolve(address.port);
      });
    });
    return { worker, port };
  }

  #ended(worker: Worker, { number }: WorkerRole, how: string): void {
    if (!this.#running.delete(worker)) return;
    const wasListening = this.#listening.delete(worker);
    const { exitCode } = worker.process;
    const error = new WorkerError(`Worker ${number} ended ${how}.`);
    if (this.#stopRequest) {
      if (wasListening && exitCode !== 0) this.#stopFailure = error;
      if (this.#running.size === 0) this.#stopped.resolve();
    } else if (!this.#isStarted) {
      this.#startFailed.reject(exitCode === REPORTED ? new WorkerError('') : error);
    } else {
      this.#logger.error({ worker: number }, error.message);
      void this.#replace(number);
    }
  }

  async #replace(number: number): Promise<void> {
    try {
      await this.#replacements.consume('all');
    } catch {
      await this.#endCrashLoop();
      return;
    }
    if (!this.#stopRequest) this.#fork({ number, isFirst: false });
  }

  async #endCrashLoop(): Promise<void> {
    const { points, windowSeconds } = REPLACEMENTS;
    this.#request('drain');
    await this.#stopped.promise;
    this.#onCrashLoop(new WorkerError(`More than ${points} workers ended unexpectedly within ${windowSeconds} s.`));
  }
}

/** The channel of a worker that is about to end may be closed already, which is no fault. */
const send = (worker: Worker, request: StopRequest): void => void worker.send(request, () => {});
