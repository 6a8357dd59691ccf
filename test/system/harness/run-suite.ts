// Runs the cases of a suite with fast-check: a failing case is shrunk and reduced, and the other cases still run.
import fc from 'fast-check';
import { Finding } from './check/answer.ts';
import { type ReportedFinding, reportedFinding } from './report.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

/** The members of a case with parts to remove; the others are options of sending. */
const REDUCIBLE = ['input', 'change', 'edits'];
/** Lists whose entries are removed whole. */
const WHOLE_ENTRIES = ['edits'];

/** The smaller cases that are run in all. */
const MAX_TRIES = 60;

/** A smaller case that still `fails`: each part is left out once, and stays out where it is not needed. */
async function reduceCase(given: unknown, fails: (smaller: unknown) => Promise<boolean>): Promise<unknown> {
  let smallest = given;
  let candidates = smallerCases(given);
  for (let at = 0, tries = 0; at < candidates.length && tries < MAX_TRIES; tries++) {
    const candidate = candidates[at];
    if (await fails(candidate)) {
      smallest = candidate;
      // What followed the part that is gone has its place now.
      candidates = smallerCases(smallest);
    } else at++;
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
    const within = value.flatMap((entry, at) => smallerValues(entry).map((smaller) => value.with(at, smaller)));
    return [...without(value), ...within];
  }
  if (!isPlainObject(value)) return [];
  const members = Object.entries(value);
  const within = members.flatMap(([name, inner]) =>
    smallerValues(inner).map((smaller) => ({ ...value, [name]: smaller })),
  );
  return [...without(members).map((others) => Object.fromEntries(others)), ...within];
}

const without = <Entry>(list: readonly Entry[]) => list.map((_, at) => list.toSpliced(at, 1));

/** An object of JSON, not a RawNumber. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

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

/** Further findings of a suite are not told. */
const MAX_FINDINGS = 5;

export async function runSuite(
  world: World,
  name: string,
  suite: AnySuite,
  { cases, seed, bail, isSpent, onCase }: RunOptions,
): Promise<ReportedFinding[]> {
  const known = new Map<string, ReportedFinding>();

  async function findingOf(given: unknown): Promise<Finding | undefined> {
    world.trace.length = 0;
    try {
      await suite.run(given);
      return undefined;
    } catch (error) {
      if (error instanceof Finding) return error;
      throw error;
    }
  }

  /** The finding of the same aspect in the smallest case, with every call of that case. */
  async function reduced(given: unknown, found: Finding): Promise<ReportedFinding> {
    let smallest = { finding: found, trace: [...world.trace] };
    await reduceCase(given, async (candidate) => {
      const finding = await findingOf(candidate);
      if (finding?.aspect !== found.aspect) return false;
      smallest = { finding, trace: [...world.trace] };
      return true;
    });
    return reportedFinding(world.client.origin, name, smallest.finding, smallest.trace);
  }

  for (const given of casesOf(suite, cases, seed)) {
    if (isSpent()) {
      onCase(false);
      continue;
    }
    const found = await findingOf(given);
    onCase(true);
    if (!found) continue;
    const before = known.get(found.aspect);
    if (before) before.cases += 1;
    else if (known.size < MAX_FINDINGS) {
      known.set(found.aspect, await reduced(given, found));
      if (bail) break;
    }
  }
  return [...known.values()];
}

/** The share of the cases for examples, if they do not all fit. */
const EXAMPLES_SHARE = 0.8;

/** Every boundary, then examples that fit, then random cases: as many as asked for, or as there are boundaries. */
function casesOf(suite: AnySuite, cases: number, seed: number): unknown[] {
  const { arbitrary, boundaries = [] } = suite;
  const known = [...boundaries, ...examplesOf(suite, cases - boundaries.length, seed)];
  return [...known, ...fc.sample(arbitrary, { seed, numRuns: Math.max(0, cases - known.length) })];
}

/** First one example of each label, then others, in an order that depends on the seed. */
function examplesOf({ examples = [], labelOf }: AnySuite, cases: number, seed: number): unknown[] {
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
  return [...first, ...other].slice(0, Math.max(0, Math.ceil(cases * EXAMPLES_SHARE)));
}
