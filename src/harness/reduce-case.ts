// What fast-check's shrinking leaves over: takes away fields, entries, edits and steps that a failure does not need.

/** The parts of a case that are requests; the others say how they are sent. */
const REDUCIBLE = ['input', 'change', 'edits'];
const WHOLE_ENTRIES = ['edits'];

/** A failing case may be tried again this often. */
const MAX_TRIES = 150;

/** The smallest case that still `fails`, by removing one thing at a time. */
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

/** Lists without one of their entries, objects without one of their members, at every depth. */
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

/** An object of JSON; a number with a spelling of its own is none. */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
