// The table of applied migrations, shared with `prisma migrate deploy`.
import type pg from 'pg';
import type { DatabaseOptions } from '../connection.ts';
import type { Migration } from './migration-files.ts';
import { requireEnvironment } from './required-environment.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count int NOT NULL DEFAULT 0
)`;

/** The role of the nodes, if there is one (`.deploy/roles.sql`), only reads the table. */
const ONLY_READ = `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner_api_service') THEN
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM owner_api_service;
  END IF;
END $$`;

export const UNFINISHED = 'unfinished';

/** A connection, or the pool of one. */
type Client = pg.ClientBase | pg.Pool;

/** The checksums of the applied migrations by name; UNFINISHED for a failed one. */
export async function appliedMigrations(client: Client) {
  // Querying a missing table would abort the transaction.
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!table.rows[0]?.exists) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, CASE WHEN finished_at IS NULL THEN '${UNFINISHED}' ELSE checksum END AS checksum
    FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * The migrations not yet applied as they are: small queries, without the lock. Warns of unknown ones.
 * @throws {DatabaseOpenError} some are missing, and the database belongs to another environment
 */
export async function missingMigrations(
  client: Client,
  migrations: readonly Migration[],
  { logger, onMigrations, environment }: Partial<DatabaseOptions> = {},
) {
  const applied = await appliedMigrations(client);
  const unknown = [...applied.keys()].filter(
    (one) => !migrations.some(({ name }) => name === one),
  );
  onMigrations?.('unknown', unknown.length);
  if (unknown.length > 0) {
    const text = 'The database has migrations of a newer version of the service';
    logger?.warn({}, `${text}: ${unknown.sort().join(', ')}`);
  }
  const missing = migrations.filter(({ name, checksum }) => applied.get(name) !== checksum);
  if (environment && missing.length > 0) await requireEnvironment(client, environment);
  return missing;
}

export async function recordMigration(client: pg.ClientBase, { name, checksum }: Migration) {
  await client.query(`${TABLE}; ${ONLY_READ}`);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
}
