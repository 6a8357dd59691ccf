// The text of the error that ends a process: a sentence for faults that an operator can repair, the stack for others.
import { ConfigError } from '../config.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { ListenError } from '../http/port.ts';
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
