// Runs the harness: reads a deployment's contracts, creates the products that it needs there, and runs every suite.
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import type { AnsweredCall } from './calls/call.ts';
import { type Client, type ClientOptions, createClient } from './calls/client.ts';
import { graphqlCall } from './calls/prepare.ts';
import { VERSION_HEADER } from './check/headers.ts';
import type { Contracts } from './contract/contracts.ts';
import { readGraphQLContract } from './contract/graphql-contract.ts';
import { readRestContract, WithdrawnError } from './contract/rest-contract.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import type { Report, ReportedFinding, SuiteRow } from './report.ts';
import { runSuite } from './run-suite.ts';
import { abortedRequestSuite } from './suites/aborted-requests.ts';
import { compressionSuite, requestCodingSuite } from './suites/codings.ts';
import { conditionalUpdateSuite } from './suites/conditional-updates.ts';
import { createBundleSuite, createProductSuite } from './suites/creates.ts';
import { damagedRequestSuite } from './suites/damaged-requests.ts';
import { accessSuite, envelopeSuite } from './suites/envelopes.ts';
import { headSuite } from './suites/head.ts';
import { idempotencySuite } from './suites/idempotency-keys.ts';
import { preflightSuite } from './suites/preflights.ts';
import {
  conditionalReadSuite,
  graphqlQuerySuite,
  readProductSuite,
  readRentalSuite,
} from './suites/reads.ts';
import { rehearsedFailureSuite } from './suites/rehearsed-failures.ts';
import { graphqlRequestSuite, restRouteSuite } from './suites/routes.ts';
import { foreignProductSuite, roundTripSuite } from './suites/sent-back.ts';
import type { AnySuite } from './suites/suite.ts';
import { updateProductSuite } from './suites/update-product.ts';
import { createFixtures, SetupError, type World } from './world.ts';

export interface HarnessOptions extends Omit<ClientOptions, 'onAnswer'> {
  /** The names of the only suites to run; all by default. */
  readonly suites?: readonly string[] | undefined;
  /** The index of the only case to run in each of them. */
  readonly only?: number | undefined;
  readonly cases: number;
  readonly seed: number;
  /** Whether to stop at the first finding. */
  readonly bail?: boolean;
  /** Called before each suite, with its number of cases. */
  readonly onSuite?: (name: string, cases: number) => void;
}

/** The total time to wait for the create rate limit; later creates are skipped. */
const MAX_WAIT_SECONDS = 180;

export async function runHarness(options: HarnessOptions): Promise<Report> {
  const { cases, seed, bail = false, only, signal } = options;
  const startedAt = performance.now();
  const count = { requests: 0, waitedSeconds: 0 };
  let coverage: Coverage | undefined;
  const findings: ReportedFinding[] = [];
  const trace: AnsweredCall[] = [];

  function onThrottled(seconds: number): void {
    count.waitedSeconds += seconds;
    options.onThrottled?.(seconds);
  }
  function onAnswer(answered: AnsweredCall): void {
    count.requests += 1;
    trace.push(answered);
    coverage?.note(answered);
  }

  const client = createClient({ ...options, onThrottled, onAnswer });
  const contracts = await readContracts(client);
  coverage = createCoverage(contracts);
  const fixtures = await createFixtures({ ...contracts, client });
  const world: World = { ...contracts, client, trace, fixtures };

  const { suites, withdrawn } = suitesOf(world, options.suites);
  const rows = [...withdrawn];
  let noAnswer: string | undefined;
  for (const { isCreating, ...planned } of distributed(suites, cases, only)) {
    if (signal?.aborted) break;
    const { name } = planned;
    options.onSuite?.(name, planned.cases);
    const began = performance.now();
    const isSpent = () =>
      isCreating && !options.isPaced && count.waitedSeconds > MAX_WAIT_SECONDS;
    const run = await runSuite(world, planned, { seed, only, signal, bail, isSpent });
    const { cases: ran, skipped } = run;
    rows.push({ name, cases: ran, skipped, seconds: secondsSince(began) });
    findings.push(...run.findings);
    noAnswer = run.noAnswer;
    if (noAnswer !== undefined || (bail && findings.length > 0)) break;
  }
  const sum = (part: 'cases' | 'skipped') =>
    rows.reduce((whole, row) => whole + row[part], 0);
  return {
    url: client.root,
    version: contracts.rest.version,
    withdrawn: [...new Set(withdrawn.flatMap(({ lacks }) => lacks ?? []))],
    seed,
    isCutOff: signal?.aborted === true,
    ...(noAnswer !== undefined && { noAnswer }),
    cases: sum('cases'),
    skipped: sum('skipped'),
    requests: count.requests,
    seconds: secondsSince(startedAt),
    suites: rows,
    findings,
    coverage: coverage.rows(),
  };
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 100) / 10;

