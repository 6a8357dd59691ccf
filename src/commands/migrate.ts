// `npm run migrate`: applies pending migrations as the role that owns the tables, so that the service doesn't need that
// privilege.

import type { Config } from '../config.ts';
import { hasDatabase } from '../database/embedded/data-directory.ts';
import { missingMigrations } from '../database/migrations/applied-migrations.ts';
import { type Migration, readMigrations } from '../database/migrations/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { openEnvironmentDatabase } from '../process/prepare-database.ts';
import { parseCommandLine, print } from './command-line.ts';
import { notes, withTarget } from './with-database.ts';

const USAGE = `Usage:
  npm run migrate -- [--dry-run]

Applies pending migrations to the database of DATABASE_URL or DATA_DIR, as startup does if its role owns the tables.
Requests of running nodes never wait for it longer than 0.5 s: each migration is retried while others hold its locks,
for 10 minutes. --dry-run prints the pending migrations and changes nothing.`;

await withTarget(
  USAGE,
  parseOptions,
  async (config, { isDryRun }) => {
    if (isDryRun) {
      const missing = await missingIn(config);
      print(missing.map(({ name }) => name).join('\n') || 'No migrations are pending.');
      return;
    }
    const database = await openEnvironmentDatabase(config, notes);
    await database.close();
    print('All migrations are applied.');
  },
  { createsEmbedded: true },
);

function parseOptions() {
  const { values } = parseCommandLine({ 'dry-run': { type: 'boolean', default: false } });
  return { isDryRun: values['dry-run'] };
}

async function missingIn(config: Config): Promise<readonly Migration[]> {
  const migrations = await readMigrations();
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) return migrations;
  const database = await openDatabase({ ...config, isMigrated: true });
  try {
    const session = await database.openSession();
    return await missingMigrations(session.query, migrations, { logger: notes }).finally(
      session.close,
    );
  } finally {
    await database.close();
  }
}
