// The service's connections to a PostgreSQL server.
import type { DatabaseOptions } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open-database.ts';

export const openPostgres = (databaseUrl: string, options: Partial<DatabaseOptions> = {}) =>
  openDatabase({ databaseUrl, dataDir: '', ...options });
