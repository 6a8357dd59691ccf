// The error that ends a process: a message for errors an operator can fix, the stack for others; JSON in a JSON log.
import cluster from 'node:cluster';
import { ConfigError } from '../config.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { ListenError } from '../http/port.ts';
import { baseFields, createLog } from './logger.ts';
import { standardError } from './output.ts';
import { WorkerError } from './workers.ts';

/** The command line isn't what the command expects. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXPECTED = [ConfigError, DatabaseOpenError, ListenError, UsageError, WorkerError];

const isExpected = (error: Error) => EXPECTED.some((kind) => error instanceof kind);

export function fatalErrorText(error: unknown): string {
  if (!(error instanceof Error)) return `${error}\n`;
  const text = isExpected(error) ? error.message : `${error.stack}`;
  return text && `${text}\n`;
}

/** The last log line of a service; empty if another process has logged the error. */
export function fatalLine(error: unknown): string {
  const text = fatalErrorText(error);
  if (standardError.isTTY || text === '' || error instanceof UsageError) return text;
  const lines: string[] = [];
  const log = createLog(
    'fatal',
    { write: (line) => void lines.push(line) },
    baseFields(cluster.worker?.id),
  );
  if (error instanceof Error && isExpected(error)) log.fatal(error.message);
  else log.fatal({ err: error }, 'unexpected error');
  return lines.join('');
}
