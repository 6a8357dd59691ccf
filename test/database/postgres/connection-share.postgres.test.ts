// The connections of a node, which its workers share.
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { freshPostgres } from '../../support/database.ts';

/** Requests share 0.3 of the connections for reads and as many for appends, at least one for each; the pool has the rest. */
test.each([
  { workers: 1, limit: 20, ofPool: 8 },
  { workers: 2, limit: 20, ofPool: 4 },
  { workers: 2, limit: undefined, ofPool: 3 },
  { workers: 8, limit: undefined, ofPool: 1 },
])('of $limit connections for $workers workers, the pool of each has $ofPool', async ({ workers, limit, ofPool }) => {
  const { directUrl, drop } = await freshPostgres();
  const databaseUrl = new URL(directUrl);
  if (limit !== undefined) databaseUrl.searchParams.set('connection_limit', String(limit));
  const database = await openDatabase({ databaseUrl: databaseUrl.href, dataDir: '', workers });
  expect(database.pool?.options.max).toBe(ofPool);
  await database.close();
  await drop();
});

test('a worker that need not apply migrations opens its database while the server is away', async () => {
  const away = 'postgresql://user@127.0.0.1:1/db';
  const database = await openDatabase({ databaseUrl: away, dataDir: '', workers: 2, isMigrated: true });
  await expect(database.statements.read('SELECT 1', [])).rejects.toThrow();
  await database.close();
});
