// Serves requests in this process: app -> listen; and stops in the reverse order.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import { listen } from '../http/listen.ts';
import type { ConnectionSource } from '../http/port.ts';
import { transportSecurity } from '../http/transport-security.ts';
import type { OpenMetrics } from '../metrics/open-metrics.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';

/** Ends the drain, in which requests are served while load balancers notice the stop. */
export type EndDrain = AbortSignal;

export interface Serving {
  readonly port: number;
  /** Ends the app, its metrics and the database. */
  close(endDrain: EndDrain): Promise<void>;
}

interface ServeDeps {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
  readonly scraped: Pick<OpenMetrics, 'metrics' | 'stop'> | undefined;
  /** Absent: the process opens the port itself. */
  readonly source?: ConnectionSource;
}

/** @throws {ListenError} The port can't be opened; the database is still open. */
export async function serve({ database, config, logger, scraped, source }: ServeDeps): Promise<Serving> {
  const versions = createVersions(RELEASES);
  const stopping = new AbortController();
  const app = createApp({ database, config, logger, versions, stopping: stopping.signal, metrics: scraped?.metrics });
  const headers = () => ({ 'X-API-Version': versions.newest(), ...transportSecurity(config) });
  const bounds = { keepAliveTimeout: config.keepAliveSeconds * 1_000 };
  const listening = await listen(app, { ...config, source, headers, bounds }).catch(async (error: unknown) => {
    await Promise.all([app.close(), scraped?.stop()]);
    throw error;
  });
  return {
    port: listening.port,
    async close(endDrain) {
      stopping.abort();
      await delay(config.drainSeconds * 1_000, undefined, { signal: endDrain }).catch(() => {});
      await Promise.all([listening.stop(), scraped?.stop()]);
      await app.close();
      await database.close();
    },
  };
}
