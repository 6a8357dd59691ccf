// Runs a command with the configuration, its command line and an open database.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { findUserByEmail } from '../accounts/users.ts';
import type { Config } from '../config.ts';
import type { DatabaseLog } from '../database/connection.ts';
import { failureInWords } from '../database/database-errors.ts';
import type { Database } from '../database/open-database.ts';
import { openEnvironmentDatabase } from '../process/environment-database.ts';
import { UsageError } from '../process/fatal-error.ts';
import { readConfig } from '../process/read-config.ts';
import { runCommand } from './command-line.ts';

const tell = (text: string) => void process.stderr.write(`${text}\n`);

/** The log of the database, without fields. */
const notes: DatabaseLog = { info: tell, warn: (_, message) => tell(message) };

/** Closes the database after the command. `prepare` checks the command line before the database is opened. */
export const withDatabase = <Request>(
  usage: string,
  prepare: (config: Config) => Request | Promise<Request>,
  command: (database: Database, request: Request, config: Config) => Promise<void>,
): Promise<void> =>
  runCommand(usage, async () => {
    const { config, warnings } = readConfig(process.env);
    for (const warning of warnings) tell(warning);
    const request = await prepare(config);
    let database: Database | undefined;
    try {
      database = await openEnvironmentDatabase(config, notes);
      await command(database, request, config);
    } catch (error) {
      throw failureInWords(error);
    } finally {
      await database?.close();
    }
  });

/** @throws {UsageError} no user has the address */
export async function existingUser(db: PrismaClient, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new UsageError(`No user has the e-mail address ${email}`);
  return user;
}
