// The command line of `npm run harness`.
import { parseArgs } from 'node:util';
import { DEFAULT_CASES } from './run-harness.ts';
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
