// Starts a process that serves requests, the only one of a node or one of its workers: database -> app -> listen.
import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { transportSecurity } from '../http/browser-headers.ts';
import { listen } from '../http/listen.ts';
import type { ConnectionSource } from '../http/port.ts';
import type { Log } from '../log.ts';
import type { OpenMetrics } from '../metrics/open-metrics.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import type { Tracing } from '../tracing/open-tracing.ts';
import { startHeartbeat } from './heartbeats.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';
import { handedConnections, sendToPrimary } from './shared-port.ts';
import { endNotices, futureNotices, welcomeText } from './start-texts.ts';
import type { EndDrain, Started, WorkerRole } from './workers.ts';

/** Loaded while a first start creates the database in a thread, which takes seconds. */
const loadApp = () => import('../app.ts');

/** A service without an endpoint for traces doesn't load OpenTelemetry. */
async function startTracing({ build }: Config, logger: Log): Promise<Tracing> {
  const { openTracing } = await import('../tracing/open-tracing.ts');
  return openTracing(build.version, (reason) => logger.warn({ 'exception.message': reason }, 'traces not sent'));
}

/** A service without METRICS_PORT doesn't load prom-client. */
const loadMetrics = () => import('../metrics/open-metrics.ts');

export async function startAlone(config: Config, logger: Log): Promise<Started> {
  const scraped = config.metrics && (await (await loadMetrics()).openMetrics(config.metrics, config.build));
  const preparing = prepareDatabase(config, logger, scraped?.metrics.migrations);
  void loadApp();
  const { database, demoOwner } = await preparing;
  try {
    const { port, close } = await serve({ database, config, logger, scraped });
    void tellNotices(database, logger);
    return { close, port, welcome: welcomeText(config, { service: port, metrics: scraped?.port }, demoOwner) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A replacement starts also while the database is down. */
export async function startWorker(config: Config, logger: Log, role: WorkerRole): Promise<Started> {
  startHeartbeat();
  const metrics = config.metrics && (await loadMetrics()).createWorkerMetrics(config.build, role.number);
  const { database, demoOwner }: PreparedDatabase = role.isFirst
    ? await prepareDatabase(config, logger, metrics?.migrations)
    : { database: await openDatabase({ ...config, isMigrated: true, logger }), demoOwner: undefined };
  if (demoOwner) sendToPrimary({ demoOwner });
  const scraped = metrics && { metrics, async stop() {} };
  const { close } = await serve({ database, config: workerShare(config), logger, scraped, source: handedConnections });
  if (role.isFirst) void tellNotices(database, logger);
  return {
    async close(endDrain) {
      await close(endDrain);
      cluster.worker?.disconnect();
    },
    welcome: '',
  };
}

/** Once the port is open: a start does not wait for the tokens to be counted. */
async function tellNotices({ statements }: Database, logger: Log): Promise<void> {
  const versions = createVersions(RELEASES);
  for (const notice of futureNotices(versions)) logger.info(notice);
  for (const notice of await endNotices(statements, versions)) logger.warn(notice);
}

/** Each worker counts failed look-ups in its own memory, so it has a share of the points of the node. */
const workerShare = (config: Config): Config => ({
  ...config,
  authFailures: { ...config.authFailures, points: Math.ceil(config.authFailures.points / config.workers) },
});

interface Serving {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Log;
  readonly scraped: Pick<OpenMetrics, 'metrics' | 'stop'> | undefined;
  /** Absent: the process opens the port itself. */
  readonly source?: ConnectionSource;
}

/** `close` ends the app, its metrics and the database. @throws {ListenError} The port can't be opened; the database is still open. */
async function serve({ database, config, logger, scraped, source }: Serving) {
  const versions = createVersions(RELEASES);
  const stopping = new AbortController();
  const { createApp } = await loadApp();
  const metrics = scraped?.metrics;
  metrics?.watchDatabase(database);
  const tracing = config.isTraced ? await startTracing(config, logger) : undefined;
  const app = createApp({ database, config, logger, versions, stopping: stopping.signal, metrics, tracing });
  const headers = () => ({ 'X-API-Version': versions.newest(), ...transportSecurity(config) });
  const bounds = { keepAliveTimeout: config.keepAliveSeconds * 1_000 };
  const listening = await listen(app, { ...config, source, headers, bounds }).catch(async (error: unknown) => {
    await Promise.all([app.close(), scraped?.stop()]);
    throw error;
  });
  return {
    port: listening.port,
    async close(endDrain: EndDrain) {
      stopping.abort();
      await delay(config.drainSeconds * 1_000, undefined, { signal: endDrain }).catch(() => {});
      await Promise.all([listening.stop(), scraped?.stop()]);
      await app.close();
      await Promise.all([database.close(), tracing?.stop()]);
    },
  };
}
