// Starts a process that serves requests: the only one of a node, or one of its workers.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { handedConnections } from './handed-connections.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';
import { serve } from './serve.ts';
import { welcomeText } from './welcome.ts';
import { sendToPrimary, startHeartbeat } from './worker-messages.ts';
import type { Started, WorkerRole } from './workers.ts';

/** A service without METRICS_PORT doesn't load prom-client. */
const loadMetrics = () => import('../metrics/open-metrics.ts');

export async function startAlone(config: Config, logger: Logger): Promise<Started> {
  const { database, demoOwner } = await prepareDatabase(config, logger);
  try {
    const scraped = config.metrics && (await (await loadMetrics()).openMetrics(config.metrics, database.connections));
    const { port, close } = await serve({ database, config, logger, scraped });
    return { close, welcome: welcomeText(config, { service: port, metrics: scraped?.port }, demoOwner) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A replacement starts also while the database is down. */
export async function startWorker(config: Config, logger: Logger, role: WorkerRole): Promise<Started> {
  startHeartbeat();
  const { database, demoOwner }: PreparedDatabase = role.isFirst
    ? await prepareDatabase(config, logger)
    : { database: await openDatabase({ ...config, isMigrated: true, logger }), demoOwner: undefined };
  if (demoOwner) sendToPrimary({ demoOwner });
  const metrics = config.metrics && (await loadMetrics()).createWorkerMetrics(database.connections, role.number);
  const scraped = metrics && { metrics, async stop() {} };
  const { close } = await serve({ database, config: workerShare(config), logger, scraped, source: handedConnections });
  return {
    async close(endDrain) {
      await close(endDrain);
      cluster.worker?.disconnect();
    },
    welcome: '',
  };
}

/** Each worker counts failed look-ups in its own memory, so it has a share of the points of the node (D44). */
const workerShare = (config: Config): Config => ({
  ...config,
  authFailures: { ...config.authFailures, points: Math.ceil(config.authFailures.points / config.workers) },
});
