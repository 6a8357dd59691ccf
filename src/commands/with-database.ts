// What the commands for operators share: configuration, an open database, a clear last line when something is wrong.
import { type Config, parseConfig } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import { openEnvironmentDatabase } from '../process/environment-database.ts';
import { fatalErrorText } from '../process/fatal-error.ts';

/**
 * Runs a command and closes the database behind it; exits with 1 and one clear text where it fails. `prepare` looks at
 * the command line before the database is opened.
 */
export async function withDatabase<Request>(
  prepare: (config: Config) => Request,
  command: (database: Database, request: Request, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = parseConfig(process.env);
    const request = prepare(config);
    const database = await openEnvironmentDatabase(config);
    try {
      await command(database, request, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(fatalErrorText(error));
    process.exitCode = 1;
  }
}
