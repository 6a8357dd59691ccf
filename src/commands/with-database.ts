// What the commands for operators share: configuration, an open database, a clear last line when something is wrong.
import { type Config, ConfigError, parseConfig } from '../config.ts';
import { DatabaseInUseError } from '../database/directory-lock.ts';
import { type Database, openDatabase } from '../database/open-database.ts';

/** A fault of the command line, meant for the operator as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a command and closes the database behind it; exits with 1 and one clear text where it fails. */
export async function withDatabase(command: (database: Database, config: Config) => Promise<void>): Promise<void> {
  try {
    const config = parseConfig(process.env);
    const database = await openDatabase(config);
    try {
      await command(database, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof DatabaseInUseError || error instanceof UsageError;
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
