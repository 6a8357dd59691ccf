// How a request ended, computed once: the log, metrics, usage records, traces and causes of 503s read it.
import type { RanOperation } from '../operation/context.ts';
import { FAILURES, type Failure } from '../operation/failures.ts';
import { codeOfStatus } from '../operation/operation-failure.ts';
import { isRehearsed } from '../operation/rehearsal.ts';
import { type Exchange, isReplay } from './exchange.ts';

/** The part of the service that handled the request. */
export type SurfaceName = 'rest' | 'graphql' | 'dashboard' | 'docs' | 'other';

export interface Sent {
  readonly surface: SurfaceName;
  /** The HTTP status: 200 for most errors on GraphQL. */
  readonly status: number;
  readonly milliseconds: number;
}

export interface FinishedRequest extends Sent {
  /** Whether the client disconnected before the response was ready. */
  readonly isAborted: boolean;
  readonly isRehearsed: boolean;
  readonly isReplay: boolean;
  /** The names of the operations that ran, each once. */
  readonly operations: readonly string[];
  /** An aborted body fails its operation, which doesn't count. */
  readonly ranOperations: readonly RanOperation[];
  /** In the order in which they happened. */
  readonly failures: readonly (RanOperation & { readonly failure: Failure })[];
  /** The code of the first failure; `OTHER` for a status that no failure has. */
  readonly code: string | undefined;
  /** Why the response is 503; undefined for any other response, and for a rehearsed one. */
  readonly cause: unknown;
}

export function finishedRequest(
  { signal }: Request,
  exchange: Exchange,
  sent: Sent,
): FinishedRequest {
  const isAborted = signal.aborted;
  const { ranOperations, rehearsal } = exchange;
  const counted = isAborted ? ranOperations.filter((ran) => !hasFailed(ran)) : ranOperations;
  const failures = counted.filter(hasFailed);
  return {
    ...sent,
    isAborted,
    isRehearsed: isRehearsed(rehearsal),
    isReplay: isReplay(exchange),
    operations: namesOf(ranOperations),
    ranOperations: counted,
    failures,
    code: isAborted ? undefined : codeOf(failures[0]?.failure, sent.status),
    cause: causeOf(ranOperations),
  };
}

const namesOf = (ranOperations: readonly RanOperation[]): readonly string[] => [
  ...new Set(ranOperations.flatMap(({ operation }) => operation ?? [])),
];

const hasFailed = (ran: RanOperation): ran is FinishedRequest['failures'][number] =>
  ran.failure !== undefined;

function codeOf(failure: Failure | undefined, status: number): string | undefined {
  if (failure) return FAILURES[failure.kind].code;
  return status >= 400 ? (codeOfStatus(status) ?? 'OTHER') : undefined;
}

function causeOf(ranOperations: readonly RanOperation[]): unknown {
  for (const { failure } of ranOperations)
    if (failure?.kind === 'unavailable' && failure.cause) return failure.cause;
  return undefined;
}
