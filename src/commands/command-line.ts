// Options, output and errors of the operators' commands.
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { FLUSH_MILLISECONDS } from '../process/end-process.ts';
import { fatalErrorText, UsageError } from '../process/fatal-error.ts';
import { standardError } from '../process/output.ts';

/** The command line isn't what the command expects: `runCommand` prints the usage below the message. */
export class CommandLineError extends UsageError {}

/** The options and positional words of the command line. @throws {CommandLineError} for unknown or extra ones */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  maxWords = 0,
) {
  const parsed = attemptParse(options);
  const extra = parsed.positionals[maxWords];
  if (extra === undefined) return parsed;
  throw new CommandLineError(`Unexpected argument${shownWord(extra)}.`);
}

function attemptParse<const Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    // Node's hint is about words that begin with a dash.
    const [reason] = (error as Error).message.split(/\.(?: To specify|$)/);
    throw new CommandLineError(`${reason}.`);
  }
}

/** Tokens and other secrets are longer than any word that a command expects. */
const MAX_SHOWN_LENGTH = 20;

const shownWord = (word: string) => (word.length > MAX_SHOWN_LENGTH ? '' : `: ${word}`);

/** The first word, one of the verbs. @throws {CommandLineError} */
export function requiredVerb<Verb extends string>(
  verbs: readonly Verb[],
  [word]: readonly string[],
): Verb {
  const verb = verbs.find((one) => one === word);
  if (verb !== undefined) return verb;
  throw new CommandLineError(
    word === undefined ? 'Missing command.' : `Unknown command${shownWord(word)}.`,
  );
}

/** Who acts and why: options of every command that changes accounts or tokens. */
export const ACTOR_OPTIONS = { as: { type: 'string' }, reason: { type: 'string' } } as const;
export const ACTOR_USAGE =
  'Changes accept --as NAME and --reason TEXT, which the log has along with the system account.';

/** The trimmed value of an option. @throws {CommandLineError} if it is absent or blank */
export function required(option: string, value: string | undefined) {
  const text = value?.trim();
  if (!text) throw new CommandLineError(`Missing --${option}.`);
  return text;
}

let outputError: NodeJS.ErrnoException | undefined;
// Each write has its error.
process.stdout.on('error', () => {});

/** Resolves once the reader takes the text; false if it can't be written, so that nothing more needs to be read. */
const writeOut = (text: string) =>
  new Promise<boolean>((resolve) =>
    process.stdout.write(text, (error) => {
      outputError ??= error ?? undefined;
      resolve(!error);
    }),
  );

export const print = (text: string) => writeOut(`${text}\n`);

/** Prints a line on stderr, if that accepts it. */
export const writeNote = (text: string) => standardError.write(`${text}\n`);

/** The lines of stdin. Secrets are never arguments, because other processes and the shell's history can see those. */
export const inputLines = async () => (await text(process.stdin)).split(/\r?\n/);

/** Says on stderr what a command is about to do, and continues after a yes. @throws {UsageError} otherwise */
export async function confirm(plan: string, { yes }: { readonly yes: boolean }) {
  writeNote(plan);
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new UsageError('Nothing was done. Add --yes to skip the confirmation.');
  await standardError.flush(FLUSH_MILLISECONDS);
  const prompt = 'Continue? Type yes: ';
  const question = createInterface({ input: process.stdin, output: process.stderr, prompt });
  // Unlike question(), the lines also end with the input, and without an error after Ctrl-C and Ctrl-D.
  const lines = question[Symbol.asyncIterator]();
  question.prompt();
  const { done, value: answer = '' } = await lines.next();
  question.close();
  if (done) writeNote('');
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was done.');
}

const HELP = ['--help', '-h'];

/**
 * Runs a command, or prints its usage for `--help`. Prints an error on stderr and exits with 1, also if the output
 * can't be written.
 */
export async function runCommand(usage: string, command: () => Promise<void>) {
  const isHelp = process.argv.slice(2).some((word) => HELP.includes(word));
  try {
    await (isHelp ? print(usage) : command());
    // Changes don't wait for a reader, so their output may still be on its way.
    await writeOut('');
    // The reader may have what it wants and end first, as in `… | head`.
    if (outputError && outputError.code !== 'EPIPE')
      throw new UsageError(unwritten(outputError));
  } catch (error) {
    standardError.write(fatalErrorText(error));
    if (error instanceof CommandLineError) writeNote(usage);
    process.exitCode = 1;
  }
  await standardError.flush(FLUSH_MILLISECONDS);
}

const unwritten = ({ message }: Error) =>
  `The output is incomplete: ${message}. If the command changes something, that is done.`;
