// The time that a request has left for the database.
import { requestScope, type Trace } from './request-scope.ts';

/** Milliseconds from the start of a request; its answer, a 503 too, is sent within 5 s. */
export const REQUEST_MILLISECONDS = 4500;

/**
 * Runs `work`, whose calls to the database fail as unavailable after this time or an earlier deadline around it, and are
 * spans of the trace if there is one.
 */
export function withDeadline<Result>(milliseconds: number, work: () => Result, trace?: Trace): Result {
  const outer = requestScope.getStore();
  const until = Math.min(performance.now() + milliseconds, outer?.until ?? Number.POSITIVE_INFINITY);
  return requestScope.run({ until, trace: trace ?? outer?.trace }, work);
}

/** Milliseconds until the deadline, from 0 to `most`; `most` without a deadline. */
export function timeLeft(most: number): number {
  const scope = requestScope.getStore();
  return scope === undefined ? most : Math.min(most, Math.max(0, scope.until - performance.now()));
}

/** The request has no time left; isUnavailable() is true for it. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the request has no time left');
  }
}

/** Waits for work until the deadline at most; the work itself goes on. @throws {DeadlineError} */
export function beforeDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // setImmediate runs after the sockets are read: a process that was busy reads the answers that have arrived first.
  const timer = setTimeout(() => setImmediate(reject, new DeadlineError()), timeLeft(REQUEST_MILLISECONDS));
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
