// Applies the missing migrations, each in a transaction, by one process at a time.
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { DatabaseLog } from '../connection.ts';
import { DatabaseOpenError, reasonOf } from '../database-errors.ts';
import type { Migration } from './migrations.ts';

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

/** The table in which `prisma migrate deploy` records migrations, too. */
const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count int NOT NULL DEFAULT 0
)`;

/** Whether every migration is applied: two small queries, without the lock. */
export async function isMigrated(database: SqlDriverAdapter, migrations: Migration[]): Promise<boolean> {
  const applied = await appliedMigrations(database);
  return migrations.every(({ name, checksum }) => {
    const row = applied.get(name);
    return row?.finished && row.checksum === checksum;
  });
}

/** Applies the missing migrations over an adapter with a connection of its own. @throws {MigrationError} */
export async function applyMigrations(
  database: SqlDriverAdapter,
  migrations: Migration[],
  log?: DatabaseLog,
): Promise<void> {
  while (await inTransaction(database, () => applyNext(database, migrations, log)));
}

/** Applies the oldest missing migration under the lock, and records it; false if none is missing. */
async function applyNext(database: SqlDriverAdapter, migrations: Migration[], log?: DatabaseLog): Promise<boolean> {
  await database.executeScript(
    `SET LOCAL lock_timeout = '${LOCK_WAIT_SECONDS}s'; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}); ${RECORDS}`,
  );
  const applied = await appliedMigrations(database);
  for (const migration of migrations) refuseUnfit(migration, applied.get(migration.name));
  const missing = migrations.find(({ name }) => !applied.has(name));
  if (!missing) return false;
  const { name, sql, checksum } = missing;
  log?.info(`Applying the migration ${name} …`);
  await database.executeScript(sql).catch((cause: unknown) => {
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${reasonOf(cause)}`, { cause });
  });
  await query(
    database,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
  return true;
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
  // A query on a missing table would abort the transaction.
  const [table] = await query(database, `SELECT to_regclass('_prisma_migrations') IS NOT NULL`);
  if (table?.[0] !== true) return new Map();
  const rows = await query(
    database,
    'SELECT migration_name, checksum, finished_at IS NOT NULL FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Map(
    rows.map(([name, checksum, finished]) => [
      String(name),
      { checksum: String(checksum), finished: finished === true },
    ]),
  );
}

async function query(database: SqlDriverAdapter, sql: string, args: readonly string[] = []) {
  const argTypes = args.map(() => ({ scalarType: 'string' as const, arity: 'scalar' as const }));
  return (await database.queryRaw({ sql, args: [...args], argTypes })).rows;
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
