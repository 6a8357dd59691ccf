// One request and its response, as the gate, the surfaces, the log and the usage records have it.
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
  /** The template of a path, such as `/api/token-secured/product/{id}`; undefined for a path that names nothing. */
  route(pathname: string): string | undefined;
  /** How the clients of a version write the fields of an operation. */
  spelling(version: VersionName, operation: string): Spelling;
  handle(request: Request, exchange: Exchange, admitted: Admitted): Promise<Response>;
  /** Answers a request that ends in a failure without an operation. */
  refuse(request: Request, failure: Failure): Response;
}

/** The part of the service that answers, in logs and metrics. */
export type SurfaceName = 'rest' | 'graphql' | 'dashboard' | 'docs' | 'other';

export interface Answered {
  readonly surface: SurfaceName;
  readonly status: number;
  readonly milliseconds: number;
}

/** The caller and the version of a request, or its failure with the version that the response names. */
export type Admission = {
  readonly version: VersionName;
  readonly credentialSource: Credential['source'] | undefined;
} & (
  | { readonly caller: AuthenticatedCaller; readonly failure?: Failure }
  | { readonly caller?: undefined; readonly failure: Failure }
);

export interface Exchange {
  readonly requestId: string;
  /** The address of the client behind the trusted proxies. */
  readonly address: string;
  /** The `User-Agent`, as a client text. */
  readonly agent?: string | undefined;
  readonly url: URL;
  /** The header, as it was sent. */
  readonly idempotencyKey?: string | undefined;
  /** On a test deployment, the preferences of the request. */
  readonly rehearsal?: Rehearsal | undefined;
  route?: string | undefined;
  sessionUserId?: number;
  surface?: Pick<Surface, 'name' | 'spelling'>;
  admission?: Admission;
  /** The operations that ran, in the order in which they ended. */
  readonly outcomes: Outcome[];
  /** The budget of creates after the last point. */
  budget?: BudgetState;
  /** Set by a surface that refuses a request before any operation, such as a document that is not valid GraphQL. */
  refusal?: Refusal;
  /** Why it is answered 503, unless a failure of an operation or of the admission has the cause: for the log alone. */
  unavailableBecause?: unknown;
}

interface Refusal {
  readonly code: string;
  readonly status: number;
  /** As it was answered; absent where `fields` have messages of their own. */
  readonly message?: string;
  readonly fields?: readonly { readonly code: string; readonly field: string; readonly message: string }[];
}

/** The failures of a request in their order; `operation` is empty for the failure of an admission. */
export const failuresOf = ({ admission, outcomes }: Exchange): { operation: string; failure: Failure }[] => [
  ...outcomes.flatMap(({ operation, failure }) => (failure ? [{ operation, failure }] : [])),
  ...(admission?.failure ? [{ operation: '', failure: admission.failure }] : []),
];

/** Keeps the cause of an exception that ends a request before any operation. */
export function noteCause(exchange: Exchange, fault: unknown): void {
  if (fault instanceof OperationFailure && fault.failure.kind === 'unavailable')
    exchange.unavailableBecause ??= fault.failure.cause;
}

/** The failure that answers an exception: its own, or for any other exception, which is reported, `internal` without details. */
export function failureOf(exchange: Exchange, fault: unknown, onFault: FaultReport): Failure {
  noteCause(exchange, fault);
  if (fault instanceof OperationFailure) return fault.failure;
  onFault(exchange, fault);
  return { kind: 'internal' };
}

/** The first cause of a 503 of the request; undefined without one, and for a rehearsed one. */
export function causeOf({ outcomes, admission, unavailableBecause }: Exchange): unknown {
  const cause = ({ failure }: { readonly failure?: Failure | undefined }) =>
    failure?.kind === 'unavailable' ? failure.cause : undefined;
  return unavailableBecause ?? (admission && cause(admission)) ?? outcomes.map(cause).find(Boolean);
}

/**
 * The code of the first failure, also where the HTTP status is 200, `OTHER` for a status that no failure has; undefined for a
 * request without a failure.
 */
export function failureCode({ outcomes, admission, refusal }: Exchange, status: number): string | undefined {
  const failure = outcomes.find((outcome) => outcome.failure)?.failure ?? admission?.failure;
  if (failure) return FAILURES[failure.kind].code;
  if (refusal) return refusal.code;
  return status >= 400 ? (codeOfStatus(status) ?? 'OTHER') : undefined;
}

export const isReplay = ({ outcomes }: Exchange): boolean => outcomes.some((outcome) => outcome.isReplay);

export const preferenceApplied = ({ rehearsal }: Exchange): string | undefined =>
  rehearsal?.applied.size ? [...rehearsal.applied].join(', ') : undefined;

/** An admitted request: the caller is known and the version is usable. */
export interface Admitted {
  readonly caller: AuthenticatedCaller;
  readonly version: VersionName;
  readonly slot: Slot;
  /** Reads the body, a JSON value; may fail as an operation does. */
  readonly body: () => Promise<unknown>;
}

/** Logs a fault that is masked in the response. */
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
