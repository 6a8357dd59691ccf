// Errors in the entries of RELEASES that neither the compiler nor the recorded shapes of earlier versions show, with a
// fix.
import { z } from 'zod';
import { ENUMS } from '../../../src/database/records.ts';
import { printedSchema, ROOT_FIELDS } from '../../../src/graphql/schema.ts';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import { type Change, fieldOf, subjectOf } from '../../../src/operation/change-kinds.ts';
import { entrySchema, fieldIn, fieldSubject } from '../../../src/operation/field-types.ts';
import type { Release } from '../../../src/operation/release-changes.ts';
import type { VersionView } from '../../../src/operation/version-view.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { ALL_FIELDS } from '../../../src/rest/all-fields.ts';
import { restSpelling } from '../../../src/rest/rest-spelling.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { ORIGIN } from '../../support/openapi-contract.ts';

/** `releases` are ordered oldest first. */
export const entryFindings = (releases: readonly Release[]): string[] =>
  releases.slice(1).flatMap((release, index) => {
    const before = releases.slice(0, index + 1);
    const findings = [
      ...dateFindings(release.date, before.at(-1)?.date ?? ''),
      // When all earlier versions are closed, the changes only stay for the changelog.
      ...(before.every(({ isClosed }) => isClosed) ? [] : changeFindings(before, release)),
      ...nameFindings([...before, release], release.date),
    ];
    return findings.map((finding) => `${release.date}: ${finding}`);
  });

function dateFindings(date: string, before: string): string[] {
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (!isDay) return ['is no day: write it as YYYY-MM-DD'];
  return date > before
    ? []
    : [`stands after ${before}: the entries are ordered by their days`];
}

function changeFindings(before: readonly Release[], release: Release): string[] {
  const shown = shownToClients([...before, release]);
  return release.changes.flatMap((change) => {
    const changes = release.changes.filter((other) => other !== change);
    const finding =
      shownToClients([...before, { ...release, changes }]) === shown
        ? 'changes nothing that clients see: name what the code has, and what was and is'
        : (incompleteFinding(change) ?? withdrawalFinding(change, before, release));
    return finding ? [`${subjectOf(change)} ${finding}`] : [];
  });
}

/** The documents of all usable versions on the last release's day; or why there are none. */
function shownToClients(releases: readonly Release[]): string {
  try {
    const versions = atLastRelease(releases);
    const { document } = createOpenApiEndpoint(versions, ORIGIN);
    return JSON.stringify([versions.usable().map(document), printedSchema(versions)]);
  } catch (error) {
    return String(error);
  }
}

/** What the documents don't show. */
function incompleteFinding(change: Change): string | undefined {
  const subject = fieldOf(change);
  if ('endpointWithdrawn' in change && !ROOT_FIELDS.has(subject))
    return 'is an endpoint: withdraw its operation';
  if ('limit' in change) {
    const { was, is } = change;
    if ('min' in was !== 'min' in is || 'max' in was !== 'max' in is)
      return 'has a limit on one side alone: give it in `was` and `is`; Infinity is none';
  }
  return 'member' in change && ENUMS[fieldIn(subject)]?.fallback === change.value
    ? 'is the fallback, which older versions need: give another one in database/records.ts, and deploy that first'
    : undefined;
}

/** A field that the version before requires, without a value for what newer versions write. */
function withdrawalFinding(
  change: Change,
  before: readonly Release[],
  release: Release,
): string | undefined {
  if (!('withdrawn' in change)) return undefined;
  const { withdrawn } = change;
  const { view } = createVersions([...before, release]);
  const previous = view(before.at(-1)?.date ?? '');
  const isRequired = ROUTES.some(
    ({ operation: { input } }) => input && requiredIn(previous, input).includes(withdrawn),
  );
  return isRequired && view(release.date).at(withdrawn, 'older', undefined) === undefined
    ? 'is required, so older versions need a value in what newer ones write: give it as `newer`'
    : undefined;
}

/** The fields of an input that a version requires, those of nested objects included, as releases name them. */
const requiredIn = (view: VersionView, shape: z.ZodObject): string[] =>
  Object.entries<z.ZodType>(view.shape(shape).shape).flatMap(([name, field]) => {
    const entry = entrySchema(shape.shape[name] as z.ZodType);
    return [
      ...(field.isOptional() ? [] : [fieldSubject(shape, name)]),
      ...(entry instanceof z.ZodObject ? requiredIn(view, entry) : []),
    ];
  });

/** Two fields of an object with the same name on REST. */
function nameFindings(releases: readonly Release[], date: string): string[] {
  const rest = restSpelling(createVersions(releases).view(date));
  const there = [...ALL_FIELDS.keys()].filter(rest.has);
  const byName = Map.groupBy(there, (subject) => {
    const [object = ''] = subject.split('.');
    return `${object}.${rest.name(subject)}`;
  });
  return [...byName].flatMap(([name, subjects]) =>
    subjects.length > 1
      ? [
          `${subjects.join(' and ')} are both called ${name.split('.')[1]}: rename one of them`,
        ]
      : [],
  );
}
