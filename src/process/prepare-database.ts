// Opens the database with its migrations applied and, unless configured otherwise, the demo data of a test deployment.
import type { Config } from '../config.ts';
import type { DatabaseOptions } from '../database/connection.ts';
import { failureInWords } from '../database/database-errors.ts';
import type { Database } from '../database/open-database.ts';
import { type DemoOwner, prepareDemoOwner, replaceKnownPasswords } from '../demo/demo-owner.ts';
import type { Log } from '../log.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';
import { claimEnvironment, openEnvironmentDatabase } from './environment-database.ts';

export interface PreparedDatabase {
  readonly database: Database;
  /** Undefined in live, with `DEMO_DATA=off`, and in a database without the demo data. */
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
    const demoOwner = config.hasDemoData
      ? await prepareDemoOwner(database, { environment, version }, new Date(), logger)
      : undefined;
    if (environment === 'live' || config.isLocal) return { database, demoOwner };
    const password = await replaceKnownPasswords(database.statements);
    return { database, demoOwner: demoOwner && { ...demoOwner, password } };
  } catch (error) {
    await database?.close();
    throw failureInWords(error);
  }
}
