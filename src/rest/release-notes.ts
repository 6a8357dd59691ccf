// The changes of a release for changelog and dashboard: a sentence for each, and the operations it affects.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type Change,
  fieldOf,
  isOfAnswers,
  isOfRest,
  kindOf,
  nounOf,
  sentenceOf,
  stepsOf,
  subjectOf,
} from '../operation/change-kinds.ts';
import { domainObjects, entrySchema, subjectsOf, valueSchema } from '../operation/field-types.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { endpointOf } from './route.ts';
import { type RestOperationName, ROUTES } from './routes.ts';
import { onWire, printed, type Wire, wireOf } from './wire.ts';

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
  const { changes = [] } = versions.releases.find(({ date }) => date === version) ?? {};
  return changes.map((change) =>
    noteOf(versions, [versionBefore(versions, version) ?? version, version], change),
  );
}

/** The notes of all releases from one version to another, merged; each names its field as the older version does. */
export function notesBetween(
  versions: Versions,
  from: VersionName,
  to: VersionName,
): readonly ReleaseNote[] {
  const between = versions.releases.filter(({ date }) => date > from && date <= to);
  const dates = [from, ...between.map(({ date }) => date)];
  return composed(versions, from, to).map((change) => noteOf(versions, dates, change));
}

/** The changes of several releases, with those of one kind and field merged. */
function composed(versions: Versions, from: VersionName, to: VersionName): Change[] {
  const changes = versions.releases.flatMap(({ date, changes: all }) =>
    date > from && date <= to ? all : [],
  );
  const groups = Object.groupBy(changes, (change) => `${kindOf(change)} ${subjectOf(change)}`);
  return Object.values(groups)
    .map((group = []) => joined(group))
    .filter((change) => {
      const steps = stepsOf(change);
      const [was, is] = [from, to].map((version) => isThere(versions, version, change));
      if (was && is)
        return (
          !steps.exists &&
          Object.values(steps).some((step) => !isDeepStrictEqual(step.was, step.is))
        );
      return is ? Boolean(steps.exists?.is || steps.isRequired) : was && steps.exists?.is === false;
    });
}

/** Merges changes of one kind: from before the first to after the last. */
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

/** Whether a version has the subject of a change. */
const isThere = ({ history }: Versions, version: VersionName, change: Change): boolean =>
  [withoutInput(withoutEntries(fieldOf(change))), subjectOf(change)].every((subject) =>
    history.at(version, subject, 'exists', true),
  );

/** `dates` are the version that names the field in the sentence, and those after it. */
function noteOf(versions: Versions, dates: readonly VersionName[], change: Change): ReleaseNote {
  const subject = fieldOf(change);
  const field = withoutInput(withoutEntries(subject));
  const [object = '', name] = field.split('.');
  const named = dates.find((date) => versions.history.at(date, field, 'exists', true)) ?? '';
  const sentence = sentenceOf(change, {
    ...describe(versions, named, subject),
    printed: (value, side) =>
      printValue(wireOf(versions.history, dates.at(side === 'was' ? 0 : -1) ?? ''), field, value),
  });
  const onRest = (of: string) =>
    dates.map((date) => wireOf(versions.history, date).name(object, of));
  return {
    sentence: [sentence, change.description, change.note].filter(Boolean).join(' '),
    operations: operationsOf(change),
    names: name ? [...new Set([...onRest(name), name])] : [],
    isOfRest: isOfRest(change),
  };
}

/** A domain value as a version has it on REST, in Markdown. */
function printValue(wire: Wire, subject: string, value: unknown): string {
  const [object = '', field = ''] = subject.split('.');
  const sent = onWire(wire, object, field, value);
  return typeof sent === 'string' || typeof sent === 'object'
    ? `\`${printed(sent)}\``
    : String(sent);
}

/** The version before another; undefined for the first. */
const versionBefore = (
  { releases }: Versions,
  version: VersionName,
): VersionName | undefined => releases.findLast(({ date }) => date < version)?.date;

function operationsOf(change: Change): RestOperationName[] {
  const subject = fieldOf(change);
  const field = withoutEntries(subject);
  return ROUTES.filter(
    (route) =>
      [route.operation.name, endpointOf(route)].includes(subject) ||
      (route.fields &&
        (fieldsIn(route.fields).has(field) || inputFieldsIn(route.fields).has(field))) ||
      (isOfAnswers(change) && fieldsIn(route.answer).has(field)),
  ).map(({ operation }) => operation.name);
}

/** A field, an operation or an endpoint in the names of a version. */
function describe(versions: Versions, version: VersionName, subject: string) {
  const route = ROUTES.find(({ operation }) => operation.name === subject);
  if (route || !subject.includes('.'))
    return { name: `\`${route ? endpointOf(route) : subject}\``, schema: undefined };
  const field = withoutInput(withoutEntries(subject));
  const [object = '', key = ''] = field.split('.');
  const name = `\`${wireOf(versions.history, version).name(object, key)}\``;
  const schema = schemaOf(subject);
  const input = ROUTES.find(({ fields }) => fields && inputFieldsIn(fields).has(subject));
  if (input) return { name: `${name} in \`${endpointOf(input)}\``, schema };
  const noun = nounOf(object);
  const whole = `${name} of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  return { name: subject.endsWith(ENTRIES) ? `Each entry of ${whole}` : whole, schema };
}

/** The suffix by which changes name the entries of a list. */
const ENTRIES = '[]';

const withoutEntries = (subject: string) => subject.replace(/(?:\[\])+$/, '');

/** `CreateProduct.archived` is the field `Product.archived` in one input. */
const withoutInput = (subject: string) =>
  INPUT_FIELDS.has(subject) ? subject.replace(/^(?:Create|Update)/, '') : subject;

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

/** The fields of an input by their names in releases, such as `CreateProduct.archived`. */
const inputFieldsIn = (shape: z.ZodObject): Map<string, z.core.$ZodType> =>
  new Map(
    Object.entries<z.ZodType>(shape.shape).flatMap(([name, field]) => {
      const { ofInput } = subjectsOf(shape, name);
      return ofInput === undefined ? [] : [[ofInput, valueSchema(field)]];
    }),
  );

const INPUT_FIELDS: ReadonlyMap<string, z.core.$ZodType> = new Map(
  ROUTES.flatMap(({ fields }) => (fields ? [...inputFieldsIn(fields)] : [])),
);

/** The schema of a change's subject: a field, the field of one input, or the entries of a list. */
export function schemaOf(subject: string): z.core.$ZodType | undefined {
  if (!subject.endsWith(ENTRIES)) return ALL_FIELDS.get(subject) ?? INPUT_FIELDS.get(subject);
  const list = schemaOf(subject.slice(0, -ENTRIES.length));
  return list instanceof z.ZodArray ? valueSchema(list.element) : undefined;
}
