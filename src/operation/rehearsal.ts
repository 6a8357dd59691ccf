// Rehearsed failures: on a test deployment, a request can ask for a failure, and all its operations fail with it.
import type { OperationContext } from './context.ts';
import type { Failure } from './failures.ts';
import type { AnyOperation } from './operation.ts';
import {
  conflict,
  forbidden,
  notFound,
  OperationFailure,
  UNAVAILABLE,
} from './operation-failure.ts';

/** The preferences of a request on a test deployment. */
export interface Rehearsal {
  /** The status of the failure. */
  readonly status?: number | undefined;
  /** How long to delay the response. */
  readonly waitSeconds?: number | undefined;
}

const RETRY_AFTER_SECONDS = 2;

/** The status that fails a request before any operation. */
const UNAUTHENTICATED = 401;

const FAILURE_BY_STATUS: Readonly<Record<number, (operation: AnyOperation) => Failure>> = {
  403: ({ permission }) => forbidden(permission).failure,
  404: () => notFound().failure,
  // Nothing is read, so the revision is the first one.
  412: () => conflict(1).failure,
  422: () => ({ kind: 'keyReused' }),
  429: () => ({ kind: 'throttled', retryAfterSeconds: RETRY_AFTER_SECONDS }),
  500: () => ({ kind: 'internal' }),
  503: () => UNAVAILABLE,
};

export const REHEARSED_STATUSES = [
  UNAUTHENTICATED,
  ...Object.keys(FAILURE_BY_STATUS).map(Number),
];

/** The failure that a request asks for, if any; nothing is executed, stored or counted. */
export function rehearse(
  operation: AnyOperation,
  { rehearsedStatus = 0, throttle: { budget } }: OperationContext,
) {
  const failure = FAILURE_BY_STATUS[rehearsedStatus]?.(operation);
  if (!failure) return undefined;
  const resetsInMilliseconds = RETRY_AFTER_SECONDS * 1000;
  const isLimited = operation.throttled && failure.kind === 'throttled';
  return {
    failure,
    isRehearsed: true,
    ...(isLimited && { budget: { budget, remaining: 0, resetsInMilliseconds } }),
  };
}

/** Rejects a valid token if the request asks for it. @throws {OperationFailure} */
export function rehearseRejection({ status }: Rehearsal): void {
  if (status === UNAUTHENTICATED)
    throw new OperationFailure({ kind: 'unauthenticated', reason: 'expired' });
}
