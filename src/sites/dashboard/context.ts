// What the dashboard's requests share: parts of the service, limits, the provider; and the variables of each.
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { createAttemptKey } from '../../accounts/attempt-key.ts';
import { createProvider } from '../../accounts/provider.ts';
import type { Actor } from '../../accounts/security-events.ts';
import type { findSessionUser, SignIn } from '../../accounts/sessions.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import type { Config } from '../../config.ts';
import type { PageTurns } from '../../fairness/page-turns.ts';
import { Slots } from '../../fairness/slots.ts';
import type { UnexpectedErrorReport, Visit } from '../../gate/seen-request.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../operation/context.ts';
import { createThrottle } from '../../operation/throttle.ts';
import type { Versions } from '../../operation/versions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';

export interface DashboardDeps {
  readonly db: Services['db'];
  readonly pool: Pool | undefined;
  readonly config: Config;
  readonly versions: Versions;
  readonly logger: Log;
  /** Logs an error whose cause is not in the response. */
  readonly onUnexpectedError: UnexpectedErrorReport;
}

/** More sessions than a node serves in half an hour. */
const MAX_RECENT_USERS = 10_000;

/** Limits the tokens of a user, which are kept after their end. Revoking is never rejected. */
const ACTS = { name: 'token-acts', points: 500, windowSeconds: 3_600 };

/** The most codes that the provider rejects, and the most links that don't work, per network with all its users. */
const MOST = { points: 50, windowSeconds: 900 };

export const FAILED_CODES = { name: 'provider-sign-in', ...MOST };
const FAILED_LINKS = { name: 'sign-in-links', ...MOST };

/** The most events about forged answers of one network, which can send any number. */
const FORGERIES = { name: 'forged-sign-ins', points: 10, windowSeconds: 60 };

/**
 * How many sign-ins may query the provider at once: all people of a company in one site, and two such sites. Others
 * wait, and sites take turns.
 */
const SIGN_INS = { perUser: 200, inAll: 400 };

export function sharedByRequests(deps: DashboardDeps, turns: PageTurns) {
  const { db, pool, config } = deps;
  const { environment, provider, publicOrigin } = config;
  return {
    ...deps,
    turns,
    /** The users of the sessions that this node has served, by the hash of their value: their pages go first. */
    recentUsers: new LRUCache<string, number>({ max: MAX_RECENT_USERS }),
    /**
     * One page per user at a time. For some users a page reads thousands of rows in several statements, and two of
     * them would take every connection of the pool from other requests.
     */
    pages: new Slots({ perUser: 1 }),
    acts: createThrottle(ACTS, pool),
    failedCodes: createThrottle(FAILED_CODES, pool),
    failedLinks: createThrottle(FAILED_LINKS, pool),
    forgeries: createThrottle(FORGERIES),
    signIns: new Slots(SIGN_INS),
    /** Signs the cookies of sign-ins in progress. */
    attemptKey: createAttemptKey(db, environment),
    /** Undefined: links alone sign users in. */
    provider:
      provider && createProvider(provider, publicOrigin + DASHBOARD_PATHS.providerAnswer),
  };
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
  Bindings: ReturnType<typeof sharedByRequests> & { readonly visit: Visit };
  /** The session's user and the database's time; `form` for POST only, `token` for a path with its ID. */
  Variables: { user: SessionUser; now: Date; form: Form; token: TokenRow };
}

export type PageContext = Context<DashboardEnv>;
export type Middleware = MiddlewareHandler<DashboardEnv>;
export type PageHandler = (c: PageContext) => Response | Promise<Response>;

/** The session's user, or a visitor without one. All methods but `dashboard` are sign-ins. */
export function actorOf(
  { env: { db, logger, visit }, var: { user } }: PageContext,
  through: 'dashboard' | SignIn['method'] = 'dashboard',
): Actor {
  const origin = {
    'owner_api.through': through,
    'client.address': visit.address,
    'user_agent.original': visit.agent,
    'owner_api.request_id': visit.requestId,
    'owner_api.session_id': user?.session.id,
  };
  return { db, log: logger, origin };
}
