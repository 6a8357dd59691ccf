// The help of the service, `npm start -- --help`, which lists its variables with their defaults; and its version.
import { buildOf, VARIABLES } from '../config.ts';
import { checkedOutCommit } from './checked-out-commit.ts';
import { UsageError } from './fatal-error.ts';

/** @throws {UsageError} with the usage, for anything but a request for help or for the version */
export function answerArguments(args: readonly string[], variables: NodeJS.ProcessEnv): string {
  if (args.every((word) => word === '--help' || word === '-h')) return `${usage()}\n`;
  if (args.every((word) => word === '--version')) return `${versionText(variables)}\n`;
  throw new UsageError(`The service takes no arguments.\n${usage()}`);
}

function versionText({ COMMIT }: NodeJS.ProcessEnv): string {
  const { version, commit = 'unknown', node } = buildOf(COMMIT || checkedOutCommit());
  return `${version} (commit ${commit}, Node ${node})`;
}

const WIDTH = Math.max(...Object.keys(VARIABLES).map((name) => name.length));

function usage(): string {
  const lines = Object.entries(VARIABLES).map(([name, variable]) => {
    const { description, byDefault = variable.parse(undefined) } = variable.meta() ?? {};
    return `  ${name.padEnd(WIDTH)}  ${description} [${byDefault}]`;
  });
  return [
    'Usage:',
    '  npm start',
    '  npm start -- --version',
    '',
    'Environment variables, with their defaults in brackets:',
    ...lines,
  ].join('\n');
}
