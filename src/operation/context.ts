// The context of an operation: its caller, the services it uses, its request's slot, version and rehearsed failure.
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { Db } from '../database/db.ts';
import type { Throttle } from './throttle.ts';
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

export interface OperationContext extends Services {
  readonly caller: Caller;
  /** The request's slot among its user's concurrent requests. */
  readonly slot: {
    /** Waits for others without holding the slot. @throws {OperationFailure} unavailable: it wasn't free in time. */
    awaiting(others: Promise<void>): Promise<void>;
  };
  readonly view: VersionView;
  /** The status of the failure that the client rehearses. */
  readonly rehearsedStatus: number | undefined;
}
