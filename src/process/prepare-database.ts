// Opens the database of the environment with its migrations applied and, unless configured otherwise, the demo data of a test deployment.
import { type Environment, tokenPrefix } from '../accounts/token-format.ts';
import { type Config, ConfigError } from '../config.ts';
import type { DatabaseLog, DatabaseOptions, Statements } from '../database/connection.ts';
import { failureInWords } from '../database/database-errors.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { type DemoOwner, prepareDemoOwner, replaceKnownPasswords } from '../demo/demo-owner.ts';
import type { Log } from '../log.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';

/** @throws {ConfigError} the database is of the other environment */
export async function openEnvironmentDatabase(
  config: Config & Pick<DatabaseOptions, 'lockWaitSeconds'>,
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

export interface PreparedDatabase {
  readonly database: Database;
  /** Undefined in live, with `DEMO_DATA=off`, and in a database without the demo data. */
  readonly demoOwner: DemoOwner | undefined;
}

/** The database stays open when it throws: the caller ends the process. @throws {DatabaseOpenError | ConfigError} The database failed, or belongs to the other environment. */
export async function prepareDatabase(
  config: Config,
  logger: Log,
  onMigrations?: DatabaseOptions['onMigrations'],
): Promise<PreparedDatabase> {
  const { environment } = config;
  const version = createVersions(RELEASES).newest();
  try {
    const database = await openDatabase({ ...config, onMigrations, logger });
    await claimEnvironment(database.statements, environment);
    const demoOwner = config.hasDemoData
      ? await prepareDemoOwner(database, { environment, version }, new Date(), logger)
      : undefined;
    if (environment === 'live' || config.isLocal) return { database, demoOwner };
    const password = await replaceKnownPasswords(database.statements);
    return { database, demoOwner: demoOwner && { ...demoOwner, password } };
  } catch (error) {
    throw failureInWords(error);
  }
}
