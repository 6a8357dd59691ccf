// Reads all data of the database as the lines of a data file, in one snapshot, a few rows at a time.
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { appliedMigrations } from '../database/migrations/migrate.ts';
import { type Header, headerLine, lineOf } from './data-file.ts';
import { listed, quoted, readTables, type Table } from './tables.ts';

/** Called with the number of rows of a table that are moved so far. */
export type OnRows = (table: string, rows: number) => void;

/** In memory at once; one row has a few megabytes at most. */
const ROWS_AT_ONCE = 100;

/**
 * PostgreSQL's text of a value is exact, and read back as the same value; of times it depends on these settings. A transaction
 * that only reads waits for no other, and none for it.
 */
const BEGIN = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL timezone TO 'UTC';
  SET LOCAL datestyle TO 'ISO'`;

/** Whole lines; the session has no other work meanwhile. Rows are in the order of their primary keys. */
export async function* exportedLines(
  session: SqlDriverAdapter,
  environment: Header['environment'],
  onRows: OnRows,
): AsyncGenerator<string> {
  await session.executeScript(BEGIN);
  try {
    const migrations = [...(await appliedMigrations(session)).keys()].sort();
    yield headerLine({ environment, migrations, created: new Date().toISOString() });
    const tables = await readTables(session);
    const rows: Record<string, number> = {};
    for (const table of tables) {
      yield lineOf({ table: table.name, columns: table.columns.map(({ name }) => name) });
      rows[table.name] = yield* rowsOf(session, table, onRows);
    }
    yield lineOf({ rows, sequences: await nextNumbers(session, tables) });
  } finally {
    await session.executeScript('ROLLBACK').catch(() => {});
  }
}

async function* rowsOf(session: SqlDriverAdapter, table: Table, onRows: OnRows): AsyncGenerator<string, number> {
  const values = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const order = table.key.length > 0 ? `ORDER BY ${listed(table.key)}` : '';
  await session.executeScript(`
    DECLARE moved NO SCROLL CURSOR FOR SELECT to_json(ARRAY[${values}])::text FROM ${quoted(table.name)} ${order}`);
  let count = 0;
  for (;;) {
    const { rows } = await session.queryRaw({ sql: `FETCH ${ROWS_AT_ONCE} FROM moved`, args: [], argTypes: [] });
    if (rows.length === 0) break;
    yield `${rows.map(([row]) => row).join('\n')}\n`;
    count += rows.length;
    onRows(table.name, count);
  }
  await session.executeScript('CLOSE moved');
  return count;
}

/** A sequence is no part of the snapshot: read last, it is beyond every id that was read. */
async function nextNumbers(session: SqlDriverAdapter, tables: readonly Table[]): Promise<Record<string, string>> {
  const numbers: Record<string, string> = {};
  for (const table of tables) {
    for (const { name, sequence } of table.columns) {
      if (sequence === null) continue;
      const sql = `SELECT (last_value + is_called::int)::text FROM ${sequence}`;
      const { rows } = await session.queryRaw({ sql, args: [], argTypes: [] });
      numbers[`${table.name}.${name}`] = String(rows[0]?.[0]);
    }
  }
  return numbers;
}
