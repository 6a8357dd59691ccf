// The help of the service, `npm start -- --help`.
import { UsageError } from './fatal-error.ts';

const USAGE = `Usage:
  npm start

It takes environment variables; .deploy/configure.md lists them with their defaults.`;

/** @throws {UsageError} with the usage, for anything but a request for help */
export function answerArguments(args: readonly string[]): string {
  if (args.every((word) => word === '--help' || word === '-h')) return `${USAGE}\n`;
  throw new UsageError(
    `The service takes no arguments, but environment variables.\n${USAGE}`,
  );
}
