// The context of an operation: its caller, the services that it uses, its outcomes.
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { Db } from '../database/db.ts';
import type { Failure } from './failure.ts';
import type { BudgetState, Throttle } from './throttle.ts';
import type { VersionView } from './version-view.ts';

/** The user behind a valid API token, with the permissions that the user has now. */
export interface Caller {
  readonly userId: number;
  readonly tokenId: number;
  readonly permissions: readonly Permission[];
}

/** Checks which URLs can be reached: one answer per URL, in order. Never throws. */
export interface UrlProbe {
  reachable(urls: readonly string[], userId: number): Promise<boolean[]>;
}

/** The dependencies of operations, the same for every request. */
export interface Services {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly urlProbe: UrlProbe;
  /** The writes with an idempotency key that run in this process, by user and key; each promise settles with its write. */
  readonly keysUnderWay: Map<string, Promise<void>>;
}

/** One operation that a request ran, with its failure; usage records and GraphQL statuses follow from it. */
export interface Outcome {
  readonly operation: string;
  readonly failure: Failure | undefined;
  /** Whether it is the result of an earlier request with the same idempotency key. */
  readonly isReplay?: boolean;
}

/** The preferences of a request on a test deployment, and those that were applied. */
export interface Rehearsal {
  /** The status of the failure. */
  readonly code?: number | undefined;
  /** How long the response is held back. */
  readonly waitSeconds?: number | undefined;
  /** Such as `code=429`. */
  readonly applied: Set<string>;
  /** Set once the token is known to be valid. */
  userId?: number;
}

export interface OperationContext extends Services {
  readonly caller: Caller;
  readonly outcomes: Outcome[];
  /** Keeps the budget of creates after a point was taken or given back, for the headers of the response. */
  readonly noteBudget: (state: BudgetState) => void;
  /** The request's place among those of its user in work. */
  readonly slot: {
    /** Waits for other work without the place. @throws {OperationFailure} unavailable: no place again in time. */
    interruptedBy(work: Promise<void>): Promise<void>;
  };
  readonly view: VersionView;
  /** The header of the request before its check. */
  readonly idempotencyKey?: string | undefined;
  readonly rehearsal?: Rehearsal | undefined;
}

export const hasPermission = ({ permissions }: Caller, permission: Permission) => permissions.includes(permission);
