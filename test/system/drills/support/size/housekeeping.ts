// Drops the rows that are old on the filled database: half of those that come with use; then again, when none is old.
import { parseConfig } from '../../../../../src/config.ts';
import { openDatabase } from '../../../../../src/database/open-database.ts';
import { dropOldRows } from '../../../../../src/usage/housekeeping.ts';
import type { Row } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';
import { timed } from './timed.ts';

/** For each 10⁶ rows that are kept or dropped. */
const DROPPED_WITHIN = 20_000;
const ROWS_OF_UNIT = 1_000_000;
const TABLES = 5;
const NOTHING_OLD_WITHIN = 1_000;

export async function keepHouse({ url, size }: FilledServer): Promise<Row[]> {
  const { retention } = parseConfig({});
  const { statements, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  let slowest = 0;
  const timedStatements = {
    async write(...statement: Parameters<typeof statements.write>) {
      const start = performance.now();
      const rows = await statements.write(...statement);
      slowest = Math.max(slowest, performance.now() - start);
      return rows;
    },
  };
  try {
    const within = NOTHING_OLD_WITHIN + (DROPPED_WITHIN * TABLES * size.events) / ROWS_OF_UNIT;
    const dropped = await timed('housekeeping, half of all rows', within, () =>
      dropOldRows(timedStatements, retention),
    );
    const again = await timed('housekeeping, no row', NOTHING_OLD_WITHIN, () => dropOldRows(statements, retention));
    const what = 'its slowest statement';
    return [dropped, again, { ...dropped, what, failed: 0, answered: 1, slowestMilliseconds: slowest }];
  } finally {
    await close();
  }
}
