// What a process says when it cannot go on: what an operator can mend in a sentence, anything else with its stack.
import { ConfigError } from '../config.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { ListenError } from '../http/listen.ts';

/** A fault of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXPECTED = [ConfigError, DatabaseOpenError, ListenError, UsageError];

const isExpected = (error: Error & { code?: unknown }): boolean =>
  EXPECTED.some((kind) => error instanceof kind) || String(error.code).startsWith('ERR_PARSE_ARGS_');

export function fatalErrorText(error: unknown): string {
  if (!(error instanceof Error)) return `${error}\n`;
  return `${isExpected(error) ? error.message : error.stack}\n`;
}
