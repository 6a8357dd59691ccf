// The context of an operation: its caller, the services it uses, the operations that ran.
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { Db } from '../database/db.ts';
import type { Failure } from './failures.ts';
import type { BudgetState, Throttle } from './throttle.ts';
import type { VersionView } from './version-view.ts';

/** The user behind a valid API token, with the user's current permissions. */
export interface Caller {
  readonly userId: number;
  readonly tokenId: number;
  readonly permissions: readonly Permission[];
}

/** Checks which URLs are reachable: one result per URL, in order. Never throws. */
export interface UrlProbe {
  reachable(urls: readonly string[], userId: number): Promise<boolean[]>;
}

/** The dependencies of operations, shared by all requests. */
export interface Services {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly urlProbe: UrlProbe;
  /**
   * The writes with an idempotency key in progress in this process, by user and key; each promise settles with its
   * write.
   */
  readonly keysInProgress: Map<string, Promise<void>>;
}

/** How an operation of a request ended, or the failure of a request that reached none. */
export interface RanOperation {
  /** Absent for a failure outside operations. */
  readonly operation?: string;
  readonly failure?: Failure;
  /** Whether it replays the result of an earlier request with this idempotency key. */
  readonly isReplay?: boolean;
}

/** The preferences of a request on a test deployment, and which of them were applied. */
export interface Rehearsal {
  /** The status of the failure. */
  readonly code?: number | undefined;
  /** How long to delay the response. */
  readonly waitSeconds?: number | undefined;
  /** Such as `code=429`. */
  readonly applied: Set<string>;
  /** Set once the token is known to be valid. */
  userId?: number;
}

export interface OperationContext extends Services {
  readonly caller: Caller;
  readonly ranOperations: RanOperation[];
  /** Keeps the create budget after it changed, for the response headers. */
  readonly noteBudget: (state: BudgetState) => void;
  /** The request's slot among its user's concurrent requests. */
  readonly slot: {
    /**
     * Waits for other work without holding the slot. @throws {OperationFailure} unavailable: the slot wasn't free again
     * in time.
     */
    interruptedBy(work: Promise<void>): Promise<void>;
  };
  readonly view: VersionView;
  /** The request header, not yet validated. */
  readonly idempotencyKey?: string | undefined;
  readonly rehearsal?: Rehearsal | undefined;
}

export const hasPermission = ({ permissions }: Caller, permission: Permission) =>
  permissions.includes(permission);
