// Parts of the commands export and import: their progress in rows, and their faults in words.
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

/** Faults of the file, of its disk and of the database are sentences; any other one is as it was. */
export function inWords(error: unknown): unknown {
  if (error instanceof DataFileError) return new UsageError(error.message);
  const { path, code } = error as NodeJS.ErrnoException;
  if (path !== undefined || code === 'ENOSPC') return new UsageError((error as Error).message);
  if (isUnavailable(error)) return new DatabaseOpenError(`The database failed: ${reasonOf(error)}`, { cause: error });
  return error;
}
