// Makes the metrics of a service and serves them to Prometheus, on a port of their own: no path of the service leads there.
import type { Pool } from 'pg';
import { type Handler, type Listening, listen } from '../http/listen.ts';
import { respondFailure } from '../http/respond.ts';
import { METRICS_PATH } from '../paths.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const ALLOWED = ['GET', 'HEAD'];

export interface OpenMetrics extends Listening {
  readonly metrics: Metrics;
}

/** @throws {ListenError} The port can't be opened. */
export async function openMetrics(
  at: { readonly host: string; readonly port: number },
  pool: Pool | undefined,
): Promise<OpenMetrics> {
  const metrics = createMetrics(pool);
  const headers = () => ({});
  const listening = await listen(scraping(metrics), {
    ...at,
    portVariable: 'METRICS_PORT',
    trustedProxyHops: 0,
    headers,
  });
  return { ...listening, metrics };
}

const scraping = ({ registry }: Metrics): Handler => ({
  async fetch({ method, url }) {
    if (new URL(url).pathname !== METRICS_PATH) return respondFailure({ kind: 'notFound' });
    if (!ALLOWED.includes(method)) return respondFailure({ kind: 'methodNotAllowed', allow: ALLOWED });
    return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } });
  },
});
