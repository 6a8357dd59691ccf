// A database belongs to the environment of its first start; nothing else changes it, not even a migration.
import type pg from 'pg';
import { DatabaseOpenError } from '../database-errors.ts';

export const otherEnvironment = (kept: string, environment: string) =>
  `This database belongs to another environment (${kept}). ` +
  `Use another DATA_DIR or DATABASE_URL for SERVICE_ENVIRONMENT=${environment}.`;

/** @throws {DatabaseOpenError} it belongs to another one */
export async function requireEnvironment(
  client: pg.ClientBase | pg.Pool,
  environment: string,
) {
  // A new database has no table.
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('deployment') IS NOT NULL AS exists`,
  );
  if (!table.rows[0]?.exists) return;
  const { rows } = await client.query<{ environment: string }>(
    'SELECT environment FROM deployment',
  );
  for (const kept of rows)
    if (kept.environment !== environment)
      throw new DatabaseOpenError(otherEnvironment(kept.environment, environment));
}
