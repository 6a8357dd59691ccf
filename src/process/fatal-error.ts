// The error that ends a process: a sentence for faults that an operator can repair, the stack for others; JSON in a log of JSON.
import cluster from 'node:cluster';
import { ConfigError } from '../config.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { ListenError } from '../http/port.ts';
import { baseFields, createLog } from './logger.ts';
import { WorkerError } from './workers.ts';

/** A command line that is not as the command expects it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXPECTED = [ConfigError, DatabaseOpenError, ListenError, UsageError, WorkerError];

const isExpected = (error: Error & { code?: unknown }): boolean =>
  EXPECTED.some((kind) => error instanceof kind) || String(error.code).startsWith('ERR_PARSE_ARGS_');

export function fatalErrorText(error: unknown): string {
  if (!(error instanceof Error)) return `${error}\n`;
  const text = isExpected(error) ? error.message : `${error.stack}`;
  return text && `${text}\n`;
}

/** The last line of the log of a service; empty for an error that another process has told. */
export function fatalLine(error: unknown): string {
  const text = fatalErrorText(error);
  if (process.stderr.isTTY || text === '' || error instanceof UsageError) return text;
  const lines: string[] = [];
  const log = createLog('fatal', { write: (line) => void lines.push(line) }, baseFields(cluster.worker?.id));
  if (error instanceof Error && isExpected(error)) log.fatal(error.message);
  else log.fatal({ err: error }, 'unexpected fault');
  return lines.join('');
}
