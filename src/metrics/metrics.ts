// The metrics of one app for Prometheus: its requests, operations and image checks, its database, its process.
import type { Pool } from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ImageProbe } from '../operation/operation.ts';
import { registerConnections } from './connection-metrics.ts';
import { measuredProbe } from './image-metrics.ts';
import { type RecordRequest, registerRequests } from './request-metrics.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly record: RecordRequest;
  /** The same probe; its checks are counted and timed. */
  measured(probe: ImageProbe): ImageProbe;
}

/** Every label has a closed set of values: no id, no path and no text of a client is one. */
export function createMetrics(pool: Pool | undefined): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (pool) registerConnections(pool, registry);
  return {
    registry,
    record: registerRequests(registry),
    measured: (probe) => measuredProbe(probe, registry),
  };
}
