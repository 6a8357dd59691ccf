// How a migration waits for locks: in short attempts, between which it holds no lock, with lines that say who holds them.
import { setTimeout as delay, setInterval as everyMilliseconds } from 'node:timers/promises';
import type { LogMessage } from '../../log.ts';
import type { DatabaseLog, DatabaseOptions, Session } from '../connection.ts';
import { hasOneOf } from '../database-errors.ts';
import { cancel, holdersBefore } from '../postgres/lock-holders.ts';

export type OpenSession = () => Promise<Session>;

/** How long a migration is tried again while others hold its locks, and where it tells of them. */
export type WaitOptions = Pick<DatabaseOptions, 'logger' | 'lockWaitSeconds'>;

/** Another process is migrating; the message says which. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

const WAIT_SECONDS = 600;
/** Another process may wait for as long, and then migrates. */
const BUSY_SHARE = 1.5;

/** In milliseconds; with an attempt of 500 ms a migration begins at most 3 s after its locks are free. */
const PAUSE = { first: 500, longest: 2000, growth: 1.5 };
const LOOK_MILLISECONDS = 300;
const LINE_MILLISECONDS = 5000;

/** SQLSTATE: a lock that was not granted in time, a deadlock, a serialisation failure. */
const HELD_UP = ['55P03', '40P01', '40001'];

export const isHeldUp = (error: unknown): boolean => error instanceof BusyError || hasOneOf(error, HELD_UP);

export class LockWaits {
  readonly #open: OpenSession;
  readonly #log: DatabaseLog | undefined;
  readonly #waitMilliseconds: number;
  #began = performance.now();
  #told = Number.NEGATIVE_INFINITY;
  #holders = '';
  #session: Session | undefined;

  constructor(open: OpenSession, { logger, lockWaitSeconds = WAIT_SECONDS }: WaitOptions) {
    this.#open = open;
    this.#log = logger;
    this.#waitMilliseconds = lockWaitSeconds * 1000;
  }

  /** Repeats an attempt at a migration, a whole transaction, until no other process holds it up. */
  async repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
    this.#began = performance.now();
    for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isHeldUp(error) || this.#isOver(error instanceof BusyError ? BUSY_SHARE : 1)) throw this.#named(error);
        if (error instanceof BusyError) this.#tell(`A migration waits: ${error.message}`);
      }
      await delay(pause);
    }
  }

  /** Runs a statement; meanwhile a second connection looks who holds it up. */
  async watched<Result>(name: string, sql: string, run: () => Promise<Result>): Promise<Result> {
    const ended = new AbortController();
    const watching = this.#watch(name, sql, ended.signal);
    try {
      return await run();
    } finally {
      ended.abort();
      await watching;
    }
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }

  async #watch(name: string, sql: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of everyMilliseconds(LOOK_MILLISECONDS, undefined, { signal })) {
        this.#session ??= await this.#open();
        const holders = await holdersBefore(this.#session, sql);
        if (holders === '' || signal.aborted) continue;
        this.#holders = holders;
        this.#tell(`The migration ${name} waits for a lock of ${holders}`);
        // A build of an index waits without a time limit of its own.
        if (this.#isOver()) await cancel(this.#session, sql);
      }
    } catch {
      // Aborted, or no second connection is to be had: the wait goes on without the names.
    }
  }

  #isOver(share = 1): boolean {
    return performance.now() - this.#began > this.#waitMilliseconds * share;
  }

  #tell(text: LogMessage): void {
    if (performance.now() - this.#told < LINE_MILLISECONDS) return;
    this.#told = performance.now();
    this.#log?.info(text);
  }

  #named(error: unknown): unknown {
    const isLast = this.#isOver() && error instanceof Error && this.#holders !== '';
    if (isLast) error.message += `. The lock was held by ${this.#holders}`;
    return error;
  }
}
