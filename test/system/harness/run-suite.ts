// Runs the cases of a suite with fast-check: a failing case is shrunk, and the other cases still run.
import fc from 'fast-check';
import type { AnsweredCall } from './calls/call.ts';
import { Finding } from './check/finding.ts';
import { reduceCase } from './reduce-case.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

/** A finding, with every call of its case. */
interface TracedFinding {
  readonly finding: Finding;
  readonly trace: readonly AnsweredCall[];
}

export interface SuiteFinding extends TracedFinding {
  readonly suite: string;
  /** The number of cases with this finding; only the first is shrunk. */
  cases: number;
}

interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  /** Whether to stop at the first finding. */
  readonly bail: boolean;
  /** Whether to skip the cases that are left. */
  readonly isSpent: () => boolean;
  /** Called after each case, with false for a skipped one. */
  readonly onCase: (wasRun: boolean) => void;
}

/** Further findings of a suite are not shrunk. */
const MAX_FINDINGS = 5;

export async function runSuite(
  world: World,
  suite: AnySuite,
  { cases, seed, bail, isSpent, onCase }: RunOptions,
): Promise<SuiteFinding[]> {
  const known = new Map<string, SuiteFinding>();
  const boundaries = (suite.boundaries ?? []).map((given): [unknown] => [given]);
  const examples = [...examplesOf(suite, cases - boundaries.length, seed), ...boundaries];
  let done = 0;
  while (done < cases) {
    /** The aspect of the case that is being shrunk: a smaller case of another aspect is another finding. */
    let shrinking: string | undefined;
    let last: TracedFinding | undefined;
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

/** The finding of the same aspect in the smallest case. */
async function reduced(world: World, suite: AnySuite, given: unknown, found: TracedFinding): Promise<TracedFinding> {
  let smallest = found;
  await reduceCase(given, async (candidate) => {
    const smaller = await findingOf(world, suite, candidate);
    if (smaller?.finding.aspect !== found.finding.aspect) return false;
    smallest = smaller;
    return true;
  });
  return smallest;
}

async function findingOf(world: World, suite: AnySuite, given: unknown): Promise<TracedFinding | undefined> {
  world.trace.length = 0;
  try {
    await suite.run(given);
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return { finding: error, trace: [...world.trace] };
    throw error;
  }
}

/** The share of the cases for examples, if they do not all fit. */
const EXAMPLES_SHARE = 0.8;

/** The examples that fit: first one of each label, then others, in an order that depends on the seed. */
function examplesOf({ examples = [], labelOf }: AnySuite, cases: number, seed: number): [unknown][] {
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...examples], { minLength: examples.length }), {
    seed,
    numRuns: 1,
  });
  const labels = new Set<string>();
  const isFirst = (example: unknown) => {
    const label = labelOf?.(example) ?? '';
    return !labels.has(label) && labels.add(label) !== undefined;
  };
  const { first = [], other = [] } = Object.groupBy(shuffled, (example) => (isFirst(example) ? 'first' : 'other'));
  return [...first, ...other].slice(0, Math.max(0, Math.ceil(cases * EXAMPLES_SHARE))).map((example) => [example]);
}
