// Whether the process is up (`/healthz`) and whether the database answers (`/readyz`); outside the API base, no token.
import type { Database } from '../database/open-database.ts';
import { respond, respondFailure } from '../http/respond.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../operation/failure.ts';
import { HEALTH_PATHS } from '../paths.ts';

const ALLOWED = ['GET', 'HEAD'];

export const isHealthPath = (path: string): boolean => path === HEALTH_PATHS.up || path === HEALTH_PATHS.ready;

export async function answerHealth({ ping }: Database, { method }: Request, path: string): Promise<Response> {
  if (!ALLOWED.includes(method)) return respondFailure({ kind: 'methodNotAllowed', allow: ALLOWED });
  if (path === HEALTH_PATHS.up) return respond({ status: 200, body: { status: 'up' } });
  try {
    await ping();
    return respond({ status: 200, body: { status: 'ready' } });
  } catch {
    const headers = { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) };
    return respond({ status: 503, body: { status: 'database unavailable' }, headers });
  }
}
