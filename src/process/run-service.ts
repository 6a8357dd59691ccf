// Starts the service: configuration -> database -> demo data -> app -> listen; and stops it in the reverse order.
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { type Config, parseConfig } from '../config.ts';
import { DatabaseOpenError, isUnavailable, reasonOf } from '../database/database-errors.ts';
import type { Database } from '../database/open-database.ts';
import { prepareDemoOwner } from '../demo/prepare-demo-owner.ts';
import { listen } from '../http/listen.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import { openEnvironmentDatabase } from './environment-database.ts';
import { createLogger } from './logger.ts';
import type { StopRequest } from './stop-requests.ts';
import { welcomeText } from './welcome.ts';

type Stop = (request: StopRequest) => void;

export interface RunningService {
  readonly stop: Stop;
  /** The text for the terminal, with the addresses. */
  readonly welcome: string;
}

/** Listens when the database has everything that a request may need, so that each node is ready from its first answer. */
export async function runService(
  variables: NodeJS.ProcessEnv,
  onStopFailed: (error: unknown) => void,
): Promise<RunningService> {
  const config = parseConfig(variables);
  const logger = createLogger(config.logLevel);
  let database: Database | undefined;
  try {
    database = await openEnvironmentDatabase(config, logger);
    const { close, welcome } = await serve(database, config, logger);
    return { stop: stopOnce(close, () => logger.info('stopped'), onStopFailed), welcome };
  } catch (error) {
    await database?.close();
    throw isUnavailable(error)
      ? new DatabaseOpenError(`The database failed: ${reasonOf(error)}`, { cause: error })
      : error;
  }
}

/** Ends the time for load balancers, which passes while requests are served as before. */
type EndDrain = AbortSignal;

async function serve(database: Database, config: Config, logger: ReturnType<typeof createLogger>) {
  const versions = createVersions(RELEASES);
  const version = versions.newest();
  const { environment } = config;
  const demoOwner = environment === 'test' ? await prepareDemoOwner(database.db, { environment, version }) : undefined;
  const stopping = new AbortController();
  const scraped = await metricsOf(config, database);
  const app = createApp({ database, config, logger, versions, stopping: stopping.signal, metrics: scraped?.metrics });
  const headers = () => ({ 'X-API-Version': versions.newest() });
  const listening = await listen(app, { ...config, headers }).catch(async (error: unknown) => {
    await Promise.all([app.close(), scraped?.stop()]);
    throw error;
  });
  const close = async (endDrain: EndDrain): Promise<void> => {
    stopping.abort();
    await delay(config.drainSeconds * 1_000, undefined, { signal: endDrain }).catch(() => {});
    await Promise.all([listening.stop(), scraped?.stop()]);
    await app.close();
    await database.close();
  };
  return { close, welcome: welcomeText(config, { service: listening.port, metrics: scraped?.port }, demoOwner) };
}

/** A service that nobody scrapes doesn't load prom-client. */
async function metricsOf({ metrics: at }: Config, { pool }: Database) {
  return at && (await import('../metrics/open-metrics.ts')).openMetrics(at, pool);
}

/** The first request stops the service; a second one, or one that is urgent, ends the time for load balancers. */
function stopOnce(
  close: (endDrain: EndDrain) => Promise<void>,
  onStopped: () => void,
  onFailed: (error: unknown) => void,
): Stop {
  const endDrain = new AbortController();
  let isStopping = false;
  return (request) => {
    if (request === 'now' || isStopping) endDrain.abort();
    if (isStopping) return;
    isStopping = true;
    close(endDrain.signal).then(onStopped, onFailed);
  };
}
