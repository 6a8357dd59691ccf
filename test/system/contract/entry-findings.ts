// Errors in the entries of RELEASES that the compiler doesn't see, each with a fix.
import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  type ChangeKind,
  type ChangeOf,
  fieldOf,
  kindOf,
  stepsOf as stepsOfChange,
  subjectOf,
} from '../../../src/operation/change-kinds.ts';
import { entrySchema, withoutWrappers } from '../../../src/operation/field-types.ts';
import { createHistory, type Release } from '../../../src/operation/release-changes.ts';
import { ALL_FIELDS } from '../../../src/rest/all-fields.ts';
import { restSpelling } from '../../../src/rest/rest-spelling.ts';
import { endpointOf } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import type { Json } from '../../support/openapi-contract.ts';
import { chainFindings } from './chain-findings.ts';
import {
  givenField,
  inCode,
  type SubjectKind,
  type SubjectOfCode,
  subjectKind,
} from './code-subjects.ts';
import { openApiFile, recorded } from './releases.ts';

const SUBJECTS: { readonly [Kind in ChangeKind]: readonly SubjectKind[] } = {
  renamed: ['field'],
  withdrawn: ['field'],
  added: ['field'],
  required: ['field'],
  values: ['field', 'entries'],
  member: ['field', 'entries'],
  type: ['field', 'entries'],
  limit: ['field', 'entries'],
  default: ['field'],
  endpointWithdrawn: ['operation'],
  endpointAdded: ['endpoint'],
};

/** How to name what a change cannot apply to. */
const CURES: { readonly [Kind in SubjectKind]: (subject: string) => string } = {
  field: () => 'is a field: change it by a kind of fields',
  entries: (subject) =>
    `names the entries of a list: name the list, ${subject.replace(/(?:\[\])+$/, '')}`,
  operation: (subject) =>
    `is an operation, of GraphQL too: a new endpoint is { endpointAdded: 'GET /…' }, a removed one { endpointWithdrawn: '${subject}' }`,
  endpoint: (subject) =>
    `is an endpoint: withdraw its operation, ${ROUTES.find((route) => endpointOf(route) === subject)?.operation.name}`,
};

const optionalFinding = (inRequest: SubjectOfCode['inRequest']) =>
  ({
    required:
      'is required in its shape: make it optional there, the entry alone says that it is required',
    optional: undefined,
    absent: 'is in no request: leave it out',
  })[inRequest];

const OTHER_TYPE = 'is of another type than the value of the entry';

/** What is wrong with an entry that compiles, and the fix. */
const FINDINGS: {
  readonly [Kind in ChangeKind]: (
    change: ChangeOf<Kind>,
    code: SubjectOfCode,
  ) => string | undefined;
} = {
  renamed: ({ was, is }) =>
    was === is ? 'has the same name as before: leave it out' : undefined,
  withdrawn: (_, { inRequest, hasDefault }) =>
    inRequest === 'required' && !hasDefault
      ? 'cannot be stored without: make it optional in its shape, add a default of its column, and { required } to the first release'
      : undefined,
  added(change, { inRequest, takes }) {
    if (!('older' in change)) return undefined;
    const isTaken = typeof change.older === 'function' || takes(change.older);
    return optionalFinding(inRequest) ?? (isTaken ? undefined : OTHER_TYPE);
  },
  required: (_, { inRequest }) => optionalFinding(inRequest),
  values({ was, is }, { olderMembers: members }) {
    const isWhole = [was, is].every((values) =>
      isDeepStrictEqual(Object.keys(values).toSorted(), members.toSorted()),
    );
    if (!isWhole)
      return `has the values ${members.join(', ')}: give each of them in \`was\` and \`is\``;
    return isDeepStrictEqual(was, is)
      ? 'has the same values as before: leave it out'
      : undefined;
  },
  member({ value, name }, { members, olderMembers, fallback = '' }) {
    if (!members.includes(value))
      return `has no member ${value}: add it to its enum in the schema`;
    if (!olderMembers.includes(fallback))
      return `has no fallback that older versions have: give it one of ${olderMembers.join(', ')} in database/records.ts, and deploy that first`;
    return typeof name === 'string' && name === ''
      ? 'has no value on REST: give it a name'
      : undefined;
  },
  type: ({ was, is }) =>
    was === is ? 'has the same codec as before, or none: give it as `is`' : undefined,
  limit({ was, is }, { limits }) {
    if (!limits)
      return 'has no limits that a version can change: give it one in its shape, or Infinity';
    return 'min' in was !== 'min' in is || 'max' in was !== 'max' in is
      ? 'has a limit on one side alone: give it in `was` and `is`; Infinity is none'
      : undefined;
  },
  default({ was, is }, { hasDefault, takes }) {
    if (!hasDefault) return 'has no default: give the operation one in its `defaults`';
    return takes(was) && takes(is) ? undefined : OTHER_TYPE;
  },
  endpointWithdrawn: () => undefined,
  endpointAdded: () => undefined,
};

/** Whether a released version has what an entry adds. */
type IsReleased = (version: string, change: Change) => boolean;

