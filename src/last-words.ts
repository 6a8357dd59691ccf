// What a process says when it cannot go on: what an operator can mend in a sentence, anything else with its stack.
import { ConfigError } from './config.ts';
import { DatabaseOpenError } from './database/database-errors.ts';

/** A fault of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXPECTED = [ConfigError, DatabaseOpenError, UsageError];

export function lastWords(error: unknown): string {
  if (!(error instanceof Error)) return `${error}\n`;
  return `${EXPECTED.some((kind) => error instanceof kind) ? error.message : error.stack}\n`;
}
