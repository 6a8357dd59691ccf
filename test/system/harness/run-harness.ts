// Runs the harness: reads the contracts of a deployment, creates the products that it needs there, runs every suite.
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import type { AnsweredCall } from './calls/call.ts';
import { type Client, createClient, type Fetch } from './calls/client.ts';
import { graphqlCall } from './calls/send-pair.ts';
import { VERSION_HEADER } from './check/answer.ts';
import type { Contracts } from './check/pair.ts';
import { readGraphQLContract } from './contract/graphql-contract.ts';
import { readRestContract, WithdrawnError } from './contract/rest-contract.ts';
import { createTally, type Report, type ReportedFinding } from './report.ts';
import { runSuite } from './run-suite.ts';
import { abortedRequestSuite } from './suites/aborted-requests.ts';
import { compressionSuite, requestCodingSuite } from './suites/codings.ts';
import { conditionalUpdateSuite } from './suites/conditional-updates.ts';
import { createBundleSuite, createProductSuite } from './suites/creates.ts';
import { damagedRequestSuite } from './suites/damaged-requests.ts';
import { accessSuite, envelopeSuite } from './suites/envelopes.ts';
import { graphqlVariableSuite } from './suites/graphql-variables.ts';
import { aliasedKeySuite, idempotencySuite, keySpellingSuite } from './suites/idempotency-keys.ts';
import { conditionalReadSuite, readProductSuite, readRentalSuite } from './suites/reads.ts';
import { graphqlRequestSuite, headSuite, preflightSuite, restRouteSuite } from './suites/routes.ts';
import { foreignProductSuite, roundTripSuite } from './suites/sent-back.ts';
import type { AnySuite } from './suites/suite.ts';
import { updateProductSuite } from './suites/update-product.ts';
import { createFixtures, SetupError, type World } from './world.ts';

export interface HarnessOptions {
  /** The origin of the deployment. */
  readonly url: string;
  readonly token: string;
  /** A token of another owner, for the rules of ownership. */
  readonly rivalToken?: string | undefined;
  /** The version to test, by the header `service-version`; absent: that of the token. */
  readonly version?: string | undefined;
  /** The name of the only suite to run; all suites where absent. */
  readonly suite?: string;
  readonly cases?: number;
  readonly seed?: number;
  /** Whether to stop at the first finding. */
  readonly bail?: boolean;
  readonly fetch?: Fetch;
  /** Called before each suite, with its name. */
  readonly onSuite?: (name: string) => void;
  /** Called before each wait because creates are throttled. */
  readonly onThrottled?: (seconds: number) => void;
}

export const DEFAULT_CASES = 1_000;
/** The time in all to wait while creates are throttled; the creates after it are skipped. */
const MAX_WAIT_SECONDS = 180;

export async function runHarness(options: HarnessOptions): Promise<Report> {
  const { cases = DEFAULT_CASES, seed = Date.now() % 2 ** 31, bail = false } = options;
  const startedAt = performance.now();
  const count = { requests: 0, waitedSeconds: 0, done: 0, skipped: 0 };
  const findings: ReportedFinding[] = [];
  const trace: AnsweredCall[] = [];

  function onThrottled(seconds: number): void {
    count.waitedSeconds += seconds;
    options.onThrottled?.(seconds);
  }
  function onCase(wasRun: boolean): void {
    count[wasRun ? 'done' : 'skipped'] += 1;
  }

  function onAnswer(answered: AnsweredCall): void {
    count.requests += 1;
    trace.push(answered);
  }

  const world = await createWorld(createClient({ ...options, onThrottled, onAnswer }), trace);
  const { suites, withdrawn } = suitesOf(world, options.suite);
  for (const { name, suite, share } of distributed(suites, cases)) {
    options.onSuite?.(name);
    const isSpent = () => CREATING.includes(name) && count.waitedSeconds > MAX_WAIT_SECONDS;
    const run = { cases: share, seed: seed + count.done, bail, isSpent, onCase };
    findings.push(...(await runSuite(world, name, suite, run)));
    if (bail && findings.length > 0) break;
  }
  return {
    url: world.client.origin,
    version: world.rest.version,
    withdrawn,
    seed,
    cases: count.done,
    skipped: count.skipped,
    requests: count.requests,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    rows: world.tally.rows(),
    findings,
  };
}

