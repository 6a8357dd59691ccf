// Opens the database and refuses one of the other environment: each environment has its own (D1).
import { tokenPrefix } from '../accounts/token-format.ts';
import { type Config, ConfigError } from '../config.ts';
import type { DatabaseLog } from '../database/connection.ts';
import { type Database, openDatabase } from '../database/open-database.ts';

/** The prefix of a token names its environment. @throws {ConfigError} the database holds tokens of the other one. */
export async function openEnvironmentDatabase(config: Config, logger?: DatabaseLog): Promise<Database> {
  const database = await openDatabase({ ...config, ...(logger && { logger }) });
  const [foreign] = await database.statements.read('SELECT prefix FROM api_tokens WHERE prefix <> $1 LIMIT 1', [
    tokenPrefix(config.environment),
  ]);
  if (!foreign) return database;
  await database.close();
  throw new ConfigError(
    `This database holds tokens of another environment (${foreign[0]}…). ` +
      `Give SERVICE_ENVIRONMENT=${config.environment} a DATA_DIR or DATABASE_URL of its own.`,
  );
}
