// The parts of the service that the dashboard uses, and the variables of its requests.
import type { Context, MiddlewareHandler } from 'hono';
import type { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Actor, SignInMethod } from '../../accounts/security-events.ts';
import type { findSessionUser } from '../../accounts/sessions.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import type { Config } from '../../config.ts';
import type { PageTurns } from '../../fairness/page-turns.ts';
import type { UnexpectedErrorReport, Visit } from '../../gate/seen-request.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../operation/context.ts';
import type { Throttle } from '../../operation/throttle.ts';
import type { Versions } from '../../operation/versions.ts';

export interface DashboardDeps {
  readonly db: Services['db'];
  readonly pool: Pool | undefined;
  readonly config: Config;
  readonly versions: Versions;
  readonly logger: Log;
  /** Logs an error whose cause is not in the response. */
  readonly onUnexpectedError: UnexpectedErrorReport;
}

type Found = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>;

/** The user of a request's session. */
export type SessionUser = Found['user'] & {
  readonly session: Found['session'];
  /** The hidden field of every form in this session. */
  readonly formToken: string;
};

export type Form = Readonly<Record<string, string>>;

export interface DashboardEnv {
  Bindings: DashboardDeps & {
    readonly visit: Visit;
    readonly turns: PageTurns;
    /** The users of the sessions that this node has served, by the hash of their value: their pages go first. */
    readonly recentUsers: LRUCache<string, number>;
    readonly acts: Throttle;
    readonly failedLinks: Throttle;
  };
  /** The session's user and the database's time; `form` for POST only, `token` for a path with its ID. */
  Variables: { user: SessionUser; now: Date; form: Form; token: TokenRow };
}

export type PageContext = Context<DashboardEnv>;
export type Middleware = MiddlewareHandler<DashboardEnv>;
export type PageHandler = (c: PageContext) => Response | Promise<Response>;

/** The session's user, or a visitor without one. */
export function actorOf(
  { env: { db, logger, visit }, var: { user } }: PageContext,
  through: 'dashboard' | SignInMethod = 'dashboard',
): Actor {
  const { address, agent, requestId } = visit;
  const sessionId = user?.session.id;
  return { db, log: logger, origin: { through, address, agent, requestId, sessionId } };
}
