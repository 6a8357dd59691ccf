// Opens the database of this environment, and refuses one of the other: each has its own (D1).
import { tokenPrefix } from '../accounts/token-format.ts';
import { type Config, ConfigError } from '../config.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../database/open-database.ts';

/** Tokens say where they belong; a database that holds some of the other environment is the other's. */
export async function openEnvironmentDatabase(config: Config, logger?: DatabaseOptions['logger']): Promise<Database> {
  const database = await openDatabase({ ...config, ...(logger && { logger }) });
  const foreign = await database.db.apiToken.findFirst({
    where: { prefix: { not: tokenPrefix(config.environment) } },
    select: { prefix: true },
  });
  if (!foreign) return database;
  await database.close();
  throw new ConfigError(
    `This database holds tokens of another environment (${foreign.prefix}…). ` +
      `Give SERVICE_ENVIRONMENT=${config.environment} a DATA_DIR or DATABASE_URL of its own.`,
  );
}
