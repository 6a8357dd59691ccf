// The options, the output and the errors of the commands for operators.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { fatalErrorText, UsageError } from '../process/fatal-error.ts';

/** The options and words of the command line. @throws {UsageError} with the usage, for options that it does not know */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
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

/** Runs a command; an error is printed on stderr, and the process then exits with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(fatalErrorText(error));
    process.exitCode = 1;
  }
}
