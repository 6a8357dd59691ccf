// Runs a command with the configuration, its command line and an open database, which it names first.
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Actor, commandOrigin } from '../accounts/security-events.ts';
import { findUserByEmail } from '../accounts/users.ts';
import { type Config, parseConfig } from '../config.ts';
import type { DatabaseLog } from '../database/connection.ts';
import { explainOutage } from '../database/database-errors.ts';
import { hasDatabase } from '../database/embedded/data-directory.ts';
import { openDatabase } from '../database/open-database.ts';
import { UsageError } from '../process/fatal-error.ts';
import { createLogger } from '../process/logger.ts';
import { standardError } from '../process/output.ts';
import { requireEnvironment } from '../process/prepare-database.ts';
import { runCommand, writeNote } from './command-line.ts';

const notes: DatabaseLog = { info: writeNote, warn: (_, message) => writeNote(message) };

/**
 * `prepare` validates the command line before the database is opened. The database must exist, and there is one
 * attempt to open it, because someone is waiting; `asStart` waits for a server and creates an embedded database. The
 * log of the actor has security events only.
 */
export const withDatabase = <Request extends Parameters<typeof commandOrigin>[0]>(
  usage: string,
  prepare: () => Request,
  command: (actor: Actor, request: Request, config: Config) => Promise<void>,
  { asStart = false } = {},
) =>
  runCommand(usage, async () => {
    const config = parseConfig(process.env);
    const request = prepare();
    writeNote(targetText(config));
    if (!asStart) requireDatabase(config);
    const log = await createLogger(config.logLevel, eventOutput(config.commandLog));
    const origin = commandOrigin({ ...request, sudoUser: process.env.SUDO_USER });
    try {
      const databaseWaitSeconds = asStart ? config.databaseWaitSeconds : 0;
      const { db, close } = await openDatabase({
        ...config,
        databaseWaitSeconds,
        logger: notes,
      });
      await requireEnvironment(db, config.environment)
        .then(() => command({ db, log, origin }, request, config))
        .finally(close);
    } catch (error) {
      throw explainOutage(error);
    }
  });

const { O_WRONLY, O_APPEND, O_NONBLOCK, O_NOCTTY } = constants;

/** The file, such as the log of the container in which the command runs; stderr without one, or if it fails. */
function eventOutput(path: string | undefined) {
  if (path === undefined) return standardError;
  const write = (line: string) => {
    try {
      // A pipe that nobody reads must not stop a command.
      const file = openSync(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY);
      writeSync(file, line);
      closeSync(file);
    } catch (error) {
      writeNote(`COMMAND_LOG can't be written: ${(error as Error).message}`);
      standardError.write(line);
    }
  };
  return { isTTY: false, write };
}

/** @throws {UsageError} no user has this address */
export async function existingUser({ db }: Actor, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new UsageError(`No user has the e-mail address ${email}.`);
  return user;
}

/** The database and the environment, without the database user and password. */
export function targetText({ databaseUrl, dataDir, environment }: Config) {
  if (databaseUrl === undefined)
    return `embedded database in ${resolve(dataDir)}, ${environment}`;
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const name = decodeURIComponent(pathname.slice(1) || username);
  return `database ${name} at ${hostname}:${port || 5432}, ${environment}`;
}

/** Without the service's variables, a command would work on a new, empty database. @throws {UsageError} */
function requireDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined || hasDatabase(dataDir)) return;
  throw new UsageError(
    `There is no database in ${dataDir}. Set the DATABASE_URL or DATA_DIR of the service, for example with ` +
      'node --env-file=FILE src/command.js …, or start the service first.',
  );
}
