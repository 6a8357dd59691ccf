// `npm run harness`: tests a deployment on both surfaces against its own contracts.
import { parseArgs } from 'node:util';
import { summary } from './report.ts';
import { DEFAULT_CASES, runHarness } from './run-harness.ts';
import { SetupError } from './world.ts';

export const USAGE = `Usage:
  npm run harness -- --url http://… --token svc_… [--rival-token svc_…] [--version YYYY-MM-DD] [--cases ${DEFAULT_CASES}] [--seed N] [--bail] [--json]

Creates products and bundles in the account of the token. The version is that of the token if none is named. The environment variables TOKEN and RIVAL_TOKEN can replace the options.
Exit status: 0 without findings, 1 with findings, 2 if the harness cannot begin.`;

const OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  'rival-token': { type: 'string' },
  version: { type: 'string' },
  cases: { type: 'string' },
  seed: { type: 'string' },
  bail: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** @throws {SetupError} with the usage */
export function readOptions() {
  const { url, version, cases, seed, bail, json, ...given } = parsed().values;
  const { token = process.env.TOKEN, 'rival-token': rivalToken = process.env.RIVAL_TOKEN } = given;
  if (!url || !token || !URL.canParse(url)) throw new SetupError(USAGE);
  return {
    url,
    token,
    rivalToken,
    version,
    ...(cases !== undefined && { cases: count(cases) }),
    ...(seed !== undefined && { seed: count(seed) }),
    bail,
    isJson: json,
  };
}

function parsed() {
  try {
    return parseArgs({ options: OPTIONS });
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new SetupError(USAGE);
  return value;
}

const HAS_FINDINGS = 1;
const CANNOT_BEGIN = 2;

async function test(): Promise<void> {
  const { isJson, ...options } = readOptions();
  const tell = (text: string) => void process.stderr.write(`${text}\n`);
  const onThrottled = (seconds: number) =>
    tell(`The service throttles creates: waiting ${seconds} s. Raise RATE_LIMIT_POINTS there to avoid this.`);
  const report = await runHarness({ ...options, onSuite: tell, onThrottled });
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
