// The changes of a release for changelog and dashboard: a sentence for each, and the operations it affects.
import { z } from 'zod';
import {
  type Change,
  fieldOf,
  isOfAnswers,
  isOfRest,
  nounOf,
  sentenceOf,
} from '../operation/change-kinds.ts';
import { domainObjects, entrySchema, valueSchema } from '../operation/field-types.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { endpointOf } from './route.ts';
import { type RestOperationName, ROUTES } from './routes.ts';
import { wireOf } from './wire.ts';

export interface ReleaseNote {
  /** In REST names, in Markdown. */
  readonly sentence: string;
  readonly operations: readonly RestOperationName[];
  /** The names of its field: on REST before and after, and in GraphQL. */
  readonly names: readonly string[];
  /** Whether it affects REST only. */
  readonly isOfRest: boolean;
}

/** The notes of the release that introduced a version, which may be in the future. */
export function releaseNotes(versions: Versions, version: VersionName): readonly ReleaseNote[] {
  const { releases } = versions;
  const before = releases.findLast(({ date }) => date < version)?.date ?? version;
  const { changes = [] } = releases.find(({ date }) => date === version) ?? {};
  return changes.map((change) => noteOf(versions, before, version, change));
}

/** The notes of all releases after one version up to another, oldest first. */
export const notesBetween = (
  versions: Versions,
  from: VersionName,
  to: VersionName,
): readonly ReleaseNote[] =>
  versions.releases
    .filter(({ date }) => date > from && date <= to)
    .flatMap(({ date }) => releaseNotes(versions, date));

/** The sentence names the field as the older version does, if that has it. */
function noteOf(
  versions: Versions,
  older: VersionName,
  newer: VersionName,
  change: Change,
): ReleaseNote {
  const { history } = versions;
  const subject = fieldOf(change);
  const field = withoutEntries(subject);
  const [object = '', name] = field.split('.');
  const named = history.at(older, field, 'exists', true) ? older : newer;
  const sentence = sentenceOf(change, nameOf(versions, named, subject));
  const onRest = (of: string) =>
    [older, newer].map((version) => wireOf(history, version).name(object, of));
  return {
    sentence: [sentence, change.description, change.note].filter(Boolean).join(' '),
    operations: operationsOf(change),
    names: name ? [...new Set([...onRest(name), name])] : [],
    isOfRest: isOfRest(change),
  };
}

function operationsOf(change: Change): RestOperationName[] {
  const subject = fieldOf(change);
  const field = withoutEntries(subject);
  return ROUTES.filter(
    (route) =>
      [route.operation.name, endpointOf(route)].includes(subject) ||
      (route.fields && fieldsIn(route.fields).has(field)) ||
      (isOfAnswers(change) && fieldsIn(route.answer).has(field)),
  ).map(({ operation }) => operation.name);
}

/** A field, an operation or an endpoint in the names of a version. */
function nameOf(versions: Versions, version: VersionName, subject: string): string {
  const route = ROUTES.find(({ operation }) => operation.name === subject);
  if (route || !subject.includes('.')) return `\`${route ? endpointOf(route) : subject}\``;
  const field = withoutEntries(subject);
  const [object = '', key = ''] = field.split('.');
  const name = `\`${wireOf(versions.history, version).name(object, key)}\``;
  const whole = `${name} of ${nounOf(object)}s`;
  return subject.endsWith(ENTRIES) ? `Each entry of ${whole}` : whole;
}

/** The suffix by which changes name the entries of a list. */
const ENTRIES = '[]';

const withoutEntries = (subject: string) => subject.replace(/(?:\[\])+$/, '');

/** The fields of a shape and its nested objects, as `Object.field`. */
function fieldsIn(shape: z.ZodObject): Map<string, z.core.$ZodType> {
  const { object } = domainObjects.get(shape) ?? {};
  const found = new Map<string, z.core.$ZodType>();
  for (const [name, field] of Object.entries(shape.shape)) {
    const entry = entrySchema(field);
    found.set(`${object}.${name}`, valueSchema(field));
    if (entry instanceof z.ZodObject)
      for (const [path, inner] of fieldsIn(entry)) found.set(path, inner);
  }
  return found;
}

/** The fields of all requests and responses; a field in both has the request's schema. */
export const ALL_FIELDS: ReadonlyMap<string, z.core.$ZodType> = new Map(
  ROUTES.flatMap(({ operation, answer }) => [
    answer,
    ...(operation.input ? [operation.input] : []),
  ]).flatMap((shape) => [...fieldsIn(shape)]),
);
