// The deadline and trace of a request, for its database calls. They are in AsyncLocalStorage, because Prisma's calls
// have no such argument.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ends a span; `failure` is the code or error it failed with. */
export type EndSpan = (failure?: unknown) => void;

/** The span of a request or an operation, as the parent of others; absent unless the request is traced. */
export interface Trace {
  /** Starts the span of a statement, whose text has placeholders instead of values. */
  statement(sql: string): EndSpan;
  operation(name: string): { readonly trace: Trace; readonly end: EndSpan };
}

/** Times are on the clock of performance.now(). */
interface Deadline {
  readonly startedAt: number;
  until: number;
  /** Since when the client uploads its body, which takes none of the time. */
  pausedAt?: number | undefined;
}

interface RequestScope {
  readonly deadline: Deadline;
  readonly trace?: Trace | undefined;
}

const requestScope = new AsyncLocalStorage<RequestScope>();

/** Runs work for several requests, without the deadline and trace of any of them. */
export const withoutRequest = AsyncLocalStorage.snapshot();

/** Milliseconds from the start of a request, without its upload; its response, even a 503, is sent within 5 s. */
export const REQUEST_MILLISECONDS = 4500;

/** Milliseconds from the start of a request until its body must be here; Node's server closes later ones. */
export const UPLOAD_MILLISECONDS = 9000;

/**
 * Runs `work`, whose database calls fail as unavailable after this time or an earlier deadline around it, and become
 * spans of the trace, if any.
 */
export function withDeadline<Result>(
  milliseconds: number,
  work: () => Result,
  trace?: Trace,
): Result {
  const outer = requestScope.getStore();
  const deadline = startDeadline(timeLeft(milliseconds));
  return requestScope.run({ deadline, trace: trace ?? outer?.trace }, work);
}

function startDeadline(milliseconds: number): Deadline {
  const startedAt = performance.now();
  return { startedAt, until: startedAt + milliseconds };
}

const leftUntil = ({ until, pausedAt = performance.now() }: Deadline) =>
  Math.max(0, until - pausedAt);

/** Milliseconds until the deadline, from 0 to `most`; `most` without a deadline. */
export function timeLeft(most: number): number {
  const scope = requestScope.getStore();
  return scope === undefined ? most : Math.min(most, leftUntil(scope.deadline));
}

/** Waits for bytes from the client, which takes none of the request's time. */
export async function uploaded<Result>(bytes: Promise<Result>): Promise<Result | 'tooSlow'> {
  const deadline = requestScope.getStore()?.deadline ?? startDeadline(REQUEST_MILLISECONDS);
  const pausedAt = performance.now();
  deadline.pausedAt = pausedAt;
  const late = Promise.withResolvers<'tooSlow'>();
  const milliseconds = deadline.startedAt + UPLOAD_MILLISECONDS - pausedAt;
  const timer = setTimeout(late.resolve, milliseconds, 'tooSlow');
  try {
    return await Promise.race([bytes, late.promise]);
  } finally {
    clearTimeout(timer);
    deadline.until += performance.now() - pausedAt;
    deadline.pausedAt = undefined;
  }
}

/** The request has no time left; isUnavailable() is true for it. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** Prisma keeps the code of an error, not its message. */
  readonly code = 'DEADLINE_EXCEEDED';

  constructor() {
    super('the request has no time left');
  }
}

/** Waits for work, at most until the deadline; the work itself continues. @throws {DeadlineError} */
export async function beforeDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const deadline = requestScope.getStore()?.deadline ?? startDeadline(REQUEST_MILLISECONDS);
  let timer = setTimeout(check, leftUntil(deadline));
  function check() {
    const left = leftUntil(deadline);
    // setImmediate runs after the sockets are read, so that a busy process first reads the responses that have arrived.
    if (left === 0) setImmediate(late.reject, new DeadlineError());
    else timer = setTimeout(check, left);
  }
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A statement that is being sent, as a span of the request if that is traced. */
export function tracedStatement<Result>(sql: string, sent: Promise<Result>): Promise<Result> {
  const end = requestScope.getStore()?.trace?.statement(sql);
  if (end) sent.then(() => end(), end);
  return sent;
}

/** Runs an operation as a span of the request; `codeOf` returns the code of a failed result. */
export async function tracedOperation<Result>(
  name: string,
  work: () => Promise<Result>,
  codeOf: (result: Result) => string | undefined,
): Promise<Result> {
  const scope = requestScope.getStore();
  const span = scope?.trace?.operation(name);
  if (!scope || !span) return work();
  try {
    const result = await requestScope.run({ ...scope, trace: span.trace }, work);
    span.end(codeOf(result));
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
