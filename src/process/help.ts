// The help of the service, `npm start -- --help`, which lists its variables with their defaults.
import { VARIABLES } from '../config/variables.ts';
import { UsageError } from './fatal-error.ts';

/** @throws {UsageError} with the usage, for anything but a request for help */
export function answerArguments(args: readonly string[]): string {
  if (args.every((word) => word === '--help' || word === '-h')) return `${usage()}\n`;
  throw new UsageError(`The service takes no arguments, but environment variables.\n${usage()}`);
}

const WIDTH = Math.max(...Object.keys(VARIABLES).map((name) => name.length));

function usage(): string {
  const lines = Object.entries(VARIABLES).map(([name, variable]) => {
    const { description, byDefault = variable.parse(undefined) } = variable.meta() ?? {};
    return `  ${name.padEnd(WIDTH)}  ${description} [${byDefault}]`;
  });
  return `Usage:
  npm start

Environment variables, with their defaults in brackets:
${lines.join('\n')}`;
}
