// Keys of text are ordered by their bytes. In a locale's order, an index finds nothing once a new C library changes it.
import { expect, test } from 'vitest';
import { postgresUrl } from '../support/database.ts';
import { rowsAt } from '../support/pg-client.ts';

test('every text in an index has the collation "C"', async () => {
  const url = await postgresUrl();
  const columns = (condition: string) =>
    rowsAt(
      url,
      `SELECT indexrelid::regclass::text AS index, collname AS collation
      FROM pg_index, unnest(indcollation) AS one JOIN pg_collation ON pg_collation.oid = one
      WHERE indrelid::regclass::text IN (SELECT tablename FROM pg_tables WHERE schemaname = 'public')
        AND indrelid::regclass::text <> '_prisma_migrations' AND ${condition} ORDER BY 1`,
    );
  expect(await columns(`collname <> 'C'`)).toEqual([]);
  expect(await columns(`collname = 'C'`)).not.toEqual([]);
});
