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

interface RequestScope {
  /** The deadline, on the clock of performance.now(). */
  readonly until: number;
  readonly trace?: Trace | undefined;
}

const requestScope = new AsyncLocalStorage<RequestScope>();

/** Runs work for several requests, without the deadline and trace of any of them. */
export const withoutRequest = <Result>(work: () => Result) => requestScope.exit(work);

/** Milliseconds from the start of a request; its response, even a 503, is sent within 5 s. */
export const REQUEST_MILLISECONDS = 4500;

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
  const until = Math.min(
    performance.now() + milliseconds,
    outer?.until ?? Number.POSITIVE_INFINITY,
  );
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
  /** Prisma keeps the code of an error, not its message. */
  readonly code = 'DEADLINE_EXCEEDED';

  constructor() {
    super('the request has no time left');
  }
}

/** Waits for work, at most until the deadline; the work itself continues. @throws {DeadlineError} */
export function beforeDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // setImmediate runs after the sockets are read, so that a busy process first reads the responses that have arrived.
  const timer = setTimeout(
    () => setImmediate(reject, new DeadlineError()),
    timeLeft(REQUEST_MILLISECONDS),
  );
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

/** Database work that continues after the response to its request; a stop waits for it. */
export type Afterwards = ReturnType<typeof createAfterwards>;

export function createAfterwards(onError: (error: unknown) => void) {
  const underWay = new Set<Promise<void>>();
  return {
    /** The work has a deadline, but its amount is limited only by the callers. */
    begin(work: () => Promise<void>): void {
      const done = withoutRequest(() => withDeadline(REQUEST_MILLISECONDS, work))
        .catch(onError)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    finished: () => Promise.all(underWay),
  };
}

/** Sends a statement, as a span of the request if that is traced. */
export function tracedStatement<Result>(sql: string, send: () => Promise<Result>): Promise<Result> {
  const end = requestScope.getStore()?.trace?.statement(sql);
  const sent = send();
  if (end) sent.then(() => end(), end);
  return sent;
}

/** Runs an operation as a span of the request; `codeOf` returns the code of a failure. */
export async function tracedOperation<Result>(
  name: string,
  work: () => Promise<Result>,
  codeOf: (error: unknown) => string | undefined,
): Promise<Result> {
  const scope = requestScope.getStore();
  const span = scope?.trace?.operation(name);
  if (!span) return work();
  try {
    const result = await requestScope.run(
      { ...scope, until: scope?.until ?? 0, trace: span.trace },
      work,
    );
    span.end();
    return result;
  } catch (error) {
    span.end(codeOf(error) ?? error);
    throw error;
  }
}
