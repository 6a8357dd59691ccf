// The help of the service, `npm start -- --help`, which lists its variables with their defaults; and its version.
import { buildOf, VARIABLES } from '../config.ts';
import { UsageError } from './fatal-error.ts';
import { checkedOutCommit } from './read-config.ts';

/** @throws {UsageError} with the usage, for anything but a request for help or the version */
export function answerArguments(args: readonly string[], variables: NodeJS.ProcessEnv): string {
  if (args.every((word) => word === '--help' || word === '-h')) return `${usage()}\n`;
  if (args.every((word) => word === '--version')) return `${versionText(variables)}\n`;
  const assignments = asAssignments(args);
  const instead = assignments && ` Set environment variables: ${assignments} npm start`;
  throw new UsageError(`The service takes no arguments.${instead ?? ''}\n${usage()}`);
}

/**
 * `--port 5101` and `--port=5101` as `PORT=5101`; undefined if one is not a variable. Values with letters may be
 * secret.
 */
function asAssignments(args: readonly string[]): string | undefined {
  const words = args.flatMap((word) => word.split(/(?<=^--[\w-]+)=/));
  const pairs = words.flatMap((word, at) => {
    if (!word.startsWith('-')) return words[at - 1]?.startsWith('-') ? [] : [undefined];
    const name = word.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
    const value = words[at + 1] ?? '';
    return Object.hasOwn(VARIABLES, name)
      ? [`${name}=${/^[\d.]+$/.test(value) ? value : '…'}`]
      : [undefined];
  });
  return pairs.includes(undefined) ? undefined : pairs.join(' ');
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
