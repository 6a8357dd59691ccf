// The options, the output and the errors of the commands for operators.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { fatalErrorText, UsageError } from '../process/fatal-error.ts';

/**
 * The options and words of the command line, at most so many words.
 * @throws {UsageError} with the usage, for options that it does not know
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  maxWords = 0,
) {
  try {
    const parsed = parseArgs({ allowPositionals: true, options });
    if (parsed.positionals.length <= maxWords) return parsed;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
  throw new UsageError(usage);
}

/** The value of an option without white space around it. @throws {UsageError} with the usage, for an absent or blank one */
export function required(usage: string, value: string | undefined): string {
  const text = value?.trim();
  if (!text) throw new UsageError(usage);
  return text;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const HELP = ['--help', '-h'];
const FAILED = 1;

/** Runs a command, or prints its usage for `--help`. An error is printed on stderr, and the process exits with 1. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((word) => HELP.includes(word))) return print(usage);
  try {
    await command();
  } catch (error) {
    process.stderr.write(fatalErrorText(error));
    process.exitCode = FAILED;
  }
}

/** Aborted by a signal, which does not end the process: the command first removes its unfinished files and rows. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new UsageError(`Stopped by ${signal}.`)));
  }
  return stop.signal;
}
