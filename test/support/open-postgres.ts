// The service's connections to a PostgreSQL server.
import type { DatabaseOptions } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open-database.ts';

export const openPostgres = (databaseUrl: string, options: Partial<DatabaseOptions> = {}) =>
  openDatabase({ databaseUrl, dataDir: '', ...options });

/** Opens a database that can't be opened yet; `line` resolves with the first line of the wait. */
export function openingPostgres(databaseUrl: string, databaseWaitSeconds = 60) {
  const line = Promise.withResolvers<string>();
  const logger = {
    info() {},
    warn: (_: object, message: string) => line.resolve(message),
  };
  const opened = openPostgres(databaseUrl, { databaseWaitSeconds, logger });
  opened.catch(line.reject);
  return { line: line.promise, opened };
}
