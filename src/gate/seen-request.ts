// One request as the service sees it, and what an API or a site did with it.
import type { AuthenticatedCaller, Credential } from '../accounts/authenticate.ts';
import type { Failure } from '../operation/failures.ts';
import { failureOf } from '../operation/operation-failure.ts';
import type { RanOperation } from '../operation/ran.ts';
import type { Rehearsal } from '../operation/rehearsal.ts';
import type { Spelling } from '../operation/spelling.ts';
import type { VersionName } from '../operation/versions.ts';

/** Known before the request is handled. */
export interface Seen {
  readonly requestId: string;
  /** On the clock of performance.now(). */
  readonly startedAt: number;
  /** The client's address behind the trusted proxies. */
  readonly address: string;
  /** The `User-Agent` header, cut and without tokens. */
  readonly agent?: string | undefined;
  /** The path and query; its host is not the client's. */
  readonly url: URL;
  /** The host that the client addressed; undefined if it is unknown or invalid. Links are never built from it. */
  readonly host?: string | undefined;
  /** Whether it is GET or HEAD. */
  readonly isRead: boolean;
  /** The request's preferences; test deployments only. */
  readonly rehearsal?: Rehearsal | undefined;
}

export interface Done {
  readonly response: Response;
  /** The operations that ran, in the order in which they finished, and failures outside operations. */
  readonly ran: readonly RanOperation[];
  /** The path template, such as `/api/token-secured/product/{id}`; undefined for an unknown path. */
  readonly route?: string | undefined;
  /** The API; absent for a site. */
  readonly api?: 'REST' | 'GRAPHQL';
  /** How the request's version writes the fields of its operation; absent: as the domain does. */
  readonly spelling?: Spelling;
  readonly credentialSource?: Credential['source'];
  /** Absent without a valid token. */
  readonly caller?: AuthenticatedCaller;
  /** The user whose token it is, even if the request asks for its rejection; or whose session. */
  readonly userId?: number | undefined;
  /** The version that the response names; absent without a valid token. */
  readonly version?: VersionName;
}

/** A request to a site, which notes here what the log and the metrics need. */
export interface Visit extends Seen {
  route?: string | undefined;
  userId?: number;
  readonly failures: Failure[];
}

/** Logs an error that is masked in the response. */
export type UnexpectedErrorReport = (seen: Seen, cause: unknown) => void;

/** The failure of an exception; an unexpected one is reported, and is `internal` without details. */
export function reportedFailure(
  seen: Seen,
  error: unknown,
  onUnexpectedError: UnexpectedErrorReport,
): Failure {
  const failure = failureOf(error);
  if (!failure) onUnexpectedError(seen, error);
  return failure ?? { kind: 'internal' };
}
