// The command of the harness: tests both APIs of a deployment against its own contracts.
import { openSync, writeFileSync } from 'node:fs';
import { noAnswerReason } from './calls/client.ts';
import { junit } from './junit.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { type Report, summary } from './report.ts';
import { runHarness } from './run-harness.ts';
import { SetupError } from './world.ts';

const REPORTERS: Readonly<Record<Options['reporter'], (report: Report) => string>> = {
  pretty: summary,
  json: (report) => `${JSON.stringify(report)}\n`,
  junit,
};

const HAS_FINDINGS = 1;
const NO_ANSWER = 2;
const INTERRUPTED = 130;

const interrupt = new AbortController();

const tell = (line: string) => void process.stderr.write(`${line}\n`);

async function test(): Promise<void> {
  const { harness, reporter, output } = readOptions(process.argv.slice(2), process.env);
  tell(`Seed ${harness.seed}`);
  const file = output === undefined ? undefined : openFile(output);
  // A second one ends the process at once.
  process.once('SIGINT', () => interrupt.abort());
  const report = await runHarness({
    ...harness,
    signal: interrupt.signal,
    onSuite: (name, cases) => tell(`${name}: ${cases} cases`),
    onThrottled: (seconds) => tell(`Create rate limit reached: waiting ${seconds} s.`),
  });
  const text = REPORTERS[reporter](report);
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
  process.exitCode = exitCodeOf(report);
}

function exitCodeOf({ isCutOff, noAnswer, findings }: Report): number {
  if (isCutOff) return INTERRUPTED;
  if (noAnswer !== undefined) return NO_ANSWER;
  return findings.length > 0 ? HAS_FINDINGS : 0;
}

/** Opened before the run, so that a missing folder doesn't lose the report of half an hour. */
function openFile(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new SetupError(
      `--output can't be written: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** A sentence for errors of the command line and the deployment, the stack for others. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SetupError) return error.message;
  const reason = noAnswerReason(error);
  return reason === undefined
    ? `${error.stack}`
    : `The deployment is not responding: ${reason}`;
}

const isHelp = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
if (isHelp) process.stdout.write(`${USAGE}\n`);
else
  await test().catch((error: unknown) => {
    const isInterrupted = interrupt.signal.aborted;
    tell(isInterrupted ? 'Interrupted before the first case.' : inWords(error));
    process.exitCode = isInterrupted ? INTERRUPTED : NO_ANSWER;
  });
