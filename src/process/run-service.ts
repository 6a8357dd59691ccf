// Starts the service, in this process or in workers: configuration -> database -> demo data -> serve; and stops it.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Config, parseConfig } from '../config.ts';
import { DatabaseOpenError, isUnavailable, reasonOf } from '../database/database-errors.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { type DemoOwner, prepareDemoOwner } from '../demo/prepare-demo-owner.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import { openEnvironmentDatabase } from './environment-database.ts';
import { createLogger } from './logger.ts';
import type { EndDrain, Serving } from './serve.ts';
import type { StopRequest } from './stop-requests.ts';
import { welcomeText } from './welcome.ts';
import { WORKER_NUMBER, Workers } from './workers.ts';

type Variables = NodeJS.ProcessEnv;
type Stop = (request: StopRequest) => void;
type OnFailed = (error: unknown) => void;

export interface RunningService {
  readonly stop: Stop;
  /** The text for the terminal, with the addresses; empty in a worker. */
  readonly welcome: string;
}

type Started = Pick<Serving, 'close'> & Pick<RunningService, 'welcome'>;

/**
 * Listens when the database has everything that a request may need, so that each node is ready from its first answer.
 * `onFailed` ends the process: a stop has failed, or workers ended too often.
 */
export async function runService(variables: Variables, onFailed: OnFailed): Promise<RunningService> {
  const config = parseConfig(variables);
  const worker = cluster.isWorker ? Number(variables[WORKER_NUMBER]) : undefined;
  const logger = createLogger(config.logLevel, worker);
  const { close, welcome } = await start(config, logger, worker, onFailed);
  return { stop: stopOnce(close, () => logger.info('stopped'), onFailed), welcome };
}

function start(config: Config, logger: Logger, worker: number | undefined, onFailed: OnFailed): Promise<Started> {
  if (worker !== undefined) return startWorker(config, logger, worker);
  return config.workers === 1 ? startAlone(config, logger) : startPrimary(config, logger, onFailed);
}

async function startAlone(config: Config, logger: Logger): Promise<Started> {
  const { database, demoOwner } = await prepareDatabase(config, logger);
  try {
    const scraped = await openMetrics(config, database);
    const { serve } = await import('./serve.ts');
    const { port, close } = await serve({ database, config, logger, scraped });
    return { close, welcome: welcomeText(config, { service: port, metrics: scraped?.port }, demoOwner) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The primary process prepares the database, and holds no connection to it afterwards. */
async function startPrimary(config: Config, logger: Logger, onFailed: OnFailed): Promise<Started> {
  const { database, demoOwner } = await prepareDatabase(config, logger);
  await database.close();
  const metrics = config.metrics && (await (await loadMetrics()).openWorkerMetrics(config.metrics));
  const workers = new Workers(logger, onFailed);
  const service = await workers.start(config.workers);
  return {
    async close(endDrain) {
      await workers.stop(endDrain);
      await metrics?.stop();
    },
    welcome: welcomeText(config, { service, metrics: metrics?.port }, demoOwner),
  };
}

async function startWorker(config: Config, logger: Logger, worker: number): Promise<Started> {
  const database = await openDatabase({ ...config, isMigrated: true, logger });
  const metrics = config.metrics && (await loadMetrics()).createWorkerMetrics(database.pool, worker);
  const { serve } = await import('./serve.ts');
  const scraped = metrics && { metrics, async stop() {} };
  const { close } = await serve({ database, config: configOfWorker(config), logger, scraped });
  return {
    async close(endDrain) {
      await close(endDrain);
      cluster.worker?.disconnect();
    },
    welcome: '',
  };
}

/** Workers count failed look-ups in their own memory: each has its share of the points (D44). */
const configOfWorker = (config: Config): Config => ({
  ...config,
  authFailures: { ...config.authFailures, points: Math.ceil(config.authFailures.points / config.workers) },
});

/** A service that nobody scrapes doesn't load prom-client. */
const loadMetrics = () => import('../metrics/open-metrics.ts');

async function openMetrics({ metrics: at }: Config, { pool }: Database) {
  return at && (await loadMetrics()).openMetrics(at, pool);
}

interface Prepared {
  readonly database: Database;
  readonly demoOwner: DemoOwner | undefined;
}

/** Opens the database and gives it the migrations and, in the test environment, the demo data that it lacks. */
async function prepareDatabase(config: Config, logger: Logger): Promise<Prepared> {
  const { environment } = config;
  const version = createVersions(RELEASES).newest();
  let database: Database | undefined;
  try {
    database = await openEnvironmentDatabase(config, logger);
    const demoOwner =
      environment === 'test' ? await prepareDemoOwner(database.db, { environment, version }) : undefined;
    return { database, demoOwner };
  } catch (error) {
    await database?.close();
    throw isUnavailable(error)
      ? new DatabaseOpenError(`The database failed: ${reasonOf(error)}`, { cause: error })
      : error;
  }
}

/** The first request stops the service; a second one, or one that is urgent, ends the time for load balancers. */
function stopOnce(close: (endDrain: EndDrain) => Promise<void>, onStopped: () => void, onFailed: OnFailed): Stop {
  const endDrain = new AbortController();
  let isStopping = false;
  return (request) => {
    if (request === 'now' || isStopping) endDrain.abort();
    if (isStopping) return;
    isStopping = true;
    close(endDrain.signal).then(onStopped, onFailed);
  };
}
