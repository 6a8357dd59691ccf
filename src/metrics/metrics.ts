// The metrics of one app for Prometheus: its requests, operations and image checks, its database, its process.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Build } from '../config.ts';
import type { UrlProbe } from '../operation/context.ts';
import { registerDatabase, registerMigrations, type WatchedDatabase } from './database-metrics.ts';
import { type NodeState, registerNode } from './node-metrics.ts';
import { registerRequests } from './request-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Every label has a closed set of values: no id, no path and no text of a client is one. */
export function createMetrics(build: Build) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  registerBuild(build, registry);
  return {
    registry,
    record: registerRequests(registry),
    /** What the start of the node finds; 0 until then. */
    migrations: registerMigrations(registry),
    /** Once the database is open. */
    watchDatabase: (database: WatchedDatabase) => registerDatabase(database, registry),
    watchNode: (node: NodeState) => registerNode(node, registry),
    /** The same probe; its checks are counted and timed (D29). */
    measured: (probe: UrlProbe) => measuredProbe(probe, registry),
  };
}

/** Gauges of prom-client named as counters, which `promtool check metrics` refuses; each has one without the ending beside it. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

function registerBuild({ version, commit = '', node }: Build, registry: Registry): void {
  new Gauge({
    name: 'owner_api_build_info',
    help: 'Always 1; the labels say what runs: the version, the commit if it is known, and the version of Node.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version, commit, node }, 1);
}

/** Seconds; a check over the network takes 2 at most. */
const IMAGE_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5];

function measuredProbe(probe: UrlProbe, registry: Registry): UrlProbe {
  const images = new Counter({
    name: 'owner_api_image_probes_total',
    help: 'Images that were probed, by result: reachable or unreachable.',
    labelNames: ['result'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'owner_api_image_check_duration_seconds',
    help: 'Time for the images of one request, which are probed in parallel.',
    buckets: IMAGE_BUCKETS,
    registers: [registry],
  });
  return {
    async reachable(urls, userId) {
      const end = durations.startTimer();
      const results = await probe.reachable(urls, userId);
      end();
      for (const isReachable of results) images.inc({ result: isReachable ? 'reachable' : 'unreachable' });
      return results;
    },
  };
}
