// Starts to serve requests: database -> app -> listen.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { listen } from '../http/listen.ts';
import { transportSecurity } from '../http/page-headers.ts';
import { openPort, type Port } from '../http/port.ts';
import type { Log } from '../log.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import { END_MILLISECONDS } from './end-process.ts';
import { standardError } from './output.ts';
import { prepareDatabase } from './prepare-database.ts';
import type { Close } from './stop-requests.ts';
import { stopWithin } from './stop-within.ts';
import { watchFiles } from './watch-files.ts';

/** After the drain, until the process has ended. */
const STOP_MILLISECONDS = 5_500;

/** More than the longest wait for requests (`STOP_BOUNDS`), so that their usage is written after it. */
export const STEPS_MILLISECONDS = STOP_MILLISECONDS - END_MILLISECONDS;

/**
 * Closes nothing when it throws, because the caller ends the process. @throws {DatabaseOpenError | ConfigError |
 * ListenError}
 */
export async function startServing(config: Config, logger: Log) {
  await tryPort(config);
  const scraped = await openMetrics(config);
  const metrics = scraped?.metrics;
  const { database, demoOwner } = await prepareDatabase(config, logger, metrics?.migrations);
  metrics?.watchDatabase(database);
  metrics?.watchLog(standardError);
  const tracing = await startTracing(config, logger);
  // Not earlier: the time limits of connections would run while modules load.
  const { compileReleases, createApp } = await import('../app.ts');
  // Loads Prisma's query compiler now instead of with the first query, so that all files are read before the process is
  // ready.
  await database.db.$connect();
  compileReleases(RELEASES, config.publicOrigin);
  const versions = createVersions(RELEASES);
  const stopping = new AbortController();
  const app = createApp({
    database,
    config,
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
  const close: Close = async (endDrain) => {
    stopping.abort();
    await delay(config.drainSeconds * 1_000, undefined, { signal: endDrain }).catch(() => {});
    return stopWithin(STEPS_MILLISECONDS, [
      { requests: stop, scrapes: () => scraped?.stop() },
      { usage: app.close, traces: () => tracing?.stop() },
      { database: database.close },
    ]);
  };
  watchFiles(logger);
  return { port, metricsPort: scraped?.port, demoOwner, close };
}

/** Reports a port in use before a database is created. Until the node is ready, the port stays closed. */
async function tryPort(port: Port) {
  const server = createServer((socket) => socket.destroy());
  await openPort(server, port);
  await once(server.close(), 'close');
}

/** Without METRICS_PORT, prom-client isn't loaded. */
async function openMetrics({ metrics, build }: Config) {
  if (!metrics) return undefined;
  return (await import('../metrics/open-metrics.ts')).openMetrics(metrics, build);
}

/** Without an endpoint for traces, OpenTelemetry isn't loaded. */
async function startTracing({ build, isTraced, trustsTraceparent }: Config, logger: Log) {
  if (!isTraced) return undefined;
  const { openTracing } = await import('../tracing/open-tracing.ts');
  const { version } = build;
  const warn = (reason: string) =>
    logger.warn({ 'exception.message': reason }, 'traces not sent');
  return openTracing({ version, trustsTraceparent, warn });
}
