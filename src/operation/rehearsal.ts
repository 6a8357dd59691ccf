// Rehearsed failures: on a test deployment, a request can ask for a failure, and all its operations fail with it.
import type { OperationContext, Rehearsal } from './context.ts';
import type { Failure } from './failures.ts';
import type { AnyOperation } from './operation.ts';
import {
  conflict,
  forbidden,
  notFound,
  OperationFailure,
  UNAVAILABLE,
} from './operation-failure.ts';

/** The revision a rehearsed 412 returns in GraphQL, because nothing is read. */
const REVISION = 1;

const RETRY_AFTER_SECONDS = 2;

/** The status that fails a request before any operation. */
const UNAUTHENTICATED = 401;

type Fail = (operation: AnyOperation, context: OperationContext) => Failure;

const FAILURE_BY_STATUS: Readonly<Record<number, Fail>> = {
  403: ({ permission }) => forbidden(permission).failure,
  404: () => notFound().failure,
  412: () => conflict(REVISION).failure,
  422: () => ({ kind: 'keyReused' }),
  429: ({ throttled }, { throttle: { budget }, noteBudget }) => {
    if (throttled)
      noteBudget({ budget, remaining: 0, resetsInMilliseconds: RETRY_AFTER_SECONDS * 1000 });
    return { kind: 'throttled', retryAfterSeconds: RETRY_AFTER_SECONDS };
  },
  500: () => ({ kind: 'internal' }),
  503: () => UNAVAILABLE,
};

export const REHEARSED_STATUSES = [
  UNAUTHENTICATED,
  ...Object.keys(FAILURE_BY_STATUS).map(Number),
];

/** Fails as the request asks; nothing is executed, stored or counted. @throws {OperationFailure} */
export function rehearse(operation: AnyOperation, context: OperationContext): void {
  const { code, applied } = context.rehearsal ?? {};
  const failure = code && FAILURE_BY_STATUS[code]?.(operation, context);
  if (!failure) return;
  applied?.add(`code=${code}`);
  throw new OperationFailure(failure);
}

/** Notes the user of a valid token, and rejects the token if the request asks for it. @throws {OperationFailure} */
export function rehearseFailure(rehearsal: Rehearsal | undefined, userId: number): void {
  if (rehearsal) rehearsal.userId = userId;
  if (rehearsal?.code !== UNAUTHENTICATED) return;
  rehearsal.applied.add(`code=${UNAUTHENTICATED}`);
  throw new OperationFailure({ kind: 'unauthenticated', reason: 'expired' });
}

export const isRehearsed = (rehearsal: Rehearsal | undefined) =>
  rehearsal?.code !== undefined && rehearsal.applied.has(`code=${rehearsal.code}`);
