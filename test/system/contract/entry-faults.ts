// What is wrong with the entries of RELEASES, each with its cure: beyond what the compiler sees.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type Change,
  type ChangeKind,
  type ChangeOf,
  kindOf,
  rowOf,
  subjectOf,
} from '../../../src/operation/change-kinds.ts';
import {
  boundsOf,
  domainObjects,
  entrySchema,
  type Limits,
  withoutWrappers,
} from '../../../src/operation/field-types.ts';
import { createHistory, type Release } from '../../../src/operation/release-changes.ts';
import { ALL_FIELDS } from '../../../src/rest/release-notes.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { WIRE_ENUMS, wireOf } from '../../../src/rest/wire.ts';

/** The fields of creates and of entries of lists, as their shapes have them, by `Object.field`. */
function givenFields(shape: z.ZodObject): [subject: string, field: z.ZodType][] {
  const { object } = domainObjects.get(shape) ?? {};
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const entry = entrySchema(field);
    return [[`${object}.${name}`, field], ...(entry instanceof z.ZodObject ? givenFields(entry) : [])];
  });
}

const inputs = ROUTES.flatMap(({ operation }) => operation.input ?? []);
const creates = inputs.filter((input) => domainObjects.get(input)?.use === 'create');
const GIVEN = new Map(creates.flatMap(givenFields));

/** The default of a field in the code, by `Object.field`. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  ROUTES.flatMap(({ operation: { input, defaults = {} } }) => {
    const { object } = (input && domainObjects.get(input)) ?? {};
    return Object.entries(defaults).map(([name, value]) => [`${object}.${name}`, value] as const);
  }),
);

const ENUMS: Readonly<Record<string, object>> = WIRE_ENUMS;

/** What the code has of the subject of a change. */
interface SubjectOfCode {
  /** Whether a create and the entry of a list must have the field, may have it, or cannot have it. */
  readonly inRequest: 'required' | 'optional' | 'absent';
  readonly limits: Limits | undefined;
  readonly hasDefault: boolean;
  /** Whether its shape takes a value. */
  readonly takes: (value: unknown) => boolean;
  /** The members of an enum. */
  readonly members: readonly string[];
}

const optionalFault = (inRequest: SubjectOfCode['inRequest']) =>
  ({
    required: 'is required in its shape: make it optional there, the entry alone says that it is required',
    optional: undefined,
    absent: 'is in no request: leave it out',
  })[inRequest];

const OTHER_TYPE = 'is of another type than the value of the entry';

/** What is wrong with an entry that the compiler takes, and the cure. */
const FAULTS: { readonly [Kind in ChangeKind]: (change: ChangeOf<Kind>, code: SubjectOfCode) => string | undefined } = {
  renamed: ({ was, is }) => (was === is ? 'has the same name as before: leave it out' : undefined),
  withdrawn: (_, { inRequest, hasDefault }) =>
    inRequest === 'required' && !hasDefault
      ? 'cannot be stored without: make it optional in its shape, add a default of its column, and { required } to the first release'
      : undefined,
  added(change, { inRequest, takes }) {
    if (!('older' in change)) return undefined;
    const isTaken = typeof change.older === 'function' || takes(change.older);
    return optionalFault(inRequest) ?? (isTaken ? undefined : OTHER_TYPE);
  },
  required: (_, { inRequest }) => optionalFault(inRequest),
  values({ was, is }, { members }) {
    const isWhole = [was, is].every((values) => isDeepStrictEqual(Object.keys(values).toSorted(), members.toSorted()));
    if (!isWhole) return `has the values ${members.join(', ')}: give each of them in \`was\` and \`is\``;
    return isDeepStrictEqual(was, is) ? 'has the same values as before: leave it out' : undefined;
  },
  type: ({ was, is }) => (was === is ? 'has the same codec as before, or none: give it as `is`' : undefined),
  limit({ was, is }, { limits }) {
    if (!limits) return 'has no limits that a version can change: give it one in its shape, or Infinity';
    return 'min' in was !== 'min' in is || 'max' in was !== 'max' in is
      ? 'has a limit on one side alone: give it in `was` and `is`; Infinity is none'
      : undefined;
  },
  default({ was, is }, { hasDefault, takes }) {
    if (!hasDefault) return 'has no default: give the operation one in its `defaults`';
    return takes(was) && takes(is) ? undefined : OTHER_TYPE;
  },
  endpointWithdrawn: () => undefined,
};

function ofCode(subject: string): SubjectOfCode {
  const field = GIVEN.get(subject);
  return {
    inRequest: field ? (field.isOptional() ? 'optional' : 'required') : 'absent',
    limits: field && boundsOf(withoutWrappers(field) as z.ZodType)?.limits,
    hasDefault: DEFAULTS.has(subject),
    takes: (value) => field?.safeParse(value).success ?? false,
    members: Object.keys(ENUMS[subject.split('.')[1] ?? ''] ?? {}),
  };
}

