// Opens the database with its migrations applied and, in the test environment, with demo data.
import type { Config } from '../config.ts';
import type { DatabaseOptions } from '../database/connection.ts';
import { failureInWords } from '../database/database-errors.ts';
import type { Database } from '../database/open-database.ts';
import { type DemoOwner, prepareDemoOwner } from '../demo/prepare-demo-owner.ts';
import type { Log } from '../log.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import { claimEnvironment, openEnvironmentDatabase } from './environment-database.ts';

export interface PreparedDatabase {
  readonly database: Database;
  /** Undefined in live, and in a database without the demo data. */
  readonly demoOwner: DemoOwner | undefined;
}

/** @throws {DatabaseOpenError | ConfigError} The database failed, or belongs to the other environment. */
export async function prepareDatabase(
  config: Config,
  logger: Log,
  onMigrations?: DatabaseOptions['onMigrations'],
): Promise<PreparedDatabase> {
  const { environment } = config;
  const version = createVersions(RELEASES).newest();
  let database: Database | undefined;
  try {
    database = await openEnvironmentDatabase({ ...config, onMigrations }, logger);
    await claimEnvironment(database.statements, environment);
    const demoOwner =
      environment === 'test'
        ? await prepareDemoOwner(database, { environment, version }, new Date(), logger)
        : undefined;
    return { database, demoOwner };
  } catch (error) {
    await database?.close();
    throw failureInWords(error);
  }
}
