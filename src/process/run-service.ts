// Starts the service by the configuration, in this process or in workers, and stops it on request.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { tryPort } from '../http/port.ts';
import { createLogger } from './logger.ts';
import { readConfig } from './read-config.ts';
import type { StopRequest } from './stop-requests.ts';
import { welcomeText } from './welcome.ts';
import { type EndDrain, readRole, type Started, type WorkerRole, Workers } from './workers.ts';

type Stop = (request: StopRequest) => void;
type OnFailed = (error: unknown) => void;

export interface RunningService {
  readonly stop: Stop;
  /** The addresses, for the terminal; empty in a worker. */
  readonly welcome: string;
}

/**
 * Listens once the database is prepared, so that each node is ready from its first answer.
 * `onFailed` ends the process: a stop has failed, or workers ended too often.
 */
export async function runService(variables: NodeJS.ProcessEnv, onFailed: OnFailed): Promise<RunningService> {
  const { config, warnings } = readConfig(variables);
  const role = cluster.isWorker ? readRole(variables) : undefined;
  const logger = await createLogger(config.logLevel, role?.number);
  if (!role) for (const warning of warnings) logger.warn(warning);
  const { close, welcome } = await start(config, logger, role, onFailed);
  return { stop: stopOnce(close, () => logger.info('stopped'), onFailed), welcome };
}

async function start(config: Config, logger: Logger, role: WorkerRole | undefined, onFailed: OnFailed) {
  if (!role) await tryPorts(config);
  if (!role && config.workers > 1) return startPrimary(config, logger, onFailed);
  const { startAlone, startWorker } = await import('./start-serving.ts');
  return role ? startWorker(config, logger, role) : startAlone(config, logger);
}

/** Ports are tried first, because a database may take a minute to be created. @throws {ListenError} */
async function tryPorts({ host, port, metrics }: Config): Promise<void> {
  await tryPort({ host, port });
  if (metrics) await tryPort({ ...metrics, portVariable: 'METRICS_PORT' });
}

/** The primary process loads neither the app nor the database, which would double its memory. */
async function startPrimary(config: Config, logger: Logger, onFailed: OnFailed): Promise<Started> {
  const metrics =
    config.metrics && (await (await import('../metrics/open-metrics.ts')).openWorkerMetrics(config.metrics));
  const workers = new Workers(config, logger, onFailed);
  const { port, demoOwner } = await workers.start();
  return {
    async close(endDrain) {
      await workers.stop(endDrain);
      await metrics?.stop();
    },
    welcome: welcomeText(config, { service: port, metrics: metrics?.port }, demoOwner),
  };
}

/** The first request stops the service; a second one, or `now`, ends the drain. */
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
