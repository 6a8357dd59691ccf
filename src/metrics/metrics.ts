// The Prometheus metrics of one app: its requests and operations, its database, its node and its process.
import { totalmem } from 'node:os';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Build } from '../config.ts';
import type { Database } from '../database/db.ts';
import { type FinishedRequest, SURFACE_NAMES } from '../gate/finished-request.ts';
import { CAUSES } from '../gate/unavailable-log.ts';
import { FAILURES } from '../operation/failures.ts';
import type { Versions } from '../operation/versions.ts';
import { counted, measured } from './figures.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels only have a fixed set of values, never an ID, a path or client text. */
export function createMetrics({ version, commit = '', node }: Build) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  new Gauge({
    name: 'owner_api_build_info',
    help: 'Always 1; the labels say what runs: the version, the commit if it is known, and the version of Node.',
    labelNames: ['version', 'commit', 'node'],
    registers,
  }).set({ version, commit, node }, 1);
  measured(
    registers,
    'owner_api_memory_limit_bytes',
    'Memory that the processes of this node can use in total: the limit of the container, or all of the machine.',
    memoryLimit,
  );
  return {
    registry,
    observe: requestFigures(registers),
    /** What the node finds at startup; 0 until then. */
    migrations: migrationFigures(registers),
    /** Once the database is open. */
    watchDatabase: databaseFigures(registers),
    watchLog: (log: { readonly droppedLines: number }) =>
      counted(
        registers,
        'owner_api_log_lines_dropped_total',
        'Lines that the log lost, because stderr did not take them in time.',
        () => log.droppedLines,
      ),
    watchNode: nodeFigures(registers),
  };
}

/** 0: no limit. */
const memoryLimit = () => Math.min(process.constrainedMemory() || Infinity, totalmem());

/**
 * prom-client names these gauges like counters, which `promtool check metrics` rejects; each also exists without the
 * suffix.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** From a read of one product to the time limit of a request while the database is down. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * The status of a request whose client disconnected before its response was ready; no class such as 4xx contains it.
 */
const ABORTED_STATUS = 'aborted';
/** The operation of a GraphQL request that ran different ones; it is empty if none ran. */
const SEVERAL = 'several';
/** The result of an operation without a failure. */
const DONE = 'DONE';

/** Counts and times each request and its operations once, when its response is ready. */
function requestFigures(registers: Registry[]) {
  const labelNames = ['surface', 'operation', 'status'];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response to a request was ready.',
    buckets: REQUEST_BUCKETS,
    labelNames,
    registers,
  });
  const operations = new Counter({
    name: 'owner_api_operations_total',
    help: `Operations by result: ${DONE}, or the code of the failure.`,
    labelNames: ['surface', 'operation', 'result'],
    registers,
  });
  const failed = new Counter({
    name: 'owner_api_failed_requests_total',
    help: 'Failed requests by the code of the first error; for GraphQL, even with status 200.',
    labelNames: ['surface', 'code'],
    registers,
  });
  // From 0, because Prometheus sees no increase in a series that begins with its first failure.
  const { code: unexpected } = FAILURES.internal;
  for (const surface of SURFACE_NAMES) failed.inc({ surface, code: unexpected }, 0);

  return (finished: FinishedRequest) => {
    if (finished.isRehearsed) return;
    const { surface, status, milliseconds, isAborted, ran, code } = finished;
    const [first = '', ...others] = finished.operations;
    for (const { operation, failure } of ran)
      if (operation !== undefined)
        operations.inc({
          surface,
          operation,
          result: failure ? FAILURES[failure.kind].code : DONE,
        });
    const labels = {
      surface,
      operation: others.length === 0 ? first : SEVERAL,
      status: isAborted ? ABORTED_STATUS : String(status),
    };
    durations.observe(labels, milliseconds / 1_000);
    if (code) failed.inc({ surface, code });
  };
}

function migrationFigures(registers: Registry[]) {
  const migrations = new Gauge({
    name: 'owner_api_migrations',
    help: 'Migrations that are still to be applied at startup of this node, or that only a newer version knows.',
    labelNames: ['state'],
    registers,
  });
  const set = (state: 'waiting' | 'unknown', count: number) =>
    migrations.set({ state }, count);
  set('waiting', 0);
  set('unknown', 0);
  return set;
}

const databaseFigures =
  (registers: Registry[]) =>
  ({ connections }: Pick<Database, 'connections'>) => {
    // An embedded database has no connections.
    if (!connections) return;
    new Gauge({
      name: 'owner_api_database_connections',
      help: 'Open connections to the database, by state: active or idle.',
      labelNames: ['state'],
      registers,
      collect() {
        const { active, idle } = connections();
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'active' }, active);
      },
    });
    measured(
      registers,
      'owner_api_database_connections_max',
      'Maximum connections of this node: connection_limit in DATABASE_URL.',
      () => connections().max,
    );
    measured(
      registers,
      'owner_api_database_connections_pending',
      'Queries and transactions waiting for a connection.',
      () => connections().pending,
    );
    new Gauge({
      name: 'owner_api_database_certificate_expiry_timestamp_seconds',
      help: 'Expiry of the certificate of the latest connection, in seconds since 1970; absent without TLS.',
      registers,
      collect() {
        const { certificateEndsAt } = connections();
        if (certificateEndsAt) this.set(certificateEndsAt.getTime() / 1_000);
        else this.remove();
      },
    });
  };

interface NodeState {
  readonly usage: { readonly writtenTo: number; readonly dropped: number };
  readonly versions: Pick<Versions, 'list'>;
}

/** What a node knows about itself: unwritten usage, IDs and versions that run out, and the causes of 503s. */
const nodeFigures =
  (registers: Registry[]) =>
  ({ usage, versions }: NodeState) => {
    measured(
      registers,
      'owner_api_usage_unwritten_seconds',
      'Time since all usage was written; about 5 s while the database accepts it.',
      () => (Date.now() - usage.writtenTo) / 1_000,
    );
    counted(
      registers,
      'owner_api_usage_dropped_total',
      'Usage counts, last uses and failed requests that were lost.',
      () => usage.dropped,
    );
    new Gauge({
      name: 'owner_api_version_sunset_timestamp_seconds',
      help: 'When a usable version ends, in seconds since 1970; absent if no end is set.',
      labelNames: ['version'],
      registers,
      collect() {
        this.reset();
        for (const { date, stage, sunsetAt } of versions.list())
          if (sunsetAt && stage !== 'sunset')
            this.set({ version: date }, sunsetAt.getTime() / 1_000);
      },
    });
    const ids = new Gauge({
      name: 'owner_api_ids_used_ratio',
      help: 'Share of used IDs of a table, from 0 to 1; updated a minute after startup, then hourly.',
      labelNames: ['sequence'],
      registers,
    });
    const unavailable = new Counter({
      name: 'owner_api_unavailable_requests_total',
      help: 'Requests with status 503, by the cause in the log.',
      labelNames: ['cause'],
      registers,
    });
    for (const cause of Object.keys(CAUSES)) unavailable.inc({ cause }, 0);
    return {
      idsUsed: (sequence: string, part: number) => ids.set({ sequence }, part),
      unavailable: (cause: string) => unavailable.inc({ cause }),
    };
  };
