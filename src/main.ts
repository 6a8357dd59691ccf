// The process: environment -> configuration -> database -> app -> listen -> close cleanly.
import { createApp } from './app.ts';
import { parseConfig } from './config.ts';
import { listen } from './http/listen.ts';
import { createVersions } from './operation/versions.ts';
import { openOwnDatabase } from './process/environment-database.ts';
import { lastWords } from './process/fatal-error.ts';
import { createLogger } from './process/logger.ts';
import { welcome } from './process/welcome.ts';
import { RELEASES } from './rest/releases.ts';

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  const logger = createLogger(config.logLevel);
  const versions = createVersions(RELEASES);
  const database = await openOwnDatabase(config, logger);
  const app = createApp({ database, config, logger, versions });
  const close = () => app.close().then(database.close);
  const headers = () => ({ 'X-API-Version': versions.newest() });
  const listening = await listen(app, { ...config, headers }).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await listening.stop();
    await close();
    logger.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (stopping ??= stop()));

  process.stdout.write(await welcome({ db: database.db, config, port: listening.port, version: versions.newest() }));
}

try {
  await start();
} catch (error) {
  process.stderr.write(lastWords(error));
  process.exit(1);
}
