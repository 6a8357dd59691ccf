// Creates the metrics of a service and serves them to Prometheus on a separate port.
import type { Build } from '../config.ts';
import { listen } from '../http/listen.ts';
import type { Port } from '../http/port.ts';
import { isRead, rejectWrite, respondFailure } from '../http/respond.ts';
import { UNAVAILABLE } from '../operation/operation-failure.ts';
import { METRICS_PATH } from '../paths.ts';
import { createMetrics } from './metrics.ts';

/** @throws {ListenError} The port can't be opened. */
export async function openMetrics(at: Port, build: Build) {
  const metrics = createMetrics(build);
  const { registry } = metrics;
  const fetch = async (request: Request) => {
    if (new URL(request.url).pathname !== METRICS_PATH)
      return respondFailure({ kind: 'notFound' });
    if (!isRead(request)) return rejectWrite();
    return registry.metrics().then(
      (text) => new Response(text, { headers: { 'Content-Type': registry.contentType } }),
      () => respondFailure(UNAVAILABLE),
    );
  };
  return { ...(await listen({ fetch }, { ...at, portVariable: 'METRICS_PORT' })), metrics };
}