async function createWorld(client: Client, trace: AnsweredCall[]): Promise<World> {
  const contracts = await readContracts(client);
  return {
    ...contracts,
    client,
    trace,
    tally: createTally(),
    fixtures: await createFixtures({ ...contracts, client }),
  };
}

export async function readContracts(client: Client): Promise<Contracts> {
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const introspect = graphqlCall({ query, kind: 'query' }, {}, { headers: {} });
  const introspection = await client.send('graphql', introspect);
  const { data } = (introspection.json ?? {}) as { data?: IntrospectionQuery };
  if (!data)
    throw new SetupError(`Introspection was answered ${introspection.status}: ${introspection.text.slice(0, 400)}`);
  const path = `/openapi.json?version=${introspection.headers.get(VERSION_HEADER)}`;
  const openApi = await client.send('rest', { method: 'GET', path, credential: { who: 'nobody' } });
  if (openApi.status !== 200 || !openApi.json) throw new SetupError(`${path} was answered ${openApi.status}`);
  return { rest: readRestContract(openApi.json), graphql: readGraphQLContract(data) };
}

/** Each suite by its name, with its share in the cases. */
const SUITES: Readonly<Record<string, readonly [share: number, suiteOf: (world: World) => AnySuite]>> = {
  'methods and paths of REST': [3, restRouteSuite],
  'HEAD in place of GET': [1, headSuite],
  preflights: [1, preflightSuite],
  'requests that GraphQL does not execute': [4, graphqlRequestSuite],
  'tokens and versions': [3, accessSuite],
  envelopes: [5, envelopeSuite],
  'read a product': [7, readProductSuite],
  'read a rental': [5, readRentalSuite],
  'update a product of another owner': [4, foreignProductSuite],
  'update a product': [42, updateProductSuite],
  'send back a product as it was read': [3, roundTripSuite],
  'answers by Accept-Encoding': [2, compressionSuite],
  'bodies with a Content-Encoding': [2, requestCodingSuite],
  'conditional reads': [2, conditionalReadSuite],
  'update with a precondition': [4, conditionalUpdateSuite],
  'aborted requests': [1, abortedRequestSuite],
  'variables of the wrong type': [6, graphqlVariableSuite],
  'damaged requests': [5, damagedRequestSuite],
  'create a product': [20, createProductSuite],
  'create a bundle': [16, createBundleSuite],
  'repeat a write with its key': [4, idempotencySuite],
  'keys by their form': [1, keySpellingSuite],
  'mutations of one request under one key': [1, aliasedKeySuite],
};

/** Their cases cost points of the service's create budget. */
const CREATING = [
  ...['envelopes', 'bodies with a Content-Encoding', 'damaged requests', 'create a product', 'create a bundle'],
  ...['repeat a write with its key', 'keys by their form', 'mutations of one request under one key'],
];

interface Shared {
  readonly name: string;
  readonly share: number;
  readonly suite: AnySuite;
}

/** The suites of the operations that the version has, or the one that is wanted. */
function suitesOf(world: World, wanted: string | undefined): { suites: Shared[]; withdrawn: string[] } {
  const withdrawn = new Set<string>();
  const suites = Object.entries(SUITES).flatMap(([name, [share, suiteOf]]): Shared[] => {
    if (wanted !== undefined && wanted !== name) return [];
    try {
      return [{ name, share, suite: suiteOf(world) }];
    } catch (error) {
      if (!(error instanceof WithdrawnError)) throw error;
      withdrawn.add(error.operation);
      return [];
    }
  });
  return { suites, withdrawn: [...withdrawn] };
}

/** The suites with the number of their cases, in proportion to their shares: `cases` in all, or more where not all boundaries fit. */
function distributed(suites: readonly Shared[], cases: number): Shared[] {
  const whole = suites.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  return suites.map((shared) => {
    const start = Math.round((before / whole) * cases);
    before += shared.share;
    const share = Math.round((before / whole) * cases) - start;
    return { ...shared, share: Math.max(share, shared.suite.boundaries?.length ?? 0) };
  });
}
