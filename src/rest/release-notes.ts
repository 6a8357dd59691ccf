// The changes of a release in words, for changelog and dashboard: a sentence for each, and the operations that it concerns.
import { z } from 'zod';
import type { Limits } from '../operation/field-types.ts';
import { type Change, subjectOf, type WireCodec, type WireValues } from '../operation/release-changes.ts';
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
    sentence: [printSentence(change, describeField(versions, before, subjectOf(change))), change.note]
      .filter(Boolean)
      .join(' '),
    operations: operationsOf(change),
    names: fieldNames(
      subjectOf(change),
      [before, version].map((one) => wireOf(versions.history, one)),
    ),
    isOfRest: REST_CHANGES.some((kind) => kind in change),
  }));
}

/** The version before another one; undefined for the first. */
export const versionBefore = ({ releases }: Versions, version: VersionName): VersionName | undefined =>
  releases.findLast(({ date }) => date < version)?.date;

/** The changes of requests alone. */
const REQUEST_CHANGES = ['required', 'limit', 'default'];

/** The changes of REST alone. */
const REST_CHANGES = ['renamed', 'values', 'type'];

function fieldNames(subject: string, wires: readonly Wire[]): string[] {
  const [object = '', field] = subject.split('.');
  return field ? [...new Set([...wires.map((wire) => wire.name(object, field)), field])] : [];
}

function operationsOf(change: Change): RestOperationName[] {
  const subject = subjectOf(change);
  if ('endpointWithdrawn' in change) return [subject as RestOperationName];
  const isOfRequest = REQUEST_CHANGES.some((kind) => kind in change);
  return ROUTES.filter(
    ({ fields, answer }) =>
      (fields && fieldsIn(fields).has(subject)) || (!isOfRequest && fieldsIn(answer).has(subject)),
  ).map(({ operation }) => operation.name);
}

interface DescribedField {
  /** Such as: `rent` of a product. */
  readonly field: string;
  readonly schema: z.core.$ZodType | undefined;
}

function describeField(versions: Versions, version: VersionName, subject: string): DescribedField {
  const [object = '', field = ''] = subject.split('.');
  const schema = ALL_FIELDS.get(subject);
  const noun = object.replaceAll(/(?<=[a-z])[A-Z]|^[A-Z]/g, (letter, at) => `${at ? ' ' : ''}${letter.toLowerCase()}`);
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  return { field: `\`${wireOf(versions.history, version).name(object, field)}\` of ${article} ${noun}`, schema };
}

function printSentence(change: Change, { field, schema }: DescribedField): string {
  if ('endpointWithdrawn' in change) return `${printEndpoint(change.endpointWithdrawn)} is no more.`;
  if ('renamed' in change) return `${field} is called \`${change.is}\`.`;
  if ('withdrawn' in change) return `${field} is no more.`;
  if ('added' in change) return `${field} is new, and required.`;
  if ('required' in change) return `${field} is required.`;
  if ('values' in change) return `${field} is ${printValues(change.is)}, no longer ${printValues(change.was)}.`;
  if ('type' in change)
    return `${field} is of type ${printType(change.is, schema)}, no longer ${printType(change.was, schema)}.`;
  if ('limit' in change)
    return `${field} has ${printLimits(change.is, schema)}, no longer ${printLimits(change.was, schema)}.`;
  return `${field} is ${change.is} where it is absent, no longer ${change.was}.`;
}

/** Such as: `POST /product`. */
function printEndpoint(name: string): string {
  const route = ROUTES.find(({ operation }) => operation.name === name);
  return route ? `\`${route.method} ${pathTemplate(route)}\`` : name;
}

const printValues = (values: WireValues): string =>
  [...new Set(Object.values(values))].map((value) => `\`${value}\``).join(' or ');

const printType = (codec: WireCodec<unknown> | undefined, schema: z.core.$ZodType | undefined): string =>
  String(
    z.toJSONSchema(codec ? (codec.def.in as z.ZodType) : (schema ?? z.unknown()), { unrepresentable: 'any' }).type,
  );

function printLimits({ min, max }: Limits, schema: z.core.$ZodType | undefined): string {
  const unit = schema instanceof z.ZodArray ? ' entries' : schema instanceof z.ZodString ? ' characters' : '';
  const bounds = [
    ...(min === undefined ? [] : [Number.isFinite(min) ? `at least ${min}${unit}` : 'no minimum']),
    ...(max === undefined ? [] : [Number.isFinite(max) ? `at most ${max}${unit}` : 'no maximum']),
  ];
  return bounds.join(' and ');
}
