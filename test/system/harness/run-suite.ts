// Runs the cases of a suite with fast-check: a failing case is shrunk and reduced, and the other cases still run.
import fc from 'fast-check';
import type { AnsweredCall } from './calls/call.ts';
import { Finding } from './check/answer.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

/** The members of a case with parts to remove; the others are options of sending. */
const REDUCIBLE = ['input', 'change', 'edits'];
/** Lists whose entries are removed whole. */
const WHOLE_ENTRIES = ['edits'];

/** The smaller cases that are run in all. */
const MAX_TRIES = 150;

/** The smallest case that still `fails`. */
export async function reduceCase(given: unknown, fails: (smaller: unknown) => Promise<boolean>): Promise<unknown> {
  let smallest = given;
  let tries = 0;
  for (let isSmaller = true; isSmaller && tries < MAX_TRIES; ) {
    isSmaller = false;
    for (const candidate of smallerCases(smallest)) {
      if (++tries > MAX_TRIES) break;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function smallerCases(given: unknown): unknown[] {
  if (Array.isArray(given)) {
    const shorter = given.length > 1 ? without(given) : [];
    return [...shorter, ...given.flatMap((step, at) => smallerCases(step).map((smaller) => given.with(at, smaller)))];
  }
  if (typeof given !== 'object' || given === null) return [];
  const parts = given as Record<string, unknown>;
  return REDUCIBLE.filter((name) => Object.hasOwn(parts, name)).flatMap((name) =>
    (WHOLE_ENTRIES.includes(name) ? without(parts[name] as unknown[]) : smallerValues(parts[name])).map((smaller) => ({
      ...parts,
      [name]: smaller,
    })),
  );
}

/** The lists without one entry and the objects without one member, at every depth. */
function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [
      ...without(value),
      ...value.flatMap((entry, at) => smallerValues(entry).map((smaller) => value.with(at, smaller))),
    ];
  }
  if (!isPlainObject(value)) return [];
  const names = Object.keys(value);
  const shorter = names.map((name) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)));
  const within = names.flatMap((name) => smallerValues(value[name]).map((smaller) => ({ ...value, [name]: smaller })));
  return [...shorter, ...within];
}

const without = (list: readonly unknown[]) => list.map((_, at) => list.toSpliced(at, 1));

/** An object of JSON, not a RawNumber. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

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
