// Runs the cases of a suite with fast-check: a failing one is shrunk, and the rest of the cases still run.
import fc from 'fast-check';
import { Finding } from './check/finding.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

export interface SuiteFinding {
  readonly suite: string;
  readonly finding: Finding;
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
    const property = fc.asyncProperty(suite.arbitrary, async (given) => {
      if (!shrinking && isSpent()) {
        done += 1;
        return onCase(false);
      }
      world.tally.begin(!shrinking);
      const finding = await findingOf(suite, given);
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
      throw finding;
    });
    const details = await fc.check(property, {
      seed: seed + done,
      numRuns: cases - done,
      examples: examples.slice(done),
      maxSkipsPerRun: 100,
    });
    const { errorInstance: finding } = details;
    if (!details.failed) break;
    if (!(finding instanceof Finding)) throw finding;
    known.set(finding.aspect, { suite: suite.name, finding, cases: 1 });
    if (bail) break;
  }
  return [...known.values()];
}

async function findingOf(suite: AnySuite, given: unknown): Promise<Finding | undefined> {
  try {
    await suite.run(given);
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return error;
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