async function readContracts(client: Client): Promise<Contracts> {
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const introspect = graphqlCall({ query, kind: 'query' }, {});
  const introspection = await client.send('graphql', introspect);
  const { data } = (introspection.json ?? {}) as { data?: IntrospectionQuery };
  if (!data)
    throw new SetupError(
      `Introspection returned ${introspection.status}: ${introspection.text.slice(0, 400)}`,
    );
  const path = `/openapi.json?version=${introspection.headers.get(VERSION_HEADER)}`;
  const openApi = await client.send('rest', {
    method: 'GET',
    path,
    credential: { who: 'nobody' },
  });
  if (openApi.status !== 200 || !openApi.json)
    throw new SetupError(`${path} returned ${openApi.status}`);
  return {
    rest: readRestContract(openApi.json, new URL(client.root).pathname.replace(/\/$/, '')),
    graphql: readGraphQLContract(data),
  };
}

/** A suite's share of the cases, and whether they count toward the service's create rate limit. */
type Entry = readonly [
  share: number,
  suiteOf: (world: World) => AnySuite,
  isCreating?: 'creates',
];

const SUITES: Readonly<Record<string, Entry>> = {
  'REST methods and paths': [3, restRouteSuite],
  'HEAD instead of GET': [1, headSuite],
  preflights: [1, preflightSuite],
  'GraphQL requests that are not executed': [4, graphqlRequestSuite],
  'tokens and versions': [3, accessSuite],
  'wrapper objects': [5, envelopeSuite, 'creates'],
  'read a product': [7, readProductSuite],
  'read a rental': [5, readRentalSuite],
  'read the caller and a bundle': [2, graphqlQuerySuite],
  'simulated errors': [1, rehearsedFailureSuite],
  'update a product of another owner': [4, foreignProductSuite],
  'update a product': [42, updateProductSuite],
  'send back a product unchanged': [3, roundTripSuite],
  'response compression': [2, compressionSuite],
  'request bodies with Content-Encoding': [2, requestCodingSuite, 'creates'],
  'conditional reads': [2, conditionalReadSuite],
  'update with a precondition': [4, conditionalUpdateSuite],
  'aborted requests': [1, abortedRequestSuite],
  'damaged requests': [5, damagedRequestSuite, 'creates'],
  'create a product': [24, createProductSuite, 'creates'],
  'create a bundle': [18, createBundleSuite, 'creates'],
  'repeat a write with an idempotency key': [5, idempotencySuite, 'creates'],
};

export const SUITE_NAMES: readonly string[] = Object.keys(SUITES);

interface Shared {
  readonly name: string;
  readonly share: number;
  readonly suite: AnySuite;
  readonly isCreating: boolean;
}

/** The requested suites, or all, without those for operations that the version has removed. */
function suitesOf(world: World, wanted = SUITE_NAMES) {
  const suites: Shared[] = [];
  const withdrawn: SuiteRow[] = [];
  for (const [name, [share, suiteOf, creates]] of Object.entries(SUITES)) {
    if (!wanted.includes(name)) continue;
    try {
      suites.push({ name, share, suite: suiteOf(world), isCreating: creates !== undefined });
    } catch (error) {
      if (!(error instanceof WithdrawnError)) throw error;
      withdrawn.push({ name, cases: 0, skipped: 0, seconds: 0, lacks: error.operation });
    }
  }
  return { suites, withdrawn };
}

/**
 * The suites with their numbers of cases, in proportion to their shares: `cases` in all, or more if not all
 * boundaries fit.
 */
function distributed(suites: readonly Shared[], cases: number, only: number | undefined) {
  const whole = suites.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  return suites.map(({ share, ...planned }) => {
    const start = Math.round((before / whole) * cases);
    before += share;
    const own = only === undefined ? Math.round((before / whole) * cases) - start : only + 1;
    return { ...planned, cases: Math.max(own, planned.suite.boundaries?.length ?? 0) };
  });
}
