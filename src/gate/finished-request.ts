// How a request ended, computed once: the log, metrics, usage records, traces and causes of 503s read it.
import { FAILURES } from '../operation/failures.ts';
import { codeOfStatus } from '../operation/operation-failure.ts';
import type { FailedOperation, RanOperation } from '../operation/ran.ts';
import type { Done, Seen } from './seen-request.ts';

/** The part of the service that handled the request. */
export const SURFACE_NAMES = ['rest', 'graphql', 'dashboard', 'docs', 'other'] as const;

export type SurfaceName = (typeof SURFACE_NAMES)[number];

export interface FinishedRequest extends Seen, Omit<Done, 'response' | 'ran'> {
  readonly surface: SurfaceName;
  readonly method: string;
  readonly headers: Headers;
  /** The HTTP status: 200 for most errors on GraphQL. */
  readonly status: number;
  readonly milliseconds: number;
  /** Whether the client disconnected before the response was ready. */
  readonly isAborted: boolean;
  readonly isRehearsed: boolean;
  readonly isReplay: boolean;
  /** The preferences that were applied. */
  readonly rehearsed: string | undefined;
  /** The names of the operations that ran, each once. */
  readonly operations: readonly string[];
  /** An aborted body fails its operation, which doesn't count. */
  readonly ran: readonly RanOperation[];
  /** In the order in which they happened. */
  readonly failures: readonly FailedOperation[];
  /** The code of the first failure; `OTHER` for a status that no failure has. */
  readonly code: string | undefined;
  /** Why the response is 503; undefined for any other response, and for a rehearsed one. */
  readonly cause: unknown;
}

const causeOf = ({ failure }: RanOperation) =>
  failure?.kind === 'unavailable' ? failure.cause : undefined;

export function finishedRequest(
  { method, headers, signal }: Request,
  seen: Seen,
  { response: _answered, ...done }: Done,
  {
    response,
    ...sent
  }: Pick<FinishedRequest, 'surface' | 'milliseconds'> & Pick<Done, 'response'>,
): FinishedRequest {
  const { status } = response;
  const isAborted = signal.aborted;
  const ran = isAborted ? done.ran.filter(({ failure }) => !failure) : done.ran;
  const failures = ran.filter((one) => one.failure !== undefined) as FailedOperation[];
  const [first] = failures;
  const ofStatus =
    status >= 400 && !isAborted ? (codeOfStatus(status) ?? 'OTHER') : undefined;
  return {
    ...seen,
    ...done,
    ...sent,
    method,
    headers,
    status,
    isAborted,
    rehearsed: seen.rehearsal && (response.headers.get('Preference-Applied') ?? undefined),
    operations: [...new Set(done.ran.flatMap(({ operation }) => operation ?? []))],
    isReplay: done.ran.some((one) => one.isReplay),
    isRehearsed: done.ran.some((one) => one.isRehearsed),
    cause: done.ran.map(causeOf).find((cause) => cause !== undefined),
    ran,
    failures,
    code: first ? FAILURES[first.failure.kind].code : ofStatus,
  };
}
