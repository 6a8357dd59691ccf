// Whether the process is up (`/healthz`) and whether it takes requests (`/readyz`); outside the API base, without token.
import { headersOfFailure, UNAVAILABLE } from '../operation/failure.ts';
import { HEALTH_PATHS } from '../paths.ts';
import { isRead, refuseWrite } from './reads.ts';
import { respond } from './respond.ts';

export interface Readiness {
  /** Resolves when the database answers what a request asks first. */
  isReady(): Promise<unknown>;
  /** Aborted when the process is about to stop, before the first connection ends: load balancers need time to notice. */
  readonly stopping: AbortSignal | undefined;
}

export const answerHealth =
  ({ isReady, stopping }: Readiness) =>
  async (request: Request, { url }: { readonly url: URL }): Promise<Response> => {
    if (!isRead(request)) return refuseWrite();
    if (url.pathname === HEALTH_PATHS.up) return respond({ status: 200, body: { status: 'up' } });
    if (stopping?.aborted) return notReady('stopping');
    return isReady().then(
      () => respond({ status: 200, body: { status: 'ready' } }),
      () => notReady('database unavailable'),
    );
  };

const notReady = (status: string): Response =>
  respond({ status: 503, body: { status }, headers: headersOfFailure(UNAVAILABLE) });
