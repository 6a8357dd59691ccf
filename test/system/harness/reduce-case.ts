// Reduces a failing case beyond the shrinking of fast-check: removes fields, entries, edits and steps, one at a time.

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
