// Starts a process that serves requests, a node's only one or one of its workers: database -> app -> listen.
import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { transportSecurity } from '../http/browser-headers.ts';
import { listen } from '../http/listen.ts';
import type { Log } from '../log.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import { standardError } from './output.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';
import type { Started } from './start-texts.ts';
import type { Close } from './stop-requests.ts';
import { stopWithin } from './stop-within.ts';
import { watchClock } from './watch-clock.ts';
import { watchFiles } from './watch-files.ts';
import { type DemoOwnerMessage, isFirst } from './workers.ts';

/** After the drain; more than the longest request. */
const STOP_MILLISECONDS = 5_000;

interface Process {
  readonly logger: Log;
  /** Absent: the only process of the node. */
  readonly worker: Worker | undefined;
  readonly onClosable: (close: Close) => void;
}

/**
 * Closes nothing when it throws, because the caller ends the process. @throws {DatabaseOpenError | ConfigError |
 * ListenError}
 */
export async function startServing(
  config: Config,
  { logger, worker, onClosable }: Process,
): Promise<Started> {
  const scraped = await openMetrics(config, worker);
  const metrics = scraped?.metrics;
  const isPreparing = !worker || isFirst(worker);
  // Replacement workers start even while the database is down.
  const { database, demoOwner }: PreparedDatabase = isPreparing
    ? await prepareDatabase(config, logger, metrics?.migrations)
    : { database: await openDatabase({ ...config, isMigrated: true, logger }) };
  if (demoOwner) worker?.send({ demoOwner } satisfies DemoOwnerMessage);
  metrics?.watchDatabase(database);
  metrics?.watchLog(standardError);
  const tracing = await startTracing(config, logger);
  // Not earlier: the time limits of connections would run while modules load.
  const { createApp } = await import('../app.ts');
  // Loads Prisma's query compiler now instead of with the first query, so that all files are read before the process is
  // ready.
  await database.db.$connect();
  const versions = createVersions(RELEASES);
  const stopping = new AbortController();
  const share = worker ? workerShare(config) : config;
  const app = createApp({
    database,
    config: share,
    logger,
    versions,
    stopping: stopping.signal,
    metrics,
    tracing,
  });
  const { port, stop } = await listen(app, {
    ...config,
    headers: () => ({ 'X-API-Version': versions.newest(), ...transportSecurity(config) }),
    bounds: { keepAliveTimeout: config.keepAliveSeconds * 1_000 },
  });
  onClosable(async (endDrain) => {
    stopping.abort();
    await delay(config.drainSeconds * 1_000, undefined, { signal: endDrain }).catch(() => {});
    return stopWithin(STOP_MILLISECONDS, [
      { requests: stop, scrapes: () => scraped?.stop() },
      { usage: app.close, traces: () => tracing?.stop() },
      { database: database.close },
    ]);
  });
  watchFiles(logger);
  // An embedded database uses the clock of its process.
  if (database.pool) watchClock(database.db, logger, metrics?.clockOffset);
  return { port, metricsPort: scraped?.port, demoOwner };
}

/** Without METRICS_PORT, prom-client isn't loaded. */
async function openMetrics({ metrics, build }: Config, worker: Worker | undefined) {
  if (!metrics) return undefined;
  const opened = await import('../metrics/open-metrics.ts');
  return worker ? opened.createWorkerMetrics(build, worker.id) : opened.openMetrics(metrics, build);
}

/** Without an endpoint for traces, OpenTelemetry isn't loaded. */
async function startTracing({ build, isTraced, trustsTraceparent }: Config, logger: Log) {
  if (!isTraced) return undefined;
  const { openTracing } = await import('../tracing/open-tracing.ts');
  const { version } = build;
  const warn = (reason: string) => logger.warn({ 'exception.message': reason }, 'traces not sent');
  return openTracing({ version, trustsTraceparent, warn });
}

/** Each worker counts failed lookups in its own memory, so it gets a share of the node's budget. */
const workerShare = (config: Config): Config => ({
  ...config,
  authFailures: {
    ...config.authFailures,
    points: Math.ceil(config.authFailures.points / config.workers),
  },
});
