// One request and its response, as the gate, both APIs, the log and the usage records see it.
import type { AuthenticatedCaller, Credential } from '../accounts/authenticate.ts';
import type { Slot } from '../fairness/slots.ts';
import type {
  OperationContext,
  RanOperation,
  Rehearsal,
  Services,
} from '../operation/context.ts';
import type { Failure } from '../operation/failures.ts';
import { failureOf } from '../operation/operation-failure.ts';
import type { Spelling } from '../operation/spelling.ts';
import type { BudgetState } from '../operation/throttle.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName } from '../operation/versions.ts';

export interface Surface {
  readonly name: 'REST' | 'GRAPHQL';
  /** The path template, such as `/api/token-secured/product/{id}`; undefined for an unknown path. */
  route(pathname: string): string | undefined;
  /** How clients of a version write the fields of an operation. */
  spelling(version: VersionName, operation: string | undefined): Spelling;
  handle(request: Request, exchange: Exchange, admitted: Admitted): Promise<Response>;
  /** The error response of a request that `handle` doesn't respond to. */
  reject(request: Request, failure: Failure, exchange: Exchange): Response;
}

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
  surface?: Surface;
  credentialSource?: Credential['source'] | undefined;
  /** Absent without a valid token. */
  caller?: AuthenticatedCaller;
  /** The version that the response names; absent without a valid token. */
  version?: VersionName;
  /** The operations that ran, in the order in which they finished, and failures outside operations. */
  readonly ranOperations: RanOperation[];
  /** The create budget after the last change. */
  budget?: BudgetState;
}

/** Notes a failure, unless an operation has noted it. */
export function noteFailure({ ranOperations }: Exchange, failure: Failure): void {
  const isNoted = ranOperations.some((ran) => ran.failure?.kind === failure.kind);
  if (!isNoted) ranOperations.push({ failure });
}

/** Logs an error that is masked in the response. */
export type UnexpectedErrorReport = (exchange: Exchange, cause: unknown) => void;

/** Notes the failure of an exception; an unexpected one is reported, and is `internal` without details. */
export function failed(
  exchange: Exchange,
  error: unknown,
  onUnexpectedError: UnexpectedErrorReport,
): Failure {
  const failure = failureOf(error);
  if (!failure) onUnexpectedError(exchange, error);
  const noted = failure ?? { kind: 'internal' };
  noteFailure(exchange, noted);
  return noted;
}

export const isReplay = ({ ranOperations }: Exchange) =>
  ranOperations.some((ran) => ran.isReplay);

export const preferenceApplied = ({ rehearsal }: Exchange) =>
  rehearsal?.applied.size ? [...rehearsal.applied].join(', ') : undefined;

/** A request with a known caller and a usable version. */
export interface Admitted {
  readonly caller: AuthenticatedCaller;
  readonly version: VersionName;
  readonly slot: Slot;
  /** Reads the body as JSON. @throws {OperationFailure} */
  readonly body: () => Promise<unknown>;
}

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
  ranOperations: exchange.ranOperations,
  noteBudget: (state) => {
    exchange.budget = state;
  },
  idempotencyKey: exchange.idempotencyKey,
  rehearsal: exchange.rehearsal,
});
