// Runs the cases of a suite with fast-check: a failing case is shrunk and reduced, and the other cases still run.
import fc from 'fast-check';
import { Finding } from './check/answer.ts';
import { type ReportedFinding, reportedFinding } from './report.ts';
import type { AnySuite } from './suites/suite.ts';
import type { World } from './world.ts';

/** The members of a case with parts to remove; the others are options for sending. */
const REDUCIBLE = ['input', 'change', 'edits'];
/** Lists whose entries are removed whole. */
const WHOLE_ENTRIES = ['edits'];

/** The total number of smaller cases to run. */
const MAX_TRIES = 60;

/** A smaller case that still `fails`: each part is left out once, and stays out if it is not needed. */
async function reduceCase(
  given: unknown,
  fails: (smaller: unknown) => Promise<boolean>,
): Promise<unknown> {
  let smallest = given;
  let candidates = smallerCases(given);
  for (let at = 0, tries = 0; at < candidates.length && tries < MAX_TRIES; tries++) {
    const candidate = candidates[at];
    if (await fails(candidate)) {
      smallest = candidate;
      // What followed the removed part is now in its place.
      candidates = smallerCases(smallest);
    } else at++;
  }
  return smallest;
}

function smallerCases(given: unknown): unknown[] {
  if (typeof given !== 'object' || given === null) return [];
  const parts = given as Record<string, unknown>;
  return REDUCIBLE.filter((name) => Object.hasOwn(parts, name)).flatMap((name) =>
    (WHOLE_ENTRIES.includes(name)
      ? without(parts[name] as unknown[])
      : smallerValues(parts[name])
    ).map((smaller) => ({
      ...parts,
      [name]: smaller,
    })),
  );
}

/** The lists without one entry and the objects without one member, at every depth. */
function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const within = value.flatMap((entry, at) =>
      smallerValues(entry).map((smaller) => value.with(at, smaller)),
    );
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

/** A JSON object, not a RawNumber. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype;

interface RunOptions {
  /** Collects the suite's findings, even if an error ends it. */
  readonly findings: ReportedFinding[];
  readonly cases: number;
  readonly seed: number;
  /** The index of the only case to run. */
  readonly only?: number | undefined;
  /** Ends the suite, even in the middle of a case. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to stop at the first finding. */
  readonly bail: boolean;
  /** Whether to skip the remaining cases. */
  readonly isSpent: () => boolean;
  /** Counts the cases. */
  readonly ran: { cases: number; skipped: number };
}

/** Further findings of a suite are not reported. */
const MAX_FINDINGS = 5;

export async function runSuite(
  world: World,
  name: string,
  suite: AnySuite,
  { findings, cases, seed, only, signal, bail, isSpent, ran }: RunOptions,
): Promise<void> {
  const known = new Map<string, ReportedFinding>();

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
  async function noteReduced(index: number, given: unknown, found: Finding): Promise<void> {
    const note = (finding: Finding) =>
      known.set(
        found.aspect,
        reportedFinding(world.client, { suite: name, index }, finding, world.trace),
      );
    note(found);
    await reduceCase(given, async (candidate) => {
      const finding = await findingOf(candidate);
      if (finding?.aspect !== found.aspect) return false;
      note(finding);
      return true;
    });
  }

  async function runCases(): Promise<void> {
    for (const [index, given] of casesOf(suite, cases, seed).entries()) {
      if (only !== undefined && index !== only) continue;
      if (signal?.aborted) break;
      if (isSpent()) {
        ran.skipped += 1;
        continue;
      }
      const found = await findingOf(given);
      if (signal?.aborted) break;
      ran.cases += 1;
      if (!found) continue;
      const before = known.get(found.aspect);
      if (before) before.cases += 1;
      else if (known.size < MAX_FINDINGS) {
        await noteReduced(index, given, found);
        if (bail) break;
      }
    }
  }

  await runCases().finally(() => findings.push(...known.values()));
}

/** One of this many cases after the boundaries is random, as long as there are examples. */
const RANDOM_EVERY = 5;

/**
 * Every boundary, then examples and random cases in turn: as many as requested, or as there are boundaries. Only the
 * seed and the index of a case determine it.
 */
export function casesOf(
  { arbitrary, boundaries = [], examples = [], labelOf }: AnySuite,
  cases: number,
  seed: number,
) {
  const others = Math.max(0, cases - boundaries.length);
  const known = inOrder(examples, labelOf, seed).slice(
    0,
    others - Math.floor(others / RANDOM_EVERY),
  );
  const random = fc.sample(arbitrary, { seed, numRuns: others - known.length });
  const [nextKnown, nextRandom] = [known.values(), random.values()];
  const mixed = Array.from({ length: others }, (_, at) => {
    const isRandom = at % RANDOM_EVERY === RANDOM_EVERY - 1;
    const example = isRandom ? undefined : nextKnown.next();
    return example?.done === false ? example.value : nextRandom.next().value;
  });
  return [...boundaries, ...mixed];
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
