// Reads rows of a database in one snapshot, a few at a time.
import { LIFT_TIME_LIMITS, type Session } from '../database/connection.ts';

/** A read-only transaction neither waits for others nor delays them. */
export const BEGIN_SNAPSHOT = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  ${LIFT_TIME_LIMITS}`;

/** Rows in memory; a row has at most a few megabytes. */
const ROWS_AT_ONCE = 100;

/** The first selected column as text; within a transaction. */
export async function* readRows(
  session: Session,
  selected: string,
): AsyncGenerator<readonly string[]> {
  await session.run(
    `DECLARE moved NO SCROLL CURSOR FOR SELECT row::text FROM (SELECT ${selected}) AS all_rows (row)`,
  );
  for (;;) {
    const rows = await session.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM moved`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await session.run('CLOSE moved');
}
