// The changes of a release in words, for changelog and dashboard: a sentence for each, and the operations that it concerns.
import { type Change, rowOf, subjectOf } from '../operation/change-kinds.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { pathTemplate, type RestOperationName, ROUTES } from './routes.ts';
import { type Wire, wireOf } from './wire.ts';
import { ALL_FIELDS, fieldsIn } from './wire-fields.ts';

export interface ReleaseNote {
  readonly change: Change;
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
  const release = versions.releases.find(({ date }) => date === version);
  const before = versionBefore(versions, version) ?? version;
  return (release?.changes ?? []).map((change) => ({
    change,
    sentence: [rowOf(change).sentence(change, describe(versions, before, subjectOf(change))), change.note]
      .filter(Boolean)
      .join(' '),
    operations: operationsOf(change),
    names: fieldNames(
      subjectOf(change),
      [before, version].map((one) => wireOf(versions.history, one)),
    ),
    isOfRest: rowOf(change).isOfRest,
  }));
}

/** The version before another one; undefined for the first. */
export const versionBefore = ({ releases }: Versions, version: VersionName): VersionName | undefined =>
  releases.findLast(({ date }) => date < version)?.date;

function fieldNames(subject: string, wires: readonly Wire[]): string[] {
  const [object = '', field] = subject.split('.');
  return field ? [...new Set([...wires.map((wire) => wire.name(object, field)), field])] : [];
}

function operationsOf(change: Change): RestOperationName[] {
  const subject = subjectOf(change);
  const { concerns } = rowOf(change);
  return ROUTES.filter(({ operation, fields, answer }) =>
    concerns === 'itself'
      ? operation.name === subject
      : (fields && fieldsIn(fields).has(subject)) ||
        (concerns === 'requests and answers' && fieldsIn(answer).has(subject)),
  ).map(({ operation }) => operation.name);
}

/** A field or an operation in the names of a version. */
function describe(versions: Versions, version: VersionName, subject: string) {
  const route = ROUTES.find(({ operation }) => operation.name === subject);
  if (route) return { name: `\`${route.method} ${pathTemplate(route)}\``, schema: undefined };
  const [object = '', field = ''] = subject.split('.');
  const noun = object.replaceAll(/(?<=[a-z])[A-Z]|^[A-Z]/g, (letter, at) => `${at ? ' ' : ''}${letter.toLowerCase()}`);
  const name = wireOf(versions.history, version).name(object, field);
  return { name: `\`${name}\` of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`, schema: ALL_FIELDS.get(subject) };
}
