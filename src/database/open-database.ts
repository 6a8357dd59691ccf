// Opens the service's database, embedded or on a PostgreSQL server, with every migration applied.
import { beforeDeadline, withDeadline } from '../request-scope.ts';
import type { DatabaseLog, DatabaseOptions, OpenedDatabase } from './connection.ts';
import { DatabaseOpenError } from './database-errors.ts';
import { Db, disconnect } from './db.ts';
import { directoryOutage, serverOutage } from './opening-outage.ts';
import { openPostgres } from './postgres/postgres.ts';

/** How long a server may take to roll back open transactions. */
const DISCONNECT_MILLISECONDS = 1_000;

export interface Database extends Omit<OpenedDatabase, 'adapters' | 'transactionOptions'> {
  readonly db: Db;
}

/**
 * @throws {DatabaseOpenError} The database is in use or unreachable, or a migration failed. The message is for the
 * operator; it names the host or directory, never the password.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options;
  try {
    const opened = databaseUrl
      ? await openPostgres(databaseUrl, options)
      : // A node with a PostgreSQL server doesn't load PGlite.
        await (await import('./embedded/embedded.ts')).openEmbedded(options);
    return databaseFrom(opened, options.logger);
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    const outage = databaseUrl
      ? serverOutage(new URL(databaseUrl).host, error)
      : directoryOutage(dataDir, error);
    throw new DatabaseOpenError(outage, { cause: error });
  }
}

export function databaseFrom(
  { adapters, transactionOptions, ...opened }: OpenedDatabase,
  logger?: DatabaseLog,
): Database {
  const db = new Db(adapters, { transactionOptions }, logger);
  return {
    ...opened,
    db,
    async close() {
      await withDeadline(DISCONNECT_MILLISECONDS, () => beforeDeadline(disconnect(db))).catch(
        () => {},
      );
      await opened.close();
    },
  };
}
