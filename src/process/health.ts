// Whether the process is up (`/healthz`) and whether it takes requests (`/readyz`); outside the API base, without token.
import { respond, respondFailure } from '../http/respond.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../operation/failure.ts';
import { HEALTH_PATHS } from '../paths.ts';

const ALLOWED = ['GET', 'HEAD'];

export interface Readiness {
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Aborted when the process is about to stop, before the first connection ends: load balancers need time to notice. */
  readonly stopping: AbortSignal | undefined;
}

export const isHealthPath = (path: string): boolean => path === HEALTH_PATHS.up || path === HEALTH_PATHS.ready;

export async function answerHealth(readiness: Readiness, { method }: Request, path: string): Promise<Response> {
  if (!ALLOWED.includes(method)) return respondFailure({ kind: 'methodNotAllowed', allow: ALLOWED });
  if (path === HEALTH_PATHS.up) return respond({ status: 200, body: { status: 'up' } });
  if (readiness.stopping?.aborted) return notReady('stopping');
  return readiness.ping().then(
    () => respond({ status: 200, body: { status: 'ready' } }),
    () => notReady('database unavailable'),
  );
}

function notReady(status: string): Response {
  const headers = { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) };
  return respond({ status: 503, body: { status }, headers });
}
