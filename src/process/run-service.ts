// Starts the service by the configuration, in this process or in workers, and stops it on request.
import cluster from 'node:cluster';
import { type Config, localOrigin } from '../config.ts';
import { tryPort } from '../http/port.ts';
import type { Log } from '../log.ts';
import { createLogger } from './logger.ts';
import { missingTls, readConfig } from './read-config.ts';
import { welcomeText } from './start-texts.ts';
import type { StopRequest } from './stop-requests.ts';
import { type EndDrain, readRole, Workers } from './workers.ts';

type Stop = (request: StopRequest) => void;
type Close = (endDrain: EndDrain) => Promise<void>;

interface Listeners {
  /** Called when requests to stop are no longer the end of the process: before workers start, or when the only process serves. */
  onStoppable(stop: Stop): void;
  /** Ends the process: a stop has failed, or workers ended too often. */
  onFailed(error: unknown): void;
}

/**
 * Listens once the database is prepared, so that each node is ready from its first response. Returns the addresses, for the
 * terminal; empty in a worker, and where a stop came first.
 */
export async function runService(variables: NodeJS.ProcessEnv, { onStoppable, onFailed }: Listeners): Promise<string> {
  const { config, warnings } = readConfig(variables);
  const role = cluster.isWorker ? readRole(variables) : undefined;
  const logger = await createLogger(config.logLevel, role?.number);
  const onClosable = (close: Close) => onStoppable(stopOnce(toldClose(close, logger, config), onFailed));
  const onListening = (port: number) => tellListening(logger, config, port);
  if (!role) {
    for (const warning of [...warnings, ...missingTls(config, variables)]) logger.warn(warning);
    // A database may take a minute to be created.
    await tryPort(config);
    if (config.metrics) await tryPort({ ...config.metrics, portVariable: 'METRICS_PORT' });
    if (config.workers > 1)
      return startPrimary(config, new Workers(config, logger, onFailed), { onClosable, onListening });
  }
  const { startAlone, startWorker } = await import('./start-serving.ts');
  const { close, welcome, port } = role ? await startWorker(config, logger, role) : await startAlone(config, logger);
  if (port !== undefined) onListening(port);
  onClosable(close);
  return welcome;
}

function tellListening(logger: Log, { build, environment, host }: Config, port: number): void {
  const fields = {
    'server.address': host,
    'server.port': port,
    'service.version': build.version,
    'vcs.ref.head.revision': build.commit,
    'process.runtime.version': build.node,
    'deployment.environment.name': environment,
  };
  logger.info(fields, `Version ${build.version} listens at ${localOrigin(host, port)}.`);
}

/** Tells of the begin and of the end. */
function toldClose(close: Close, logger: Log, { drainSeconds }: Config): Close {
  return async (endDrain) => {
    logger.info({ 'owner_api.drain_seconds': endDrain.aborted ? 0 : drainSeconds }, 'draining');
    await close(endDrain);
    logger.info('stopped');
  };
}

/** The primary process loads neither the app nor the database, which would double its memory. */
async function startPrimary(
  config: Config,
  workers: Workers,
  { onClosable, onListening }: { onClosable(close: Close): void; onListening(port: number): void },
): Promise<string> {
  const metrics =
    config.metrics && (await (await import('../metrics/open-metrics.ts')).openWorkerMetrics(config.metrics));
  onClosable(async (endDrain) => {
    await workers.stop(endDrain);
    await metrics?.stop();
  });
  const started = await workers.start();
  if (!started) return '';
  onListening(started.port);
  return welcomeText(config, { service: started.port, metrics: metrics?.port }, started.demoOwner);
}

/** The first request stops the service; a second one, or `now`, ends the drain. */
function stopOnce(close: Close, onFailed: Listeners['onFailed']): Stop {
  const endDrain = new AbortController();
  let isStopping = false;
  return (request) => {
    if (request === 'now' || isStopping) endDrain.abort();
    if (isStopping) return;
    isStopping = true;
    close(endDrain.signal).catch(onFailed);
  };
}
