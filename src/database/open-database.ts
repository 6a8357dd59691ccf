// Opens the service's database, embedded or on a PostgreSQL server, with every migration applied.
import type { DatabaseOptions } from './connection.ts';
import { DatabaseOpenError } from './database-errors.ts';
import type { Database } from './db.ts';
import { directoryOutage, serverOutage } from './opening-outage.ts';
import { openPostgres } from './postgres/postgres.ts';

/**
 * @throws {DatabaseOpenError} The database is in use or unreachable, or a migration failed. The message is for the
 * operator; it names the host or directory, never the password.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options;
  try {
    if (databaseUrl) return await openPostgres(databaseUrl, options);
    // A node with a PostgreSQL server doesn't load PGlite.
    const { openEmbedded } = await import('./embedded/embedded.ts');
    return await openEmbedded(options);
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    const outage = databaseUrl
      ? serverOutage(new URL(databaseUrl).host, error)
      : directoryOutage(dataDir, error);
    throw new DatabaseOpenError(outage, { cause: error });
  }
}
