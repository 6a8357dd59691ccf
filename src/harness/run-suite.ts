// Runs the cases of a suite with fast-check: a failing one is shrunk, and the rest of the cases still run.
import fc from 'fast-check';
import { Finding } from './check/finding.ts';
import type { Exchange } from './exchange/client.ts';
import { reduceCase } from './reduce-case.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

/** A finding, and everything that its case sent. */
interface Found {
  readonly finding: Finding;
  readonly trace: readonly Exchange[];
}

export interface SuiteFinding extends Found {
  readonly suite: string;
  /** How many cases showed it; the others were not shrunk. */
  cases: number;
}

interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  /** Whether to stop at the first failure. */
  readonly bail: boolean;
  /** Whether the rest of the cases must be left out. */
  readonly isSpent: () => boolean;
  /** Told after each case that counts, and of each that was left out. */
  readonly onCase: (wasRun: boolean) => void;
}

/** More kinds of failure than this need no more shrinking. */
const MAX_FINDINGS = 5;

export async function runSuite(
  world: World,
  suite: AnySuite,
  { cases, seed, bail, isSpent, onCase }: RunOptions,
): Promise<SuiteFinding[]> {
  const known = new Map<string, SuiteFinding>();
  const examples = examplesOf(suite, cases, seed);
  let done = 0;
  while (done < cases) {
    /** The aspect that is being shrunk: a smaller case with another fault is another finding. */
    let shrinking: string | undefined;
    let last: Found | undefined;
    const property = fc.asyncProperty(suite.arbitrary, async (given) => {
      if (!shrinking && isSpent()) {
        done += 1;
        return onCase(false);
      }
      world.tally.begin(!shrinking);
      const found = await findingOf(world, suite, given);
      const finding = found?.finding;
      if (finding) world.tally.fail(finding.surface);
      if (!shrinking) {
        done += 1;
        onCase(true);
      }
      if (!finding) return;
      const before = known.get(finding.aspect);
      if (before || known.size >= MAX_FINDINGS || (shrinking ?? finding.aspect) !== finding.aspect) {
        if (before && !shrinking) before.cases += 1;
        return;
      }
      shrinking = finding.aspect;
      last = found;
      throw finding;
    });
    const details = await fc.check(property, {
      seed: seed + done,
      numRuns: cases - done,
      examples: examples.slice(done),
      maxSkipsPerRun: 100,
    });
    if (!details.failed) break;
    if (!last) throw details.errorInstance;
    world.tally.begin(false);
    const smallest = await reduced(world, suite, details.counterexample?.[0], last);
    known.set(smallest.finding.aspect, { ...smallest, suite: suite.name, cases: 1 });
    if (bail) break;
  }
  return [...known.values()];
}

/** The same finding in the smallest case that shows it. */
async function reduced(world: World, suite: AnySuite, given: unknown, found: Found): Promise<Found> {
  let smallest = found;
  await reduceCase(given, async (candidate) => {
    const smaller = await findingOf(world, suite, candidate);
    if (smaller?.finding.aspect !== found.finding.aspect) return false;
    smallest = smaller;
    return true;
  });
  return smallest;
}

async function findingOf(world: World, suite: AnySuite, given: unknown): Promise<Found | undefined> {
  world.trace.length = 0;
  try {
    await suite.run(given);
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return { finding: error, trace: [...world.trace] };
    throw error;
  }
}

/** The share of the cases that examples may take, where they do not all fit. */
const EXAMPLES_SHARE = 0.8;

/** As many examples as there is room for: first one of each place, then others, in an order that the seed decides. */
function examplesOf({ examples = [], placeOf }: AnySuite, cases: number, seed: number): [unknown][] {
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...examples], { minLength: examples.length }), {
    seed,
    numRuns: 1,
  });
  const places = new Set<string>();
  const isFirst = (example: unknown) => {
    const place = placeOf?.(example) ?? '';
    return !places.has(place) && places.add(place) !== undefined;
  };
  const { first = [], other = [] } = Object.groupBy(shuffled, (example) => (isFirst(example) ? 'first' : 'other'));
  return [...first, ...other].slice(0, Math.ceil(cases * EXAMPLES_SHARE)).map((example) => [example]);
}
