// `npm run harness`: tests a deployment on both surfaces against its own contracts; see the usage below.

import { parseCommandLine, runCommand } from '../../src/commands/command-line.ts';
import { createProgress } from '../../src/commands/progress.ts';
import { UsageError } from '../../src/process/fatal-error.ts';
import type { Progress } from './report/report.ts';
import { progressLine, summary } from './report/summary.ts';
import { DEFAULT_CASES, runHarness } from './run-harness.ts';
import { SetupError } from './world.ts';

const USAGE = `Usage:
  npm run harness -- --url http://… --token svc_… [--rival-token svc_…] [--cases ${DEFAULT_CASES}] [--seed N] [--bail] [--json]

Creates products and bundles in the account of the token. The environment variables TOKEN and RIVAL_TOKEN can replace the options.
Exit status: 0 without findings, 1 with findings, 2 if the harness cannot begin.`;

const HAS_FINDINGS = 1;
const CANNOT_BEGIN = 2;

function options() {
  const { values } = parseCommandLine(USAGE, {
    url: { type: 'string' },
    token: { type: 'string' },
    'rival-token': { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    bail: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const { url, token = process.env.TOKEN } = values;
  if (!url || !token || !URL.canParse(url)) throw new UsageError(USAGE);
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

await runCommand(
  USAGE,
  async () => {
    const { isJson, ...given } = options();
    const progress = createProgress();
    const onProgress = (made: Progress) => {
      if (made.note) progress.note(made.note);
      progress.update(() => progressLine(made));
    };
    const report = await runHarness({ ...given, onProgress }).catch((error: unknown) => {
      throw inWords(error);
    });
    progress.end();
    process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : summary(report));
    process.exitCode = report.findings.length > 0 ? HAS_FINDINGS : 0;
  },
  CANNOT_BEGIN,
);

function inWords(error: unknown): unknown {
  if (error instanceof SetupError) return new UsageError(error.message);
  const isNoAnswer = error instanceof TypeError && error.message === 'fetch failed';
  if (!isNoAnswer) return error;
  return new UsageError(`The deployment does not answer: ${error.cause instanceof Error ? error.cause.message : ''}`);
}
