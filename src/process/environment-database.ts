// Opens the database and refuses one of the other environment: each environment has its own (D1).
import { type Environment, tokenPrefix } from '../accounts/token-format.ts';
import { type Config, ConfigError } from '../config.ts';
import type { DatabaseLog, DatabaseOptions } from '../database/connection.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import type { Statements } from '../database/statements.ts';

/** @throws {ConfigError} the database is of the other environment */
export async function openEnvironmentDatabase(
  config: Config & Pick<DatabaseOptions, 'lockWaitSeconds' | 'onMigrations'>,
  logger?: DatabaseLog,
): Promise<Database> {
  const database = await openDatabase({ ...config, ...(logger && { logger }) });
  try {
    await refuseOther(database.statements, config.environment);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Keeps the environment of the first start in the database; nodes may start together. @throws {ConfigError} as above */
export async function claimEnvironment(
  statements: Pick<Statements, 'read' | 'write'>,
  environment: Environment,
): Promise<void> {
  await refuseOther(statements, environment);
  await statements.write('INSERT INTO deployment (environment) VALUES ($1) ON CONFLICT DO NOTHING', [environment]);
  await refuseOther(statements, environment);
}

/** Tokens of a database have one environment, which tells that of a database whose last start was by an older release. */
const KNOWN = `SELECT (SELECT environment FROM deployment), (SELECT prefix FROM api_tokens ORDER BY id LIMIT 1)`;

async function refuseOther({ read }: Pick<Statements, 'read'>, environment: Environment): Promise<void> {
  const [[kept, prefix] = []] = await read(KNOWN, []);
  const other = environment === 'test' ? 'live' : 'test';
  if (kept !== other && (kept || prefix !== tokenPrefix(other))) return;
  throw new ConfigError(
    `This database is of another environment (${other}). ` +
      `Give SERVICE_ENVIRONMENT=${environment} a DATA_DIR or DATABASE_URL of its own.`,
  );
}
