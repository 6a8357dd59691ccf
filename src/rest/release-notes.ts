// The changes of a release for the changelog: a sentence for each.
import { z } from 'zod';
import { type Change, fieldOf, nounOf, sentenceOf } from '../operation/change-kinds.ts';
import { domainObjects, entrySchema, subjectsOf, valueSchema } from '../operation/field-types.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { endpointOf } from './route.ts';
import { ROUTES } from './routes.ts';
import { onWire, printed, type Wire, wireOf } from './wire.ts';

export interface ReleaseNote {
  /** In REST names, in Markdown. */
  readonly sentence: string;
}

/** The notes of the release that introduced a version, which may be in the future. */
export function releaseNotes(versions: Versions, version: VersionName): readonly ReleaseNote[] {
  const { changes = [] } = versions.releases.find(({ date }) => date === version) ?? {};
  return changes.map((change) =>
    noteOf(versions, [versionBefore(versions, version) ?? version, version], change),
  );
}

/** `dates` are the version that names the field in the sentence, and those after it. */
function noteOf(versions: Versions, dates: readonly VersionName[], change: Change): ReleaseNote {
  const subject = fieldOf(change);
  const field = withoutInput(withoutEntries(subject));
  const named = dates.find((date) => versions.history.at(date, field, 'exists', true)) ?? '';
  const sentence = sentenceOf(change, {
    ...describe(versions, named, subject),
    printed: (value, side) =>
      printValue(wireOf(versions.history, dates.at(side === 'was' ? 0 : -1) ?? ''), field, value),
  });
  return { sentence: [sentence, change.description, change.note].filter(Boolean).join(' ') };
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
export const versionBefore = (
  { releases }: Versions,
  version: VersionName,
): VersionName | undefined => releases.findLast(({ date }) => date < version)?.date;

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
