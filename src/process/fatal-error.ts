// The error that ends a process: a message for errors an operator can fix, the stack for others; JSON in a JSON log.
import { ConfigError } from '../config.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { ListenError } from '../http/port.ts';
import { exceptionFields } from '../log.ts';
import { BASE_FIELDS, createLog } from './logger.ts';
import { standardError } from './output.ts';

/** The command line isn't what the command expects. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXPECTED = [ConfigError, DatabaseOpenError, ListenError, UsageError];

const isExpected = (error: Error) => EXPECTED.some((kind) => error instanceof kind);

export function fatalErrorText(error: unknown) {
  if (!(error instanceof Error)) return `${error}\n`;
  return `${isExpected(error) ? error.message : error.stack}\n`;
}

/** The last log line of a service. */
export function fatalLine(error: unknown) {
  const text = fatalErrorText(error);
  if (standardError.isTTY || error instanceof UsageError) return text;
  const lines: string[] = [];
  const log = createLog('fatal', { write: (line) => void lines.push(line) }, BASE_FIELDS);
  if (error instanceof Error && isExpected(error)) log.fatal(error.message);
  else log.fatal(exceptionFields(error), 'unexpected error');
  return lines.join('');
}