/** The properties of the code; a step is held against it only where it has one. */
function propertiesOfCode(subject: string, { limits }: SubjectOfCode): Readonly<Record<string, unknown>> {
  const [object = '', field = ''] = subject.split('.');
  return {
    exists: true,
    name: wireOf(createHistory([]), '').name(object, field),
    ...(ENUMS[field] && { values: ENUMS[field] }),
    ...(limits && { min: finite(limits.min), max: finite(limits.max) }),
    ...(DEFAULTS.has(subject) && { default: DEFAULTS.get(subject) }),
  };
}

const finite = (limit: number | undefined) => (Number.isFinite(limit) ? limit : undefined);

const isKnown = (subject: string) =>
  ALL_FIELDS.has(subject) || ROUTES.some(({ operation }) => operation.name === subject);

/** `releases` are ordered oldest first. */
export function entryFaults(releases: readonly Release[]): string[] {
  const all = releases.flatMap(({ date, changes }) => changes.map((change) => ({ date, change })));
  return [
    ...releases.slice(1).flatMap(({ date }, before) => dateFaults(date, releases[before]?.date ?? '')),
    ...all.flatMap(({ date, change }) => changeFaults(change).map((fault) => `${date}: ${fault}`)),
    ...all.flatMap(({ date, change }) => absentListFaults(releases, date, change)),
    ...[...Map.groupBy(all.flatMap(stepsOf), ({ key }) => key).values()].flatMap(chainFaults),
    ...releases.flatMap(({ date }) => nameFaults(releases, date)),
  ];
}

function dateFaults(date: string, before: string): string[] {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (!isDay) return [`${date} is no day: write it as YYYY-MM-DD`];
  return date > before ? [] : [`${date} stands after ${before}: the entries are ordered by their days`];
}

function changeFaults(change: Change): string[] {
  const subject = subjectOf(change);
  if (!isKnown(subject)) return [`${subject} is no field and no operation of the code: add it to its shape first`];
  const faultOf = FAULTS[kindOf(change)] as (change: Change, code: SubjectOfCode) => string | undefined;
  const fault = faultOf(change, ofCode(subject));
  return fault ? [`${subject} ${fault}`] : [];
}

/** A list with a least length that may be left out still, without a word about it. */
function absentListFaults(releases: readonly Release[], date: string, change: Change): string[] {
  const subject = subjectOf(change);
  const field = GIVEN.get(subject);
  const isList = field && entrySchema(field) !== withoutWrappers(field) && ofCode(subject).inRequest === 'optional';
  const isRequired = createHistory(releases).at(date, subject, 'isRequired', false);
  const least = rowOf(change).steps(change).min?.is ?? 0;
  return isList && least > 0 && !isRequired && !change.note
    ? [
        `${date}: ${subject} has at least ${least} entries, and may be left out: add { required: '${subject}' }, or a note that says so`,
      ]
    : [];
}

interface Step {
  readonly key: string;
  readonly subject: string;
  readonly name: string;
  readonly date: string;
  readonly was: unknown;
  readonly is: unknown;
}

const stepsOf = ({ date, change }: { readonly date: string; readonly change: Change }): Step[] =>
  Object.entries(rowOf(change).steps(change)).map(([name, { was, is }]) => {
    const subject = subjectOf(change);
    return { key: `${subject} ${name}`, subject, name, date, was, is };
  });

/** Each step begins where the one before it ended, and the code has one of their values. */
function chainFaults(steps: readonly Step[]): string[] {
  const [{ subject, name, date } = { subject: '', name: '', date: '' }] = steps;
  // The value in older versions is no state that one step leaves to the next.
  if (name === 'older') return [];
  const broken = steps.slice(1).flatMap((step, index) => {
    const before = steps[index];
    const place = `${step.date}: ${subject}, ${name}`;
    if (step.date === before?.date) return [`${place} is changed twice in one release: make one change of the two`];
    return isDeepStrictEqual(step.was, before?.is)
      ? []
      : [`${place} was ${print(before?.is)} since ${before?.date}, and the entry says ${print(step.was)}`];
  });
  const code = propertiesOfCode(subject, ofCode(subject));
  const values = steps.flatMap(({ was, is }) => [was, is]);
  // A list or a text without a least length has that of 0.
  const isOfChain =
    !(name in code) ||
    values.some((one) => isDeepStrictEqual(one, code[name]) || (name === 'min' && one === 0 && code.min === undefined));
  return isOfChain
    ? broken
    : [
        ...broken,
        `${date}: ${subject}, ${name} is ${print(code[name])} in the code, and the entry says ${print(steps[0]?.was)}`,
      ];
}

const print = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));

/** Two fields of an object with one name on REST. */
function nameFaults(releases: readonly Release[], date: string): string[] {
  const history = createHistory(releases);
  const wire = wireOf(history, date);
  const there = [...ALL_FIELDS.keys()].filter((subject) => history.at(date, subject, 'exists', true));
  const byName = Map.groupBy(there, (subject) => {
    const [object = '', field = ''] = subject.split('.');
    return `${object}.${wire.name(object, field)}`;
  });
  return [...byName].flatMap(([name, subjects]) =>
    subjects.length > 1
      ? [`${date}: ${subjects.join(' and ')} are both called ${name.split('.')[1]}: rename one of them`]
      : [],
  );
}
