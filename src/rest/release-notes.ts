// The changes of a release for the changelog: a note for each, in REST names and in Markdown.
import { z } from 'zod';
import { fieldOf, nounOf, sentenceOf } from '../operation/change-kinds.ts';
import { entrySchema, fieldSubject, inputSubject, valueSchema } from '../operation/field-types.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { endpointOf } from './route.ts';
import { ROUTES } from './routes.ts';
import { wireOf } from './wire.ts';

/** The notes of the release that introduced a version, which may be in the future; fields have their older names. */
export function releaseNotes(versions: Versions, version: VersionName): readonly string[] {
  const { releases } = versions;
  const before = releases.findLast(({ date }) => date < version)?.date ?? version;
  const { changes = [] } = releases.find(({ date }) => date === version) ?? {};
  return changes.map((change) => {
    const sentence = sentenceOf(change, nameOf(versions, before, fieldOf(change)));
    return [sentence, change.description, change.note].filter(Boolean).join(' ');
  });
}

/** A field, an operation or an endpoint in the names of a version. */
function nameOf(versions: Versions, version: VersionName, subject: string): string {
  const route = ROUTES.find(({ operation }) => operation.name === subject);
  if (!subject.includes('.')) return `\`${route ? endpointOf(route) : subject}\``;
  const { endpoint, field = withoutEntries(subject) } = INPUT_FIELDS.get(subject) ?? {};
  const name = `\`${wireOf(versions.history, version).name(field)}\``;
  if (endpoint) return `${name} in \`${endpoint}\``;
  const [object = ''] = field.split('.');
  const whole = `${name} of ${nounOf(object)}s`;
  return subject.endsWith(ENTRIES) ? `Each entry of ${whole}` : whole;
}

/** The suffix by which changes name the entries of a list. */
const ENTRIES = '[]';

const withoutEntries = (subject: string) => subject.replace(/(?:\[\])+$/, '');

/** The fields of a shape and its nested objects, as `Object.field`. */
const fieldsIn = (shape: z.ZodObject): (readonly [string, z.core.$ZodType])[] =>
  Object.entries(shape.shape).flatMap(([name, field]) => {
    const entry = entrySchema(field);
    const inner = entry instanceof z.ZodObject ? fieldsIn(entry) : [];
    return [[fieldSubject(shape, name), valueSchema(field)], ...inner];
  });

/** The fields of all requests and responses; a field in both has the request's schema. */
export const ALL_FIELDS = new Map(
  ROUTES.flatMap(({ operation, answer }) => [
    answer,
    ...(operation.input ? [operation.input] : []),
  ]).flatMap(fieldsIn),
);

/** The fields of single inputs, such as `CreateProduct.archived`. */
export const INPUT_FIELDS = new Map(
  ROUTES.flatMap((route) => {
    const { fields = z.object() } = route;
    const endpoint = endpointOf(route);
    return Object.keys(fields.shape).map(
      (name) =>
        [inputSubject(fields, name), { field: fieldSubject(fields, name), endpoint }] as const,
    );
  }),
);
