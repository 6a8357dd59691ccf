// Rejects data files that this version can't import, and writes the rows of others into an empty database, in one
// transaction.
import { isDeepStrictEqual } from 'node:util';
import type { Session } from '../database/connection.ts';
import { isUnavailable, reasonOf } from '../database/database-errors.ts';
import type { Migration } from '../database/migrations/migrations.ts';
import {
  DataFileError,
  type FileTotals,
  type Header,
  type Rows,
  readParts,
  type TableStart,
} from './data-file.ts';
import type { OnRows } from './export-data.ts';
import {
  DERIVED,
  listed,
  quoted,
  readTables,
  readValue,
  sequencesIn,
  type Table,
} from './tables.ts';

/** Meanwhile, nodes on the same database return 503. */
const BEGIN = `
  BEGIN;
  SET LOCAL lock_timeout TO '10s';
  SET LOCAL timezone TO 'UTC';
  SET LOCAL datestyle TO 'ISO'`;

/**
 * Rows keep their IDs, revisions and times, and become visible all at once. Returns the number of rows per table.
 * @throws {DataFileError} The database is not empty, or rejects a part of the file.
 */
export async function importFile(
  session: Session,
  path: string,
  onRows: OnRows,
): Promise<FileTotals['rows']> {
  await session.run(BEGIN);
  try {
    const tables = await readTables(session);
    await lockEmpty(session, tables);
    const totals = await insertRows(session, tables, path, onRows);
    await session.run('ANALYZE');
    await setSequences(session, tables, totals.sequences);
    await session.run('COMMIT');
    return totals.rows;
  } catch (error) {
    await session.run('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** TRUNCATE gives empty tables new files, which a rollback removes together with all inserted rows. */
async function lockEmpty(session: Session, tables: readonly Table[]): Promise<void> {
  const names = listed(tables.map(({ name }) => name));
  await session.run(`LOCK TABLE ${names}`);
  for (const { name } of tables) {
    if ((await readValue(session, `SELECT EXISTS (SELECT FROM ${quoted(name)})`)) !== true)
      continue;
    throw new DataFileError(
      `The database is not empty: the table ${name} has rows. Import into another DATA_DIR or DATABASE_URL.`,
    );
  }
  await session.run(`TRUNCATE ${names}, ${listed(DERIVED)}`);
}

async function insertRows(
  session: Session,
  tables: readonly Table[],
  path: string,
  onRows: OnRows,
) {
  const inserted: FileTotals['rows'] = {};
  let totals: FileTotals | undefined;
  let into = { table: '', sql: '' };
  for await (const part of readParts(path)) {
    if ('table' in part) {
      into = { table: part.table, sql: insertInto(tables, part) };
      if (into.table in inserted) throw faulty(`the table ${into.table} twice`);
      inserted[into.table] = 0;
    } else if ('lines' in part) {
      const count = (inserted[into.table] ?? 0) + (await insert(session, into, part));
      inserted[into.table] = count;
      onRows(into.table, count);
    } else if ('sequences' in part) totals = part;
  }
  if (!totals || !isDeepStrictEqual(inserted, totals.rows)) {
    throw new DataFileError(
      `The database does not have as many rows as ${path}: nothing was imported.`,
    );
  }
  return totals;
}

/** All rows of a part are one parameter of the statement; they keep their order. */
async function insert(session: Session, into: { table: string; sql: string }, { lines }: Rows) {
  const rows = await session
    .query(into.sql, [`[${lines.join()}]`])
    .catch(failRefused(`rows of ${into.table}`));
  if (rows.length !== lines.length)
    throw faulty(`rows of ${into.table} without a value for each column`);
  return rows.length;
}

/** Handles a statement's error. @throws {DataFileError} unless the database is unavailable */
const failRefused = (what: string) => (error: unknown) => {
  if (isUnavailable(error)) throw error;
  throw new DataFileError(`The database rejected ${what}: ${reasonOf(error)}`, { cause: error });
};

/** @throws {DataFileError} The table or a column is unknown, or a column of the database has no value. */
function insertInto(tables: readonly Table[], { table, columns }: TableStart): string {
  const known = tables.find(({ name }) => name === table);
  if (!known) throw unfit(`the table ${table}, which the database does not have`);
  const values = columns.map((column, index) => {
    const type = known.columns.find(({ name }) => name === column)?.type;
    if (type === undefined)
      throw unfit(`the column ${column} of ${table}, which the database does not have`);
    return `(r->>${index})::${type}`;
  });
  const missing = known.columns.find(
    ({ name, isOptional }) => !isOptional && !columns.includes(name),
  );
  if (missing) throw unfit(`no values for the column ${missing.name} of ${table}`);
  return `
    INSERT INTO ${quoted(table)} (${listed(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM jsonb_array_elements($1::text::jsonb) r WHERE jsonb_array_length(r) = ${columns.length}
    RETURNING 1`;
}

const faulty = (what: string) => new DataFileError(`The file has ${what}: nothing was imported.`);

const unfit = (what: string) =>
  new DataFileError(
    `The file has ${what}. Export it with the version of the service that imports it.`,
  );

/** Validates all numbers before setting one, because a rollback doesn't reset a sequence. */
async function setSequences(
  session: Session,
  tables: readonly Table[],
  numbers: FileTotals['sequences'],
) {
  const sequences = sequencesIn(tables);
  for (const { key, table, name, sequence } of sequences) {
    const next = numbers[key] ?? `(SELECT last_value + is_called::int FROM ${sequence})`;
    const isTaken = await readValue(
      session,
      `SELECT max(${quoted(name)}) >= ${next} FROM ${quoted(table.name)}`,
    );
    if (isTaken === true) throw faulty(`ids of ${table.name} that are not below the next one`);
  }
  for (const { key, sequence } of sequences) {
    const next = numbers[key];
    if (next === undefined) continue;
    await session
      .run(`SELECT setval('${sequence}', ${next}, false)`)
      .catch(failRefused('a next id'));
  }
}

/** Creating a function doesn't execute its body, so it changes no rows. */
const FUNCTION_BODY = /\$(\w*)\$.*?\$\1\$/gs;
/** Statements that change stored values, or convert the values of a column. */
const CHANGES_ROWS = /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH|TRUNCATE|DO)\b|\bUSING\b/im;

/** An UPDATE of NULLs in a column that becomes NOT NULL: the import rejects a file with NULL there. */
const FILLS_NULLS =
  /^UPDATE "\w+" SET ("\w+") = [^;]* WHERE \1 IS NULL;(?=.*ALTER COLUMN \1 SET NOT NULL;)/gms;

/** The import fills these tables from the rows of the others. */
const FILLS_DERIVED = new RegExp(`^INSERT INTO "(?:${DERIVED.join('|')})"[^;]*;`, 'gm');

/** Whether a migration changes stored rows; the default of a new column doesn't. */
export const changesRows = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  CHANGES_ROWS.test(
    sql.replace(FUNCTION_BODY, '').replace(FILLS_NULLS, '').replace(FILLS_DERIVED, ''),
  );

/** @throws {DataFileError} */
export function requireImportable(
  header: Header,
  environment: Header['environment'],
  known: readonly Migration[],
): void {
  if (header.environment !== environment) {
    throw new DataFileError(
      `The file is from the ${header.environment} environment, but SERVICE_ENVIRONMENT is ${environment}.`,
    );
  }
  const unknown = header.migrations.find((name, index) => name !== known[index]?.name);
  if (unknown !== undefined) {
    throw new DataFileError(
      `The file has the migration ${unknown}, which this version of the service lacks: import it with the version that exported it, or a newer one.`,
    );
  }
  const changing = known.slice(header.migrations.length).find(changesRows);
  if (changing) {
    throw new DataFileError(
      `The file was exported before the migration ${changing.name}, which changes rows: start this version of the service on the original database, then export again.`,
    );
  }
}
