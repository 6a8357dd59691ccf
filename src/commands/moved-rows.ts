// What export and import share: a session, progress in rows, error messages.
import { getSystemErrorMessage } from 'node:util';
import type { Session } from '../database/connection.ts';
import type { Database } from '../database/open-database.ts';
import { UsageError } from '../process/fatal-error.ts';
import { DataFileError } from '../transfer/data-file.ts';
import type { OnRows } from '../transfer/export-data.ts';
import { stopSignal } from './command-line.ts';

/** Moves all rows in a session. Returns a line for each table with rows. */
export async function moveRows(
  verb: 'exported' | 'imported',
  { openSession }: Database,
  file: string,
  move: (session: Session, onRows: OnRows) => Promise<unknown>,
): Promise<string> {
  const stop = stopSignal();
  const session = await openSession();
  const moved = new Map<string, number>();
  let printed = performance.now();
  try {
    await move(session, (table, rows) => {
      stop.throwIfAborted();
      moved.set(table, rows);
      if (performance.now() - printed < PROGRESS_MILLISECONDS) return;
      printed = performance.now();
      process.stderr.write(`${verb} ${inGroups(rows)} rows of ${table}\n`);
    });
  } catch (error) {
    throw fileError(error, file);
  } finally {
    await session.close();
  }
  return [...moved]
    .map(([table, rows]) => `  ${table.padEnd(TABLE_WIDTH)} ${inGroups(rows)}`)
    .join('\n');
}

const TABLE_WIDTH = 20;
const PROGRESS_MILLISECONDS = 5_000;

const inGroups = (count: number): string => count.toLocaleString('en-US');

/** System errors of a file that don't name its path. */
const FILE_FAULTS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR'];

/** Turns errors of the file and its disk into messages; returns other errors unchanged. */
export function fileError(error: unknown, file: string): unknown {
  if (error instanceof DataFileError) return new UsageError(error.message);
  const { path, code, errno } = error as NodeJS.ErrnoException;
  if (errno !== undefined && (path !== undefined || FILE_FAULTS.includes(code))) {
    return new UsageError(`${file} can't be used: ${getSystemErrorMessage(errno)}.`);
  }
  return error;
}
