// Parts of the commands export and import: their progress in rows, and their faults in words.
import { getSystemErrorMessage } from 'node:util';
import { DatabaseOpenError, isUnavailable, reasonOf } from '../database/database-errors.ts';
import { UsageError } from '../process/fatal-error.ts';
import { DataFileError } from '../transfer/data-file.ts';
import type { OnRows } from '../transfer/export-data.ts';
import { createProgress } from './progress.ts';

interface RowProgress {
  /** @throws the reason of a stop, which ends the export or import */
  readonly update: OnRows;
  /** A line for each table with rows. */
  counts(): string;
  end(): void;
}

export function createRowProgress(verb: string, stop: AbortSignal): RowProgress {
  const progress = createProgress();
  const moved = new Map<string, number>();
  return {
    update(table, rows) {
      stop.throwIfAborted();
      moved.set(table, rows);
      progress.update(() => `${verb} ${inGroups(rows)} rows of ${table}`);
    },
    counts: () => [...moved].map(([table, rows]) => `  ${table.padEnd(TABLE_WIDTH)} ${inGroups(rows)}`).join('\n'),
    end: progress.end,
  };
}

const TABLE_WIDTH = 20;

const inGroups = (count: number): string => count.toLocaleString('en-US');

/** Codes of faults of a file which name no path. */
const FILE_FAULTS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR'];

/** Faults of the file, of its disk and of the database are sentences; any other one is as it was. */
export function inWords(error: unknown, file: string): unknown {
  if (error instanceof DataFileError) return new UsageError(error.message);
  const { path, code, errno } = error as NodeJS.ErrnoException;
  if (errno !== undefined && (path !== undefined || FILE_FAULTS.includes(code))) {
    return new UsageError(`${file} can not be used: ${getSystemErrorMessage(errno)}.`);
  }
  if (isUnavailable(error)) return new DatabaseOpenError(`The database failed: ${reasonOf(error)}`, { cause: error });
  return error;
}
