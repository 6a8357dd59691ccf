// Opens the database with migrations applied and, unless configured otherwise, the demo data of a test deployment.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { commandOrigin } from '../accounts/security-events.ts';
import { createSignInLink } from '../accounts/sign-in-links.ts';
import type { Environment } from '../accounts/token-format.ts';
import { type Config, ConfigError } from '../config.ts';
import type { DatabaseOptions } from '../database/connection.ts';
import { explainOutage, outageOf } from '../database/database-errors.ts';
import { otherEnvironment } from '../database/migrations/required-environment.ts';
import { openDatabase } from '../database/open-database.ts';
import { prepareDemoOwner } from '../demo/demo-owner.ts';
import type { Log } from '../log.ts';
import { createVersions } from '../operation/versions.ts';
import { RELEASES } from '../rest/releases.ts';

/** Records the environment of the first start in the database; nodes may start together. @throws {ConfigError} */
export async function claimEnvironment(db: PrismaClient, environment: Environment) {
  if (await requireEnvironment(db, environment)) return;
  await db.deployment.createMany({ data: { environment }, skipDuplicates: true });
  await requireEnvironment(db, environment);
}

/** Whether the database has the environment; false before the first start. @throws {ConfigError} it has another one */
export async function requireEnvironment(db: PrismaClient, environment: Environment) {
  const kept = await db.deployment.findFirst();
  if (!kept || kept.environment === environment) return kept !== null;
  throw new ConfigError(otherEnvironment(kept.environment, environment));
}

/** A node also starts during maintenance or with a full disk, to serve reads. */
function withoutDemoOwner(error: unknown, logger: Log) {
  if (outageOf(error) !== 'read_only') throw error;
  logger.warn('The database accepts no writes, so this start creates no demo tokens.');
  return null;
}

/**
 * The database, and the demo owner except in live, with `DEMO_DATA=off` and without demo data; null if the database
 * accepts no writes. Leaves the database open when it throws, because the caller ends the process.
 * @throws {DatabaseOpenError | ConfigError} The database failed, or belongs to the other environment.
 */
export async function prepareDatabase(
  config: Config,
  logger: Log,
  onMigrations?: DatabaseOptions['onMigrations'],
) {
  const { environment } = config;
  const version = createVersions(RELEASES).newest();
  try {
    const database = await openDatabase({ ...config, onMigrations, logger });
    await claimEnvironment(database.db, environment);
    const demoOwner = config.hasDemoData
      ? await prepareDemoOwner(
          database.db,
          { environment, version, name: 'Printed by npm start' },
          new Date(),
          config.publicOrigin,
        ).catch((error: unknown) => withoutDemoOwner(error, logger))
      : undefined;
    // On this machine the sign-in page has a button.
    if (!demoOwner || config.isLocal) return { database, demoOwner };
    const operator = { db: database.db, log: logger, origin: commandOrigin() };
    const link = await createSignInLink(operator, demoOwner.id);
    return { database, demoOwner: { ...demoOwner, link } };
  } catch (error) {
    throw explainOutage(error);
  }
}
