// The table in which applied migrations are recorded; `prisma migrate deploy` reads and writes it, too.
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { DatabaseOptions } from '../connection.ts';
import type { Migration } from './migrations.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count int NOT NULL DEFAULT 0
)`;

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

/** The migrations that are not applied as they are: two small queries, without the lock. Tells of unknown ones. */
export async function missingMigrations(
  database: SqlDriverAdapter,
  migrations: readonly Migration[],
  { logger, onMigrations }: Pick<DatabaseOptions, 'logger' | 'onMigrations'> = {},
): Promise<readonly Migration[]> {
  const applied = await appliedMigrations(database);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  onMigrations?.('unknown', unknown.length);
  if (unknown.length > 0) {
    const names = unknown.join(', ');
    logger?.warn(
      {},
      `The database has migrations that this version of the service does not know; a newer one has applied them: ${names}`,
    );
  }
  return migrations.filter(({ name, checksum }) => {
    const row = applied.get(name);
    return !row?.finished || row.checksum !== checksum;
  });
}

export async function recordMigration(database: SqlDriverAdapter, { name, checksum }: Migration): Promise<void> {
  await database.executeScript(TABLE);
  await query(
    database,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
}

export async function query(database: SqlDriverAdapter, sql: string, args: readonly string[] = []) {
  const argTypes = args.map(() => ({ scalarType: 'string' as const, arity: 'scalar' as const }));
  return (await database.queryRaw({ sql, args: [...args], argTypes })).rows;
}
