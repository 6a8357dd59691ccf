// Whether the process is up (`/healthz`) and whether it takes requests (`/readyz`); outside the API base, without token.
import { headersOfFailure, UNAVAILABLE } from '../operation/failure.ts';
import { HEALTH_PATHS } from '../paths.ts';
import { isRead, refuseWrite, respond } from './respond.ts';

interface HealthExchange {
  readonly url: URL;
  /** For the log. */
  unavailableBecause?: unknown;
}

interface Health {
  /** What runs. */
  readonly build: Readonly<Record<'version' | 'node', string>> & { readonly commit?: string | undefined };
  readonly isReady: () => Promise<unknown>;
  readonly stopping: AbortSignal | undefined;
}

/** `isReady` resolves when the database has answered. `stopping` is aborted early: load balancers need time to notice. */
export const answerHealth =
  ({ build, isReady, stopping }: Health) =>
  async (request: Request, exchange: HealthExchange): Promise<Response> => {
    if (!isRead(request)) return refuseWrite();
    if (exchange.url.pathname === HEALTH_PATHS.up) return respond({ status: 200, body: { status: 'up', ...build } });
    if (stopping?.aborted) return notReady('stopping');
    return isReady().then(
      () => respond({ status: 200, body: { status: 'ready' } }),
      (error: unknown) => {
        exchange.unavailableBecause = error;
        return notReady('database unavailable');
      },
    );
  };

const notReady = (status: string): Response =>
  respond({ status: 503, body: { status }, headers: headersOfFailure(UNAVAILABLE) });
