// The changes of a release in words, for changelog and dashboard: a sentence for each, and the operations that it concerns.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Change, isOfAnswers, isOfRest, kindOf, nounOf, rowOf, subjectOf } from '../operation/change-kinds.ts';
import { domainObjects, entrySchema, valueSchema } from '../operation/field-types.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { pathTemplate } from './route.ts';
import { type RestOperationName, ROUTES } from './routes.ts';
import { wireOf } from './wire.ts';

export interface ReleaseNote {
  /** In the names of REST, in Markdown. */
  readonly sentence: string;
  readonly operations: readonly RestOperationName[];
  /** The names of its field: on REST before and after, and on GraphQL. */
  readonly names: readonly string[];
  /** Whether clients of GraphQL notice nothing of it. */
  readonly isOfRest: boolean;
}

/** The notes of the release that made a version; `version` may be of the future. */
export function releaseNotes(versions: Versions, version: VersionName): readonly ReleaseNote[] {
  const { changes = [] } = versions.releases.find(({ date }) => date === version) ?? {};
  return changes.map((change) => noteOf(versions, [versionBefore(versions, version) ?? version, version], change));
}

/** The notes of all releases from one version to another, as one: each names its field as the older version does. */
export function notesBetween(versions: Versions, from: VersionName, to: VersionName): readonly ReleaseNote[] {
  const between = versions.releases.filter(({ date }) => date > from && date <= to);
  const dates = [from, ...between.map(({ date }) => date)];
  return composed(versions, from, to).map((change) => noteOf(versions, dates, change));
}

/** The changes of several releases, those of one kind of a field as one. */
function composed(versions: Versions, from: VersionName, to: VersionName): Change[] {
  const changes = versions.releases.flatMap(({ date, changes: all }) => (date > from && date <= to ? all : []));
  const groups = Object.groupBy(changes, (change) => `${kindOf(change)} ${subjectOf(change)}`);
  return Object.values(groups)
    .map((group = []) => joined(group))
    .filter((change) => {
      const steps = rowOf(change).steps(change);
      const [was, is] = [from, to].map((version) => versions.history.at(version, subjectOf(change), 'exists', true));
      if (was && is) return !steps.exists && Object.values(steps).some((step) => !isDeepStrictEqual(step.was, step.is));
      return is ? Boolean(steps.exists?.is || steps.isRequired) : was && steps.exists?.is === false;
    });
}

/** What was before the first of the changes of a kind, and is after the last one. */
function joined(changes: readonly Change[]): Change {
  const sides = (side: 'was' | 'is', ordered: readonly object[]) => {
    const all = ordered.flatMap((change) => (side in change ? [Reflect.get(change, side)] : []));
    return kindOf(changes[0] as Change) === 'limit' ? Object.assign({}, ...all) : all.at(-1);
  };
  const note = changes.flatMap((change) => change.note ?? []).join(' ');
  const [was, is] = [sides('was', changes.toReversed()), sides('is', changes)];
  return {
    ...changes.at(-1),
    ...(was !== undefined && { was }),
    ...(is !== undefined && { is }),
    ...(note && { note }),
  } as Change;
}

/** `dates` are the version that names the field in the sentence, and those after it. */
function noteOf(versions: Versions, dates: readonly VersionName[], change: Change): ReleaseNote {
  const subject = subjectOf(change);
  const [object = '', field] = subject.split('.');
  const named = dates.find((date) => versions.history.at(date, subject, 'exists', true)) ?? '';
  const sentence = rowOf(change).sentence(change, describe(versions, named, subject));
  const onRest = (name: string) => dates.map((date) => wireOf(versions.history, date).name(object, name));
  return {
    sentence: change.note ? `${sentence} ${change.note}` : sentence,
    operations: operationsOf(change),
    names: field ? [...new Set([...onRest(field), field])] : [],
    isOfRest: isOfRest(change),
  };
}

/** The version before another one; undefined for the first. */
export const versionBefore = ({ releases }: Versions, version: VersionName): VersionName | undefined =>
  releases.findLast(({ date }) => date < version)?.date;

function operationsOf(change: Change): RestOperationName[] {
  const subject = subjectOf(change);
  return ROUTES.filter(
    ({ operation, fields, answer }) =>
      operation.name === subject ||
      (fields && fieldsIn(fields).has(subject)) ||
      (isOfAnswers(change) && fieldsIn(answer).has(subject)),
  ).map(({ operation }) => operation.name);
}

/** A field or an operation in the names of a version. */
function describe(versions: Versions, version: VersionName, subject: string) {
  const route = ROUTES.find(({ operation }) => operation.name === subject);
  if (route) return { name: `\`${route.method} ${pathTemplate(route)}\``, schema: undefined };
  const [object = '', field = ''] = subject.split('.');
  const noun = nounOf(object);
  const name = wireOf(versions.history, version).name(object, field);
  return { name: `\`${name}\` of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`, schema: ALL_FIELDS.get(subject) };
}

/** The fields of a shape and of all objects in it, as `Object.field`. */
function fieldsIn(shape: z.ZodObject): Map<string, z.core.$ZodType> {
  const { object } = domainObjects.get(shape) ?? {};
  const found = new Map<string, z.core.$ZodType>();
  for (const [name, field] of Object.entries(shape.shape)) {
    const entry = entrySchema(field);
    found.set(`${object}.${name}`, valueSchema(field));
    if (entry instanceof z.ZodObject) for (const [path, inner] of fieldsIn(entry)) found.set(path, inner);
  }
  return found;
}

/** The fields of all requests and answers; a field in both has the schema of the request. */
export const ALL_FIELDS: ReadonlyMap<string, z.core.$ZodType> = new Map(
  ROUTES.flatMap(({ operation, answer }) => [answer, ...(operation.input ? [operation.input] : [])]).flatMap(
    (shape) => [...fieldsIn(shape)],
  ),
);
