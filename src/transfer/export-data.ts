// Reads all data of the database as lines of a data file, in one snapshot, a few rows at a time.
import type { Session } from '../database/connection.ts';
import { appliedMigrations } from '../database/migrations/migrations.ts';
import { type Header, headerLine, jsonLine } from './data-file.ts';
import { listed, quoted, readTables, readValue, sequencesIn, type Table } from './tables.ts';

/** Called with the number of a table's rows moved so far. */
export type OnRows = (table: string, rows: number) => void;

/** Rows in memory; a row has at most a few megabytes. */
const ROWS_AT_ONCE = 100;

/**
 * PostgreSQL prints values exactly, but times depend on these settings. A read-only transaction neither waits for
 * others nor delays them.
 */
export const BEGIN_EXPORT = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL timezone TO 'UTC';
  SET LOCAL datestyle TO 'ISO'`;

/** Yields whole lines, rows in primary key order. The session does nothing else meanwhile. */
export async function* exportedLines(
  session: Session,
  environment: Header['environment'],
  onRows: OnRows,
): AsyncGenerator<string> {
  await session.run(BEGIN_EXPORT);
  try {
    const migrations = [...(await appliedMigrations(session.query)).keys()].sort();
    yield headerLine({ environment, migrations, created: new Date().toISOString() });
    const tables = await readTables(session);
    const rows: Record<string, number> = {};
    for (const table of tables) {
      yield jsonLine({ table: table.name, columns: table.columns.map(({ name }) => name) });
      rows[table.name] = yield* exportRows(session, table, onRows);
    }
    // The snapshot doesn't cover sequences: read last, they are beyond every exported ID.
    const sequences: Record<string, string> = {};
    for (const { key, sequence } of sequencesIn(tables)) {
      sequences[key] = String(
        await readValue(session, `SELECT (last_value + is_called::int)::text FROM ${sequence}`),
      );
    }
    yield jsonLine({ rows, sequences });
  } finally {
    await session.run('ROLLBACK').catch(() => {});
  }
}

async function* exportRows(
  session: Session,
  table: Table,
  onRows: OnRows,
): AsyncGenerator<string, number> {
  const values = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const order = table.key.length > 0 ? `ORDER BY ${listed(table.key)}` : '';
  let count = 0;
  for await (const rows of readRows(
    session,
    `to_json(ARRAY[${values}]) FROM ${quoted(table.name)} ${order}`,
  )) {
    yield `${rows.join('\n')}\n`;
    count += rows.length;
    onRows(table.name, count);
  }
  return count;
}

/** The first selected column as text, a few rows at a time; within a transaction. */
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
