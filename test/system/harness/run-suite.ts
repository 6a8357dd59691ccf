// Runs the cases of a suite with fast-check: a failing random case is shrunk, and the other cases still run.
import fc from 'fast-check';
import { noAnswerReason } from './calls/client.ts';
import { Finding } from './check/answer.ts';
import { type ReportedFinding, reportedFinding, type SuiteRow } from './report.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

/** The most smaller cases that are run to find the smallest. */
const MAX_TRIES = 100;

interface RunOptions {
  readonly seed: number;
  /** The index of the only case to run. */
  readonly only?: number | undefined;
  /** Ends the suite, even in the middle of a case. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to stop at the first finding. */
  readonly bail: boolean;
  /** Whether to skip the remaining cases. */
  readonly isSpent: () => boolean;
}

/** A suite with its number of cases. */
export interface PlannedSuite {
  readonly name: string;
  readonly suite: AnySuite;
  readonly cases: number;
}

interface SuiteRun extends Pick<SuiteRow, 'cases' | 'skipped'> {
  readonly findings: readonly ReportedFinding[];
  /** Why the deployment no longer responds, with the case where it stopped; undefined after the last case. */
  readonly noAnswer: string | undefined;
}

/** Further findings of a suite are not reported. */
const MAX_FINDINGS = 5;

export async function runSuite(
  world: World,
  { name, suite, cases }: PlannedSuite,
  { seed, only, signal, bail, isSpent }: RunOptions,
): Promise<SuiteRun> {
  const known = new Map<string, ReportedFinding>();
  const ran = { cases: 0, skipped: 0 };

  async function findingOf(given: unknown): Promise<Finding | undefined> {
    world.trace.length = 0;
    try {
      await suite.run(given);
      return undefined;
    } catch (error) {
      // An interrupted case says nothing about the service.
      if (signal?.aborted) return undefined;
      if (error instanceof Finding) return error;
      throw error;
    }
  }

  /** Records the finding with every call of its case, then of each smaller case with the same aspect. */
  async function noteSmallest(index: number, { sampledAt }: SuiteCase, found: Finding) {
    const note = (finding: Finding) =>
      known.set(
        found.aspect,
        reportedFinding(world.client, { suite: name, index }, finding, world.trace),
      );
    note(found);
    if (!suite.arbitrary || sampledAt === undefined) return;
    let tries = 0;
    const passes = async (smaller: unknown) => {
      const finding = tries++ < MAX_TRIES ? await findingOf(smaller) : undefined;
      if (finding?.aspect !== found.aspect) return true;
      note(finding);
      return false;
    };
    const property = fc.asyncProperty(suite.arbitrary, passes);
    await fc.check(property, { seed, path: String(sampledAt), numRuns: 1 });
  }

  async function runCases(): Promise<void> {
    for (const [index, one] of casesOf(suite, cases, seed).entries()) {
      if (only !== undefined && index !== only) continue;
      if (signal?.aborted) break;
      if (isSpent()) {
        ran.skipped += 1;
        continue;
      }
      const found = await findingOf(one.given);
      if (signal?.aborted) break;
      ran.cases += 1;
      if (!found) continue;
      const before = known.get(found.aspect);
      if (before) before.cases += 1;
      else if (known.size < MAX_FINDINGS) {
        await noteSmallest(index, one, found);
        if (bail) break;
      }
    }
  }

  const noAnswer = await runCases().then(
    () => undefined,
    (error: unknown) => {
      const reason = noAnswerReason(error);
      if (reason === undefined) throw error;
      return `case ${only ?? ran.cases + ran.skipped} of "${name}": ${reason}`;
    },
  );
  return { ...ran, findings: [...known.values()], noAnswer };
}

interface SuiteCase {
  readonly given: unknown;
  /** The index among the random cases of the seed, with which fast-check repeats and shrinks it. */
  readonly sampledAt?: number;
}

/** One of this many cases after the boundaries is random, as long as there are examples. */
const RANDOM_EVERY = 5;

/**
 * Every boundary, then examples and random cases in turn: as many as requested, or as there are boundaries; without
 * random cases, as many as there are examples at the most. Only the seed and the index of a case determine it.
 */
export function casesOf(
  { arbitrary, boundaries = [], examples = [], labelOf }: AnySuite,
  cases: number,
  seed: number,
): SuiteCase[] {
  const others = Math.max(0, cases - boundaries.length);
  const asCase = (given: unknown): SuiteCase => ({ given });
  const first = boundaries.map(asCase);
  const listed = inOrder(examples, labelOf, seed).map(asCase);
  if (!arbitrary) return [...first, ...listed.slice(0, others)];
  const known = listed.slice(0, others - Math.floor(others / RANDOM_EVERY));
  const random = fc
    .sample(arbitrary, { seed, numRuns: others - known.length })
    .map((given, sampledAt): SuiteCase => ({ given, sampledAt }));
  const mixed = Array.from({ length: others }, (_, at) => {
    const isRandom = at % RANDOM_EVERY === RANDOM_EVERY - 1;
    return (isRandom ? undefined : known.shift()) ?? random.shift();
  });
  return [...first, ...mixed.filter((one) => one !== undefined)];
}

/** First one example of each label, then the others, in an order that depends on the seed. */
function inOrder(
  examples: readonly unknown[],
  labelOf: AnySuite['labelOf'],
  seed: number,
): unknown[] {
  const [shuffled = []] = fc.sample(
    fc.shuffledSubarray([...examples], { minLength: examples.length }),
    {
      seed,
      numRuns: 1,
    },
  );
  const labels = new Set<string>();
  const isFirst = (example: unknown) => {
    const label = labelOf?.(example) ?? '';
    return !labels.has(label) && labels.add(label) !== undefined;
  };
  const firsts = new Set(shuffled.filter(isFirst));
  return [...firsts, ...shuffled.filter((example) => !firsts.has(example))];
}
