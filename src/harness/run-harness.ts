// The harness: reads what a deployment promises, makes what it needs there, and runs every suite of cases.
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import type { Finding } from './check/finding.ts';
import type { Contracts } from './check/pair.ts';
import { readGraphQLContract } from './contract/graphql-contract.ts';
import { readRestContract } from './contract/rest-contract.ts';
import { type Client, createClient, type Fetch } from './exchange/client.ts';
import { curl } from './exchange/curl.ts';
import { graphqlCall } from './exchange/send-pair.ts';
import { createTally, type TallyRow } from './report/tally.ts';
import { runSuite, type SuiteFinding } from './run-suite.ts';
import { accessSuite } from './suites/access.ts';
import { createBundleSuite } from './suites/create-bundle.ts';
import { createProductSuite } from './suites/create-product.ts';
import { envelopeSuite } from './suites/envelopes.ts';
import { ownershipSuite } from './suites/ownership.ts';
import { readProductSuite, readRentalSuite } from './suites/reads.ts';
import { routeSuite } from './suites/routes.ts';
import { sequenceSuite } from './suites/sequences.ts';
import type { AnySuite } from './suites/suite.ts';
import { updateProductSuite } from './suites/update-product.ts';
import { createFixtures, SetupError, type World } from './world.ts';

export interface HarnessOptions {
  /** Where the deployment is: its origin. */
  readonly url: string;
  readonly token: string;
  /** A token of somebody else, to hold ownership to the contract. */
  readonly rivalToken?: string | undefined;
  readonly cases?: number;
  readonly seed?: number;
  /** How long the harness waits in all for a throttled service before it gives up the rest of the creates. */
  readonly maxWaitSeconds?: number;
  readonly fetch?: Fetch;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly suite: string;
  readonly done: number;
  readonly cases: number;
  readonly findings: number;
  /** Something to tell beside the numbers, such as a wait. */
  readonly note?: string;
}

export interface ReportedFinding {
  readonly suite: string;
  readonly aspect: string;
  readonly detail: string;
  /** The cases of this run that showed it. */
  readonly cases: number;
  /** Commands that repeat the smallest case; tokens stand as $TOKEN and $RIVAL_TOKEN. */
  readonly curl: readonly string[];
  readonly answers: readonly { readonly status: number; readonly body: string }[];
  readonly seed: number;
}

export interface Report {
  readonly url: string;
  readonly seed: number;
  readonly cases: number;
  /** Creates that were left out because the service throttles them. */
  readonly skipped: number;
  readonly requests: number;
  readonly seconds: number;
  readonly rows: readonly TallyRow[];
  readonly findings: readonly ReportedFinding[];
}

export const DEFAULT_CASES = 1_000;
const DEFAULT_MAX_WAIT_SECONDS = 180;

export async function runHarness(options: HarnessOptions): Promise<Report> {
  const { url, cases = DEFAULT_CASES, seed = Date.now() % 2 ** 31, onProgress } = options;
  const startedAt = performance.now();
  const origin = new URL(url).origin;
  const state = { requests: 0, waited: 0, done: 0, skipped: 0, suite: 'setup' };
  const found: SuiteFinding[] = [];
  const progress = (note?: string) =>
    onProgress?.({ suite: state.suite, done: state.done, cases, findings: found.length, ...(note && { note }) });

  const client = counting(
    createClient({
      ...options,
      onThrottled(seconds) {
        state.waited += seconds;
        progress(`the service throttles creates: waiting ${seconds} s. A higher RATE_LIMIT_POINTS there spares this.`);
      },
    }),
    () => state.requests++,
  );
  const world = await createWorld(client);

  for (const { suite, share } of planned(suitesOf(world), cases)) {
    state.suite = suite.name;
    progress();
    // In portions, so that a service which throttles can be left alone before all of its points are asked for.
    for (let left = share; left > 0; ) {
      if (suite.creates > 0 && state.waited > (options.maxWaitSeconds ?? DEFAULT_MAX_WAIT_SECONDS)) {
        state.skipped += left;
        progress(`${left} cases left out: the service throttles creates`);
        break;
      }
      const portion = suite.creates > 0 && state.waited > 0 ? Math.min(left, CAREFUL_PORTION) : left;
      const run = await runSuite(world, suite, {
        cases: portion,
        seed: seed + state.done,
        onCase: () => {
          state.done++;
          progress();
        },
      });
      found.push(...run.findings);
      left -= portion;
    }
  }
  return {
    url: origin,
    seed,
    cases: state.done,
    skipped: state.skipped,
    requests: state.requests,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    rows: world.tally.rows(),
    findings: found.map((finding) => reported(origin, finding)),
  };
}

const CAREFUL_PORTION = 10;

async function createWorld(client: Client): Promise<World> {
  const contracts = await readContracts(client);
  return { ...contracts, client, tally: createTally(), fixtures: await createFixtures(contracts, client) };
}

async function readContracts(client: Client): Promise<Contracts> {
  const document = await client.send('rest', { method: 'GET', path: '/openapi.json', credential: { who: 'nobody' } });
  if (document.status !== 200 || !document.json) throw new SetupError(`/openapi.json was answered ${document.status}`);
  const introspect = graphqlCall({ document: getIntrospectionQuery(), kind: 'query' }, {}, { headers: {} });
  const introspection = await client.send('graphql', introspect);
  const { data } = (introspection.json ?? {}) as { data?: IntrospectionQuery };
  if (!data)
    throw new SetupError(`Introspection was answered ${introspection.status}: ${introspection.text.slice(0, 200)}`);
  return { rest: readRestContract(document.json), graphql: readGraphQLContract(data) };
}

const suitesOf = (world: World): AnySuite[] => [
  routeSuite(world),
  accessSuite(world),
  envelopeSuite(world),
  readProductSuite(world),
  readRentalSuite(world),
  ownershipSuite(world),
  updateProductSuite(world),
  sequenceSuite(world),
  createProductSuite(world),
  createBundleSuite(world),
];

/** How many cases each suite gets; together as many as were asked for. */
function planned(suites: readonly AnySuite[], cases: number): { suite: AnySuite; share: number }[] {
  const whole = suites.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  return suites.map((suite) => {
    const start = Math.round((before / whole) * cases);
    before += suite.share;
    return { suite, share: Math.round((before / whole) * cases) - start };
  });
}

const counting = (client: Client, count: () => void): Client => ({
  ...client,
  send(surface, call) {
    count();
    return client.send(surface, call);
  },
});

function reported(origin: string, { suite, finding, cases, seed }: SuiteFinding): ReportedFinding {
  const { aspect, message, exchanges }: Finding = finding;
  return {
    suite,
    aspect,
    detail: message,
    cases,
    seed,
    curl: exchanges.map(({ call }) => curl(origin, call)),
    answers: exchanges.map(({ status, text }) => ({ status, body: text.slice(0, 2_000) })),
  };
}
