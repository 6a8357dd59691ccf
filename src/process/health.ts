// Whether the process is up (`/healthz`) and whether the database answers (`/readyz`); outside the API base, no token.
import type { Database } from '../database/open-database.ts';
import { respond, respondFailure } from '../http/respond.ts';
import { headersOfFailure, UNAVAILABLE } from '../operation/failure.ts';
import { HEALTH_PATHS } from '../paths.ts';

const ALLOWED = ['GET', 'HEAD'];

export const answerHealth =
  ({ ping }: Database) =>
  async ({ method }: Request, { url }: { readonly url: URL }): Promise<Response> => {
    if (!ALLOWED.includes(method)) return respondFailure({ kind: 'methodNotAllowed', allow: ALLOWED });
    if (url.pathname === HEALTH_PATHS.up) return respond({ status: 200, body: { status: 'up' } });
    try {
      await ping();
      return respond({ status: 200, body: { status: 'ready' } });
    } catch {
      return respond({
        status: 503,
        body: { status: 'database unavailable' },
        headers: headersOfFailure(UNAVAILABLE),
      });
    }
  };
