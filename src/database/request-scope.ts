// What a request hands to its calls of the database: its deadline and its trace, in AsyncLocalStorage, because calls of Prisma have no such argument.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ends a span; `failure` is the code or the error for which it failed. */
export type EndSpan = (failure?: unknown) => void;

/** The span of a request or of an operation, under which others begin; absent unless the request is traced. */
export interface Trace {
  /** Begins the span of a statement; its text has placeholders instead of values. */
  statement(sql: string): EndSpan;
  /** Begins the span of an operation. */
  operation(name: string): { readonly trace: Trace; readonly end: EndSpan };
}

interface RequestScope {
  /** The deadline, on the clock of performance.now(). */
  readonly until: number;
  readonly trace?: Trace | undefined;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Runs work of several requests, without the deadline and the trace of one of them. */
export const withoutRequest = <Result>(work: () => Result): Result => requestScope.exit(work);

/** Sends a statement; its span is one of the request, if that is traced. */
export function tracedStatement<Result>(sql: string, send: () => Promise<Result>): Promise<Result> {
  const end = requestScope.getStore()?.trace?.statement(sql);
  const sent = send();
  if (end) sent.then(() => end(), end);
  return sent;
}

/** Runs an operation as a span of the request; `failureOf` is the code of its failure. */
export async function tracedOperation<Result>(
  name: string,
  work: () => Promise<Result>,
  failureOf: (result: Result) => string | undefined,
): Promise<Result> {
  const scope = requestScope.getStore();
  const span = scope?.trace?.operation(name);
  if (!span) return work();
  try {
    const result = await requestScope.run({ ...scope, until: scope?.until ?? 0, trace: span.trace }, work);
    span.end(failureOf(result));
    return result;
  } catch (fault) {
    span.end(fault);
    throw fault;
  }
}
