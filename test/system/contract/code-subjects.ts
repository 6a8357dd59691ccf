// What the code has for the subjects of changes: fields, list entries, operations and endpoints.
import { z } from 'zod';
import { ENUMS as STORED_ENUMS } from '../../../src/database/records.ts';
import { ROOT_FIELDS } from '../../../src/graphql/schema.ts';
import {
  boundsOf,
  domainObjects,
  entrySchema,
  fieldSubject,
  type Limits,
  valueSchema,
  withoutWrappers,
} from '../../../src/operation/field-types.ts';
import { createHistory, type Release } from '../../../src/operation/release-changes.ts';
import { ALL_FIELDS } from '../../../src/rest/all-fields.ts';
import { REST_ENUMS } from '../../../src/rest/rest-names.ts';
import { restSpelling } from '../../../src/rest/rest-spelling.ts';
import { endpointOf } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';

/** The fields of creates and list entries, as their shapes have them, by release names. */
function givenFields(shape: z.ZodObject): [subject: string, field: z.ZodType][] {
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const subject = fieldSubject(shape, name);
    const entry = entrySchema(field);
    return [
      [subject, field],
      ...entriesIn(subject, field),
      ...(entry instanceof z.ZodObject ? givenFields(entry) : []),
    ];
  });
}

function entriesIn(subject: string, field: z.ZodType): [subject: string, field: z.ZodType][] {
  const list = valueSchema(field);
  if (!(list instanceof z.ZodArray) || list.element instanceof z.ZodObject) return [];
  const entry = list.element as z.ZodType;
  return [[`${subject}[]`, entry], ...entriesIn(`${subject}[]`, entry)];
}

const inputs = ROUTES.flatMap(({ operation }) => operation.input ?? []);
const creates = inputs.filter((input) => domainObjects.get(input)?.use === 'create');
const GIVEN = new Map(creates.flatMap(givenFields));

/** The default of a field in the code, by `Object.field`. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  ROUTES.flatMap(({ operation: { input, defaults = {} } }) => {
    const { object } = (input && domainObjects.get(input)) ?? {};
    return Object.entries(defaults).map(
      ([name, value]) => [`${object}.${name}`, value] as const,
    );
  }),
);

const ENUMS: Readonly<Record<string, object>> = REST_ENUMS;

/** What the code has for the subject of a change. */
export interface SubjectOfCode {
  /** Whether a create or list entry must, may or cannot have the field. */
  readonly inRequest: 'required' | 'optional' | 'absent';
  readonly limits: Limits | undefined;
  readonly hasDefault: boolean;
  /** Whether its shape accepts a value. */
  readonly takes: (value: unknown) => boolean;
  /** The members of an enum: the version's, and the previous ones. */
  readonly members: readonly string[];
  readonly olderMembers: readonly string[];
  /** The member read by older versions, and by nodes that don't know the stored one. */
  readonly fallback: string | undefined;
}

/** What a change can apply to, by how it names it. */
export type SubjectKind = 'field' | 'entries' | 'operation' | 'endpoint';

/** The schema of a change's subject: a field, or the entries of a list. */
function schemaOf(subject: string): z.core.$ZodType | undefined {
  if (!subject.endsWith('[]')) return ALL_FIELDS.get(subject);
  const list = schemaOf(subject.slice(0, -'[]'.length));
  return list instanceof z.ZodArray ? valueSchema(list.element) : undefined;
}

export function subjectKind(subject: string): SubjectKind | undefined {
  if (ROUTES.some((route) => endpointOf(route) === subject)) return 'endpoint';
  if (ROOT_FIELDS.has(subject)) return 'operation';
  if (!schemaOf(subject)) return undefined;
  return subject.endsWith('[]') ? 'entries' : 'field';
}

/** The field of a create or of a list entry. */
export const givenField = (subject: string) => GIVEN.get(subject);

/** What the code has for a subject in a day's version. */
export function inCode(
  subject: string,
  releases: readonly Release[],
  date: string,
): SubjectOfCode {
  const field = givenField(subject);
  const schema = schemaOf(subject);
  const members = schema instanceof z.ZodEnum ? schema.options.map(String) : [];
  const addedIn = (isOf: (added: string) => boolean) =>
    releases
      .flatMap(({ date: added, changes }) => (isOf(added) ? changes : []))
      .flatMap((change) =>
        'member' in change && change.member === subject ? change.value : [],
      );
  const before = members.filter(
    (member) => !addedIn((added) => added >= date).includes(member),
  );
  return {
    inRequest: field ? (field.isOptional() ? 'optional' : 'required') : 'absent',
    limits: field && boundsOf(withoutWrappers(field) as z.ZodType)?.limits,
    hasDefault: DEFAULTS.has(subject),
    takes: (value) => field?.safeParse(value).success ?? false,
    members,
    olderMembers: before,
    fallback: STORED_ENUMS[subject.slice(subject.indexOf('.') + 1)]?.fallback,
  };
}

/** The code's properties; a step is only compared with one that exists. */
export function propertiesOfCode(
  subject: string,
  releases: readonly Release[],
): Readonly<Record<string, unknown>> {
  const [, field = ''] = subject.split('.');
  const history = createHistory(releases);
  const { limits } = inCode(subject, releases, '');
  return {
    exists: true,
    name: restSpelling(createHistory([]), '').name(subject),
    // Only the entries list those with new members.
    ...(ENUMS[field] &&
      history.addedMembers(subject).length === 0 && { values: ENUMS[field] }),
    ...(limits && { min: finite(limits.min), max: finite(limits.max) }),
    ...(DEFAULTS.has(subject) && { default: DEFAULTS.get(subject) }),
  };
}

const finite = (limit: number | undefined) => (Number.isFinite(limit) ? limit : undefined);
