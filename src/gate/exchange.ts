// One request and its response, as the gate, both APIs, the log and the usage records see it.
import type { AuthenticatedCaller, Credential } from '../accounts/authenticate.ts';
import type { Slot } from '../fairness/slots.ts';
import type { OperationContext, Outcome, Rehearsal, Services } from '../operation/context.ts';
import { codeOfStatus, FAILURES, type Failure, OperationFailure } from '../operation/failure.ts';
import type { Spelling } from '../operation/spelling.ts';
import type { BudgetState } from '../operation/throttle.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName } from '../operation/versions.ts';

export interface Surface {
  readonly name: 'REST' | 'GRAPHQL';
  /** The path template, such as `/api/token-secured/product/{id}`; undefined for an unknown path. */
  route(pathname: string): string | undefined;
  /** How clients of a version write the fields of an operation. */
  spelling(version: VersionName, operation: string): Spelling;
  handle(request: Request, exchange: Exchange, admitted: Admitted): Promise<Response>;
  /** The error response of a request that fails before any operation runs. */
  refuse(request: Request, failure: Failure): Response;
}

/** The part of the service that handled the request, for logs and metrics. */
export type SurfaceName = 'rest' | 'graphql' | 'dashboard' | 'docs' | 'other';

export interface Answered {
  readonly surface: SurfaceName;
  readonly status: number;
  readonly milliseconds: number;
}

/** The caller and version of a request, or its failure with the version that the response names. */
export type Admission = {
  readonly version: VersionName;
  readonly credentialSource: Credential['source'] | undefined;
} & (
  | { readonly caller: AuthenticatedCaller; readonly failure?: Failure }
  | { readonly caller?: undefined; readonly failure: Failure }
);

export interface Exchange {
  readonly requestId: string;
  /** The client's address behind the trusted proxies. */
  readonly address: string;
  /** The `User-Agent` header, cut and without tokens. */
  readonly agent?: string | undefined;
  readonly url: URL;
  /** The raw header. */
  readonly idempotencyKey?: string | undefined;
  /** The request's preferences; test deployments only. */
  readonly rehearsal?: Rehearsal | undefined;
  route?: string | undefined;
  sessionUserId?: number;
  surface?: Pick<Surface, 'name' | 'spelling'>;
  admission?: Admission;
  /** The operations that ran, in the order in which they finished. */
  readonly outcomes: Outcome[];
  /** The create budget after the last change. */
  budget?: BudgetState;
  /** Set when a request is rejected before any operation, for example because its document is not valid GraphQL. */
  refusal?: Refusal;
  /** The cause of a 503, for the log only; unset if a failure of an operation or of the admission carries the cause. */
  unavailableBecause?: unknown;
}

interface Refusal {
  readonly code: string;
  readonly status: number;
  /** As sent; absent if `fields` have their own messages. */
  readonly message?: string;
  readonly fields?: readonly {
    readonly code: string;
    readonly field: string;
    readonly message: string;
  }[];
}

/** The failures of a request in order; `operation` is empty for a failed admission. */
export const failuresOf = ({
  admission,
  outcomes,
}: Exchange): { operation: string; failure: Failure }[] => [
  ...outcomes.flatMap(({ operation, failure }) => (failure ? [{ operation, failure }] : [])),
  ...(admission?.failure ? [{ operation: '', failure: admission.failure }] : []),
];

/** Remembers the cause of an exception that ends a request before any operation. */
export function noteCause(exchange: Exchange, fault: unknown): void {
  if (fault instanceof OperationFailure && fault.failure.kind === 'unavailable')
    exchange.unavailableBecause ??= fault.failure.cause;
}

/**
 * The failure to respond with: the exception's own. Any other exception is reported and becomes `internal` without
 * details.
 */
export function failureOf(exchange: Exchange, fault: unknown, onFault: FaultReport): Failure {
  noteCause(exchange, fault);
  if (fault instanceof OperationFailure) return fault.failure;
  onFault(exchange, fault);
  return { kind: 'internal' };
}

/** The first cause of a 503; undefined if there is none or it is rehearsed. */
export function causeOf({ outcomes, admission, unavailableBecause }: Exchange): unknown {
  const cause = ({ failure }: { readonly failure?: Failure | undefined }) =>
    failure?.kind === 'unavailable' ? failure.cause : undefined;
  return unavailableBecause ?? (admission && cause(admission)) ?? outcomes.map(cause).find(Boolean);
}

/**
 * The code of the first failure, even if the HTTP status is 200; `OTHER` for a status that no failure has. Undefined
 * for a request without a failure.
 */
export function failureCode(
  { outcomes, admission, refusal }: Exchange,
  status: number,
): string | undefined {
  const failure = outcomes.find((outcome) => outcome.failure)?.failure ?? admission?.failure;
  if (failure) return FAILURES[failure.kind].code;
  if (refusal) return refusal.code;
  return status >= 400 ? (codeOfStatus(status) ?? 'OTHER') : undefined;
}

export const isReplay = ({ outcomes }: Exchange): boolean =>
  outcomes.some((outcome) => outcome.isReplay);

export const preferenceApplied = ({ rehearsal }: Exchange): string | undefined =>
  rehearsal?.applied.size ? [...rehearsal.applied].join(', ') : undefined;

/** A request with a known caller and a usable version. */
export interface Admitted {
  readonly caller: AuthenticatedCaller;
  readonly version: VersionName;
  readonly slot: Slot;
  /** Reads the body as JSON; may throw an `OperationFailure`. */
  readonly body: () => Promise<unknown>;
}

/** Logs an error that is masked in the response. */
export type FaultReport = (exchange: Exchange, cause: unknown) => void;

export const operationContext = (
  services: Services,
  exchange: Exchange,
  { caller, slot }: Admitted,
  view: VersionView,
): OperationContext => ({
  ...services,
  caller,
  slot,
  view,
  outcomes: exchange.outcomes,
  noteBudget: (state) => {
    exchange.budget = state;
  },
  idempotencyKey: exchange.idempotencyKey,
  rehearsal: exchange.rehearsal,
});
