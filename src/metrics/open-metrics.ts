// Creates the metrics of a service and serves them to Prometheus on a separate port.
import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import type { Build } from '../config.ts';
import { type Listening, listen } from '../http/listen.ts';
import type { Port } from '../http/port.ts';
import { isRead, refuseWrite, respondFailure } from '../http/respond.ts';
import { UNAVAILABLE } from '../operation/operation-failure.ts';
import { METRICS_PATH } from '../paths.ts';
import { createMetrics } from './metrics.ts';

/** @throws {ListenError} The port can't be opened. */
export async function openMetrics(at: Port, build: Build) {
  const metrics = createMetrics(build);
  return {
    ...(await serveTexts(at, metrics.registry.contentType, () => metrics.registry.metrics())),
    metrics,
  };
}

/**
 * Serves the metrics of all workers and of the primary process, from the primary; a scrape waits for a worker that is
 * starting. @throws {ListenError} The port can't be opened.
 */
export async function openWorkerMetrics(at: Port) {
  const [registry, own] = [new AggregatorRegistry(), new Registry()];
  const help = 'Workers that ended unexpectedly.';
  const ended = new Counter({ name: 'owner_api_workers_ended_total', help, registers: [own] });
  const textOf = async () => `${await registry.clusterMetrics()}${await own.metrics()}`;
  return {
    ...(await serveTexts(at, registry.contentType, textOf)),
    workerEnded: () => ended.inc(),
  };
}

/** Each series has its worker's number: a replaced worker's counters restart, the others' don't. */
export function createWorkerMetrics(build: Build, worker: number) {
  const metrics = createMetrics(build);
  metrics.registry.setDefaultLabels({ worker });
  AggregatorRegistry.setRegistries(metrics.registry);
  // The constructor makes this process respond to the primary.
  new AggregatorRegistry();
  return { metrics, port: undefined, async stop() {} };
}

function serveTexts(
  at: Port,
  contentType: string,
  textOf: () => Promise<string>,
): Promise<Listening> {
  const fetch = async (request: Request) => {
    if (new URL(request.url).pathname !== METRICS_PATH) return respondFailure({ kind: 'notFound' });
    if (!isRead(request)) return refuseWrite();
    return textOf().then(
      (text) => new Response(text, { headers: { 'Content-Type': contentType } }),
      () => respondFailure(UNAVAILABLE),
    );
  };
  return listen({ fetch }, { ...at, portVariable: 'METRICS_PORT' });
}
