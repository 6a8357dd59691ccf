// The metrics of one app for Prometheus: its requests, operations and image checks, its database, its process.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Build } from '../config.ts';
import type { ConnectionCounts } from '../database/connection.ts';
import type { UrlProbe } from '../operation/context.ts';
import { registerRequests } from './request-metrics.ts';

/** The connections to the database; undefined on an embedded one. */
export type Connections = (() => ConnectionCounts) | undefined;

export type Metrics = ReturnType<typeof createMetrics>;

/** Every label has a closed set of values: no id, no path and no text of a client is one. */
export function createMetrics(build: Build, connections: Connections) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  registerBuild(build, registry);
  if (connections) registerConnections(connections, registry);
  return {
    registry,
    record: registerRequests(registry),
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

/** The connections to the PostgreSQL server and the requests that wait for one, read at each scrape. */
function registerConnections(counts: () => ConnectionCounts, registry: Registry): void {
  const gauge = (name: string, help: string, collect: (gauge: Gauge) => void, labelNames: string[] = []) =>
    new Gauge({
      name: `owner_api_database_connections${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        collect(this);
      },
    });
  const setStates = (states: Gauge) => {
    const { active, idle } = counts();
    states.set({ state: 'idle' }, idle);
    states.set({ state: 'active' }, active);
  };
  gauge('', 'Open connections to the database, by state: active or idle.', setStates, ['state']);
  gauge('_max', 'The most connections of this node: connection_limit of DATABASE_URL.', (most) =>
    most.set(counts().max),
  );
  gauge('_pending', 'Queries and transactions that wait for a connection.', (all) => all.set(counts().pending));
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
