// Which data files this version of the service can import: those of its environment, and of migrations that it knows.
import type { Migration } from '../database/migrations/migrations.ts';
import { DataFileError, type Header } from './data-file.ts';

/** Bodies of functions, which change no row when they are created. */
const FUNCTION_BODY = /\$(\w*)\$.*?\$\1\$/gs;
/** Statements that change stored values, or convert the values of a column. */
const CHANGES_ROWS = /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH|TRUNCATE|DO)\b|\bUSING\b/im;

/** A value in place of NULL in a column that has none from then on: the column refuses a row of a file that has NULL. */
const FILLS_NULLS = /^UPDATE "\w+" SET ("\w+") = [^;]* WHERE \1 IS NULL;(?=.*ALTER COLUMN \1 SET NOT NULL;)/gms;

/** Whether the rows of a database differ before and after: defaults of new columns alone do not. */
export const changesRows = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  CHANGES_ROWS.test(sql.replace(FUNCTION_BODY, '').replace(FILLS_NULLS, ''));

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
