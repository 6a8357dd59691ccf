// The harness: reads what a deployment promises, makes what it needs there, and runs every suite of cases.
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import type { Contracts } from './check/pair.ts';
import { readGraphQLContract } from './contract/graphql-contract.ts';
import { readRestContract } from './contract/rest-contract.ts';
import { type Client, createClient, type Exchange, type Fetch } from './exchange/client.ts';
import { graphqlCall } from './exchange/send-pair.ts';
import { type Progress, type Report, reported } from './report/report.ts';
import { createTally } from './report/tally.ts';
import { runSuite, type SuiteFinding } from './run-suite.ts';
import { accessSuite } from './suites/access.ts';
import { createBundleSuite } from './suites/create-bundle.ts';
import { createProductSuite } from './suites/create-product.ts';
import { envelopeSuite } from './suites/envelopes.ts';
import { ownershipSuite } from './suites/ownership.ts';
import { readProductSuite, readRentalSuite } from './suites/reads.ts';
import { roundTripSuite } from './suites/round-trips.ts';
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
  /** Whether to stop at the first failure. */
  readonly bail?: boolean;
  readonly fetch?: Fetch;
  readonly onProgress?: (progress: Progress) => void;
}

export const DEFAULT_CASES = 1_000;
const MAX_WAIT_SECONDS = 180;

export async function runHarness(options: HarnessOptions): Promise<Report> {
  const {
    url,
    cases = DEFAULT_CASES,
    seed = Date.now() % 2 ** 31,
    maxWaitSeconds = MAX_WAIT_SECONDS,
    bail = false,
  } = options;
  const startedAt = performance.now();
  const origin = new URL(url).origin;
  const count = { requests: 0, waited: 0, done: 0, skipped: 0 };
  const findings: SuiteFinding[] = [];
  const trace: Exchange[] = [];
  let running = 'setup';
  const progress = (note?: string) =>
    options.onProgress?.({ suite: running, done: count.done, cases, findings: findings.length, ...(note && { note }) });

  function onThrottled(seconds: number): void {
    count.waited += seconds;
    progress(`The service throttles creates: waiting ${seconds} s. A higher RATE_LIMIT_POINTS there spares this.`);
  }
  function onCase(wasRun: boolean): void {
    count[wasRun ? 'done' : 'skipped'] += 1;
    progress();
  }

  function onExchange(exchange: Exchange): void {
    count.requests += 1;
    trace.push(exchange);
  }

  const world = await createWorld(createClient({ ...options, onThrottled, onExchange }), trace);
  for (const { suite, share } of planned(suitesOf(world), cases)) {
    running = suite.name;
    const isSpent = () => suite.creates > 0 && count.waited > maxWaitSeconds;
    findings.push(...(await runSuite(world, suite, { cases: share, seed: seed + count.done, bail, isSpent, onCase })));
    if (bail && findings.length > 0) break;
  }
  return {
    url: origin,
    seed,
    cases: count.done,
    skipped: count.skipped,
    requests: count.requests,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    rows: world.tally.rows(),
    places: world.tally.places(),
    findings: findings.map((finding) => reported(origin, finding)),
  };
}

async function createWorld(client: Client, trace: Exchange[]): Promise<World> {
  const contracts = await readContracts(client);
  return { ...contracts, client, trace, tally: createTally(), fixtures: await createFixtures(contracts, client) };
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
  roundTripSuite(world),
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
