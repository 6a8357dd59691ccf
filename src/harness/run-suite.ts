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
  readonly seed: number;
  readonly shrinks: number;
}

export interface SuiteRun {
  readonly cases: number;
  readonly findings: readonly SuiteFinding[];
}

interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  /** Told after each case that counts. */
  readonly onCase: () => void;
}

/** More kinds of failure than this need no more shrinking. */
const MAX_FINDINGS = 5;

export async function runSuite(world: World, suite: AnySuite, { cases, seed, onCase }: RunOptions): Promise<SuiteRun> {
  const known = new Map<string, SuiteFinding>();
  let done = 0;
  while (done < cases) {
    let isShrinking = false;
    const property = fc.asyncProperty(suite.arbitrary, async (given) => {
      world.tally.begin(!isShrinking);
      const finding = await findingOf(suite, given);
      if (finding) world.tally.fail(finding.surface);
      if (!isShrinking) {
        done += 1;
        onCase();
      }
      if (!finding) return;
      const before = known.get(finding.aspect);
      if (before || known.size >= MAX_FINDINGS) {
        if (before && !isShrinking) before.cases += 1;
        return;
      }
      isShrinking = true;
      throw finding;
    });
    const details = await fc.check(property, {
      seed: seed + done,
      numRuns: cases - done,
      examples: done === 0 ? examplesOf(suite, cases, seed) : [],
      maxSkipsPerRun: 100,
    });
    const { errorInstance: finding, numShrinks: shrinks } = details;
    if (!details.failed) break;
    if (!(finding instanceof Finding)) throw finding;
    known.set(finding.aspect, { suite: suite.name, finding, cases: 1, seed: seed + done - 1, shrinks });
  }
  return { cases: done, findings: [...known.values()] };
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

/** Every example where there is room for all of them, else some, in an order that the seed decides. */
function examplesOf({ examples = [] }: AnySuite, cases: number, seed: number): [unknown][] {
  const room = Math.ceil(cases * 0.6);
  const [chosen = []] = fc.sample(fc.shuffledSubarray([...examples], { minLength: examples.length }), {
    seed,
    numRuns: 1,
  });
  return chosen.slice(0, room).map((example) => [example]);
}
