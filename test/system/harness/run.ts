// `npm run harness`: tests a deployment on both surfaces against its own contracts; see the usage in options.ts.
import { readOptions, USAGE } from './options.ts';
import { createProgress } from './report/progress.ts';
import { summary } from './report/summary.ts';
import { runHarness } from './run-harness.ts';
import { SetupError } from './world.ts';

const HAS_FINDINGS = 1;
const CANNOT_BEGIN = 2;

async function test(): Promise<void> {
  const { isJson, ...options } = readOptions();
  const progress = createProgress();
  const report = await runHarness({ ...options, onProgress: progress.update });
  progress.end();
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : summary(report));
  process.exitCode = report.findings.length > 0 ? HAS_FINDINGS : 0;
}

/** A sentence for faults of the command line and of the deployment, the stack for others. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SetupError) return error.message;
  const isNoAnswer = error instanceof TypeError && error.message === 'fetch failed';
  if (!isNoAnswer) return `${error.stack}`;
  return `The deployment does not answer: ${error.cause instanceof Error ? error.cause.message : ''}`;
}

const isHelp = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
if (isHelp) process.stdout.write(`${USAGE}\n`);
else
  await test().catch((error: unknown) => {
    process.stderr.write(`${inWords(error)}\n`);
    process.exitCode = CANNOT_BEGIN;
  });
