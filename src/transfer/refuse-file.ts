// Refuses data files of the other environment, and of migrations that this version does not know or that change rows.
import type { Migration } from '../database/migrations/migrations.ts';
import { DataFileError, type Header } from './data-file.ts';
import { DERIVED } from './tables.ts';

/** The body of a function changes no row at its creation. */
const FUNCTION_BODY = /\$(\w*)\$.*?\$\1\$/gs;
/** Statements that change stored values, or convert the values of a column. */
const CHANGES_ROWS = /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH|TRUNCATE|DO)\b|\bUSING\b/im;

/** An UPDATE of NULL in a column that becomes NOT NULL: the import refuses a file with NULL there. */
const FILLS_NULLS = /^UPDATE "\w+" SET ("\w+") = [^;]* WHERE \1 IS NULL;(?=.*ALTER COLUMN \1 SET NOT NULL;)/gms;

/** The import fills these tables with the rows of the others. */
const FILLS_DERIVED = new RegExp(`^INSERT INTO "(?:${DERIVED.join('|')})"[^;]*;`, 'gm');

/** Whether a migration changes stored rows; the default of a new column does not. */
export const changesRows = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  CHANGES_ROWS.test(sql.replace(FUNCTION_BODY, '').replace(FILLS_NULLS, '').replace(FILLS_DERIVED, ''));

/** @throws {DataFileError} */
export function refuseFile(header: Header, environment: Header['environment'], known: readonly Migration[]): void {
  if (header.environment !== environment) {
    throw new DataFileError(
      `The file is of the environment ${header.environment}, and SERVICE_ENVIRONMENT is ${environment}: neither takes the data of the other.`,
    );
  }
  const unknown = header.migrations.find((name, index) => name !== known[index]?.name);
  if (unknown !== undefined) {
    throw new DataFileError(
      `The file has the migration ${unknown}, which this version of the service lacks: import with the version that exported, or a newer one.`,
    );
  }
  const changing = known.slice(header.migrations.length).find(changesRows);
  if (changing) {
    throw new DataFileError(
      `The file is from before the migration ${changing.name}, which changes rows: start this version of the service on the database of the file, then export again.`,
    );
  }
}
