// The time that a request has left for the database. AsyncLocalStorage carries it, because Prisma's API can't.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds from the first byte of a request; so its answer is there within 5 s, also a 503. */
export const requestMilliseconds = 4500;

/** On the clock of performance.now(). */
const deadlines = new AsyncLocalStorage<number>();

/** Runs `work`, whose calls to the database fail as unavailable after this time or an earlier deadline around it. */
export function withDeadline<Result>(milliseconds: number, work: () => Result): Result {
  const earlier = deadlines.getStore() ?? Number.POSITIVE_INFINITY;
  return deadlines.run(Math.min(performance.now() + milliseconds, earlier), work);
}

/** Runs work that is shared by several requests, each of which waits for it under its own deadline. */
export const withoutDeadline = <Result>(work: () => Result): Result => deadlines.exit(work);

/** Milliseconds until the deadline, from 0 to `most`; `most` without a deadline. */
export function timeLeft(most: number): number {
  const deadline = deadlines.getStore();
  return deadline === undefined ? most : Math.min(most, Math.max(0, deadline - performance.now()));
}

/** The request has no time left; isUnavailable() is true for it. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the request has no time left');
  }
}

/** Waits for work until the deadline at most; what the work has begun goes on. @throws {DeadlineError} */
export function beforeDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // setImmediate runs after the sockets were read: a process that was busy takes the answers that came meanwhile.
  const timer = setTimeout(() => setImmediate(reject, new DeadlineError()), timeLeft(requestMilliseconds));
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
