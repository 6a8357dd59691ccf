// Tables that lose part of their rows every day are vacuumed earlier than others; otherwise a fifth of them would be
// dead rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/database/db.ts';
import { freshDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('tables that are emptied daily are vacuumed when a fiftieth of their rows are dead', async () => {
  const tables = await database.db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND 'autovacuum_vacuum_scale_factor=0.02' = ANY(reloptions)
    ORDER BY relname`;
  expect(tables.map(({ name }) => name)).toEqual([
    ...['failed_requests', 'idempotency_records', 'token_usage'],
  ]);
});
