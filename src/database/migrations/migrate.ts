// Applies the missing migrations, each in a transaction, by one process at a time.
import type { SqlDriverAdapter, SqlQuery } from '@prisma/driver-adapter-utils';
import { DatabaseOpenError, reasonOf } from '../database-errors.ts';
import type { Migration } from './migrations.ts';
import { loadSchemaEngine, migrationList, NO_FILTERS } from './schema-engine.ts';

/** A migration failed, or an applied one differs from its file in prisma/migrations. */
export class MigrationError extends DatabaseOpenError {
  override name = 'MigrationError';
}

/**
 * The advisory lock of Prisma, so that the service and `prisma migrate deploy` wait for each other. It belongs to the
 * transaction, not to the session: a pooler gives each transaction another session.
 */
const MIGRATION_LOCK = 72707369;
const LOCK_WAIT_SECONDS = 60;

/** Whether every migration is applied: two small queries, without loading the migration engine. */
export async function isMigrated(database: SqlDriverAdapter, migrations: Migration[]): Promise<boolean> {
  const applied = await appliedMigrations(database);
  return migrations.every(({ name, checksum }) => {
    const row = applied.get(name);
    return row?.finished && row.checksum === checksum;
  });
}

/** Applies the missing migrations over an adapter with a connection of its own. @throws {MigrationError} */
export async function applyMigrations(database: SqlDriverAdapter, migrations: Migration[]): Promise<void> {
  while (await inTransaction(database, () => applyNext(database, migrations)));
}

/** Applies the oldest missing migration under the lock; false if none is missing. */
async function applyNext(database: SqlDriverAdapter, migrations: Migration[]): Promise<boolean> {
  await database.executeScript(
    `SET LOCAL lock_timeout = '${LOCK_WAIT_SECONDS}s'; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  );
  const applied = await appliedMigrations(database);
  for (const migration of migrations) refuseUnfit(migration, applied.get(migration.name));
  const missing = migrations.find(({ name }) => !applied.has(name));
  if (missing) await applyUpTo(missing, database, migrations);
  return missing !== undefined;
}

async function applyUpTo({ name }: Migration, database: SqlDriverAdapter, migrations: Migration[]): Promise<void> {
  let failure: unknown;
  const engine = await loadSchemaEngine(
    engineFactory(database, (error) => {
      failure = error;
    }),
  );
  const migrationsList = migrationList(migrations.filter((migration) => migration.name <= name));
  try {
    await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
  } catch (error) {
    const cause = failure ?? error;
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${reasonOf(cause)}`, { cause });
  }
}

/** The factory for the engine, which connects by itself; `onFailure` gets the error of a script, which the engine drops. */
function engineFactory(database: SqlDriverAdapter, onFailure: (error: unknown) => void) {
  const executeScript = (script: string) =>
    database.executeScript(script).catch((error) => {
      onFailure(error);
      throw error;
    });
  // The engine takes the lock for its session; a lock of this transaction is granted at once.
  const executeRaw = (query: SqlQuery) =>
    database.executeRaw({ ...query, sql: query.sql.replace('pg_advisory_lock(', 'pg_advisory_xact_lock(') });
  const overrides = { executeScript, executeRaw };
  const connect = async (): Promise<SqlDriverAdapter> => Object.assign(Object.create(database), overrides);
  return { provider: database.provider, adapterName: database.adapterName, connect, connectToShadowDb: connect };
}

/** A migration and its record are one transaction: a process that dies between them leaves neither. */
async function inTransaction<Result>(database: SqlDriverAdapter, work: () => Promise<Result>): Promise<Result> {
  await database.executeScript('BEGIN');
  try {
    const result = await work();
    await database.executeScript('COMMIT');
    return result;
  } catch (error) {
    await database.executeScript('ROLLBACK').catch(() => {});
    throw error;
  }
}

type Applied = { checksum: string; finished: boolean };

export async function appliedMigrations(database: SqlDriverAdapter): Promise<Map<string, Applied>> {
  const query = async (sql: string) => (await database.queryRaw({ sql, args: [], argTypes: [] })).rows;
  // A query on a missing table would abort the transaction.
  const [table] = await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL`);
  if (table?.[0] !== true) return new Map();
  const rows = await query(
    'SELECT migration_name, checksum, finished_at IS NOT NULL FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Map(
    rows.map(([name, checksum, finished]) => [
      String(name),
      { checksum: String(checksum), finished: finished === true },
    ]),
  );
}

function refuseUnfit({ name, checksum }: Migration, applied: Applied | undefined): void {
  if (!applied) return;
  if (!applied.finished) {
    throw new MigrationError(
      `The migration ${name} failed before. Repair the database, then record the repair with ` +
        `\`prisma migrate resolve --applied ${name}\` or \`--rolled-back ${name}\`.`,
    );
  }
  if (applied.checksum !== checksum) {
    throw new MigrationError(
      `The migration ${name} was edited after it was applied. Restore the file and put the change into a new migration.`,
    );
  }
}
