// The metrics of one app for Prometheus: its requests, operations and image checks, its database, its process.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ConnectionCounts } from '../database/connection.ts';
import type { UrlProbe } from '../operation/context.ts';
import { registerConnections } from './connection-metrics.ts';
import { measuredProbe } from './image-metrics.ts';
import { registerRequests } from './request-metrics.ts';

/** The connections to the database; undefined on an embedded one. */
export type Connections = (() => ConnectionCounts) | undefined;

export type Metrics = ReturnType<typeof createMetrics>;

/** Every label has a closed set of values: no id, no path and no text of a client is one. */
export function createMetrics(connections: Connections) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (connections) registerConnections(connections, registry);
  return {
    registry,
    record: registerRequests(registry),
    /** The same probe; its checks are counted and timed. */
    measured: (probe: UrlProbe) => measuredProbe(probe, registry),
  };
}
