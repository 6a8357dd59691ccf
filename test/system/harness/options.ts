// The options of the command line.
import { parseArgs } from 'node:util';
import { type HarnessOptions, SUITE_NAMES } from './run-harness.ts';
import { SetupError } from './world.ts';

const DEFAULT_CASES = 1_000;

export const USAGE = `Usage:
  npm run harness -- --url http://… --token svc_…
  npx ./owner-api-harness-*.tgz --url http://… --token svc_…

Tests both APIs of a deployment against its own documents. Creates products and bundles in the token's account.

  --url URL              the deployment, including a gateway's path prefix
  --token TOKEN          of a user who can read and write; or the environment variable TOKEN
  --rival-token TOKEN    of another owner, to test ownership; or RIVAL_TOKEN
  --version YYYY-MM-DD   the version to test (default: the token's)
  --header 'NAME: VALUE' sent with every request; repeatable
  --suite NAME           run only this suite; repeatable
  --cases N              total number of cases (default: ${DEFAULT_CASES}); every boundary is tried, no listed case twice
  --seed N               decides the cases; printed first
  --case N               run only this case of the suite, with its seed
  --rate                 wait for the create rate limit instead of skipping cases
  --reporter NAME        pretty (default), json or junit
  --output FILE          write the report to a file instead of standard output

Exit status: 0 without findings, 1 with findings, 2 if the harness can't begin or the deployment
stops responding, 130 after an interrupt (Ctrl+C). In the last two cases, the report has the findings so far.

Suites:
${SUITE_NAMES.map((name) => `  ${name}`).join('\n')}`;

const OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  'rival-token': { type: 'string' },
  version: { type: 'string' },
  header: { type: 'string', multiple: true },
  suite: { type: 'string', multiple: true },
  cases: { type: 'string' },
  seed: { type: 'string' },
  case: { type: 'string' },
  rate: { type: 'boolean' },
  reporter: { type: 'string' },
  output: { type: 'string' },
} as const;

const REPORTERS = ['pretty', 'json', 'junit'] as const;

export interface Options {
  readonly harness: HarnessOptions;
  readonly reporter: (typeof REPORTERS)[number];
  readonly output: string | undefined;
}

/** @throws {SetupError} that says what is wrong */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const given = parsed(args);
  const {
    token = env.TOKEN,
    'rival-token': rivalToken = env.RIVAL_TOKEN,
    url,
    suite: suites,
  } = given;
  if (!url || !token) throw new SetupError(`--url and --token are required.\n${USAGE}`);
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw new SetupError('--url must be the URL of a deployment, http://…');
  const unknown = suites?.find((name) => !SUITE_NAMES.includes(name));
  if (unknown !== undefined)
    throw new SetupError(`There is no suite "${unknown}".\n${USAGE}`);
  const reporter = REPORTERS.find((name) => name === (given.reporter ?? 'pretty'));
  if (!reporter) throw new SetupError(`--reporter must be one of ${REPORTERS.join(', ')}.`);
  const only = count('case', given.case, 0);
  if (only !== undefined && suites?.length !== 1)
    throw new SetupError('--case needs one --suite.');
  return {
    harness: {
      url,
      token,
      rivalToken,
      suites,
      only,
      version: given.version,
      headers: Object.fromEntries((given.header ?? []).map(headerOf)),
      cases: count('cases', given.cases, 1) ?? DEFAULT_CASES,
      seed: count('seed', given.seed, 0) ?? Date.now() % 2 ** 31,
      isPaced: given.rate ?? false,
    },
    reporter,
    output: given.output,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ options: OPTIONS, args: [...args] }).values;
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function count(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new SetupError(`--${name} must be a whole number, ${least} or more.`);
}

function headerOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t -~]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new SetupError("--header must be 'NAME: VALUE'.");
  if (name.toLowerCase() === 'authorization')
    throw new SetupError("--header can't set Authorization: use --token.");
  return [name, value];
}
