// `npm run harness`: tests a deployment on both surfaces against its own contracts; see the usage below.
import { parseArgs } from 'node:util';
import type { Progress } from '../harness/report/report.ts';
import { progressLine, summary } from '../harness/report/summary.ts';
import { DEFAULT_CASES, runHarness } from '../harness/run-harness.ts';
import { SetupError } from '../harness/world.ts';
import { UsageError } from '../process/fatal-error.ts';

const USAGE = `Usage:
  npm run harness -- --url http://… --token svc_… [--rival-token svc_…] [--cases ${DEFAULT_CASES}] [--seed N] [--bail] [--json]

Creates products and bundles in the account of the token. The environment variables TOKEN and RIVAL_TOKEN can replace the options.
Exit status: 0 without findings, 1 with findings, 2 if the harness cannot begin.`;

const HAS_FINDINGS = 1;
const CANNOT_BEGIN = 2;
const PROGRESS_MS = 500;

function options() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      'rival-token': { type: 'string' },
      cases: { type: 'string' },
      seed: { type: 'string' },
      bail: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const { url, token = process.env.TOKEN } = values;
  if (values.help || !url || !token || !URL.canParse(url)) throw new UsageError(USAGE);
  return {
    url,
    token,
    rivalToken: values['rival-token'] ?? process.env.RIVAL_TOKEN,
    ...(values.cases !== undefined && { cases: count(values.cases) }),
    ...(values.seed !== undefined && { seed: count(values.seed) }),
    bail: values.bail === true,
    isJson: values.json === true,
  };
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new UsageError(USAGE);
  return value;
}

/** Redraws one line on a terminal; prints a line every few seconds elsewhere, such as in a log. */
function createProgress(): (progress: Progress) => void {
  const { isTTY } = process.stderr;
  let last = 0;
  return (progress) => {
    if (progress.note) process.stderr.write(`${isTTY ? '\n' : ''}${progress.note}\n`);
    const now = Date.now();
    if (now - last < (isTTY ? PROGRESS_MS : 10 * PROGRESS_MS)) return;
    last = now;
    process.stderr.write(isTTY ? `\r\u001B[K${progressLine(progress)}` : `${progressLine(progress)}\n`);
  };
}

try {
  const { isJson, ...given } = options();
  const report = await runHarness({ ...given, onProgress: createProgress() });
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : summary(report));
  process.exitCode = report.findings.length > 0 ? HAS_FINDINGS : 0;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = CANNOT_BEGIN;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isNoAnswer = error instanceof TypeError && error.message === 'fetch failed';
  if (isNoAnswer) return `The deployment does not answer: ${error.cause instanceof Error ? error.cause.message : ''}`;
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return USAGE;
  const isExpected = error instanceof UsageError || error instanceof SetupError;
  return (isExpected ? error.message : error.stack) ?? error.message;
}