/** `releases` are ordered oldest first. */
export function entryFindings(
  releases: readonly Release[],
  isReleased: IsReleased = isRecorded,
): string[] {
  const all = releases.flatMap(({ date, changes }) =>
    changes.map((change) => ({ date, change })),
  );
  return [
    ...releases
      .slice(1)
      .flatMap(({ date }, before) => dateFindings(date, releases[before]?.date ?? '')),
    ...all.flatMap(({ date, change }) =>
      changeFindings(releases, date, change).map((finding) => `${date}: ${finding}`),
    ),
    ...all.flatMap(({ date, change }) => absentListFindings(releases, date, change)),
    ...releases.flatMap((release, at) =>
      additionFindings(release, releases[at - 1], isReleased),
    ),
    ...chainFindings(all, releases),
    ...releases.flatMap(({ date }) => nameFindings(releases, date)),
  ];
}

/** What is not new, because the previous version already has it. */
function additionFindings(
  { date, changes }: Release,
  before: Release | undefined,
  isReleased: IsReleased,
): string[] {
  if (!before || before.isClosed) return [];
  return changes
    .filter((change) => isReleased(before.date, change))
    .map(
      (change) =>
        `${date}: ${subjectOf(change)} is in version ${before.date} already: leave the change out`,
    );
}

/** By the version's recorded document. */
function isRecorded(version: string, change: Change): boolean {
  const { paths = {}, components = {} }: Json = JSON.parse(
    recorded(openApiFile(version)) ?? '{}',
  );
  if ('endpointAdded' in change) {
    const [method = '', path = ''] = change.endpointAdded.split(' ');
    return paths[path]?.[method.toLowerCase()] !== undefined;
  }
  const [object = '', field = ''] = fieldOf(change).split('.');
  const schemas = [object, `${object}Input`, `Create${object}Input`].map(
    (name) => components.schemas?.[name],
  );
  const known = schemas.flatMap((schema) => Object.entries<Json>(schema?.properties ?? {}));
  const of = known.filter(
    ([name, property]) => (property['x-graphql-name'] ?? name) === field,
  );
  if ('member' in change)
    return of.some(([, property]) => property['x-enum-varnames']?.includes(change.value));
  return 'added' in change && of.length > 0;
}

function dateFindings(date: string, before: string): string[] {
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (!isDay) return [`${date} is no day: write it as YYYY-MM-DD`];
  return date > before
    ? []
    : [`${date} stands after ${before}: the entries are ordered by their days`];
}

function changeFindings(
  releases: readonly Release[],
  date: string,
  change: Change,
): string[] {
  const [kind, subject] = [kindOf(change), fieldOf(change)];
  const of = subjectKind(subject);
  if (!of)
    return isGone(releases, subject)
      ? []
      : [`${subject} is ${UNKNOWN[kind] ?? UNKNOWN_FIELD}`];
  if (!SUBJECTS[kind].includes(of)) return [`${subject} ${CURES[of](subject)}`];
  if (change.description !== undefined && (of === 'operation' || of === 'endpoint'))
    return [`${subject} has a description in its operation: give a note`];
  const findingOf = FINDINGS[kind] as (
    change: Change,
    code: SubjectOfCode,
  ) => string | undefined;
  const finding = findingOf(change, inCode(subject, releases, date));
  return finding ? [`${subject} ${finding}`] : [];
}

/** Whether all versions that had a field or operation are closed. Its changes stay, because the changelog shows them. */
function isGone(releases: readonly Release[], subject: string): boolean {
  const withdrawnAt = releases.findIndex(({ changes }) =>
    changes.some(
      (change) =>
        ('withdrawn' in change || 'endpointWithdrawn' in change) &&
        fieldOf(change) === subject,
    ),
  );
  return withdrawnAt > 0 && releases.slice(0, withdrawnAt).every(({ isClosed }) => isClosed);
}

const UNKNOWN_FIELD = 'no field of the code: add it to its shape first';
const UNKNOWN: Partial<Record<ChangeKind, string>> = {
  endpointWithdrawn: 'no operation of the code: name one, such as createBundle',
  endpointAdded: 'no endpoint of the code: add its row to rest/routes.ts first',
};

/** A list with a minimum length that may still be left out, without a note about it. */
function absentListFindings(
  releases: readonly Release[],
  date: string,
  change: Change,
): string[] {
  const subject = subjectOf(change);
  const field = givenField(subject);
  const isList =
    field &&
    entrySchema(field) !== withoutWrappers(field) &&
    inCode(subject, releases, date).inRequest === 'optional';
  const isRequired = createHistory(releases).at(date, subject, 'isRequired', false);
  const least = stepsOfChange(change).min?.is ?? 0;
  return isList && least > 0 && !isRequired && !change.note
    ? [
        `${date}: ${subject} has at least ${least} entries, and may be left out: add { required: '${subject}' }, or a note that says so`,
      ]
    : [];
}

/** Two fields of an object with the same name on REST. */
function nameFindings(releases: readonly Release[], date: string): string[] {
  const history = createHistory(releases);
  const rest = restSpelling(history, date);
  const there = [...ALL_FIELDS.keys()].filter((subject) =>
    history.at(date, subject, 'exists', true),
  );
  const byName = Map.groupBy(there, (subject) => {
    const [object = ''] = subject.split('.');
    return `${object}.${rest.name(subject)}`;
  });
  return [...byName].flatMap(([name, subjects]) =>
    subjects.length > 1
      ? [
          `${date}: ${subjects.join(' and ')} are both called ${name.split('.')[1]}: rename one of them`,
        ]
      : [],
  );
}
