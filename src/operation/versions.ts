// The dated versions (section 9): the registry, the stage of each, and how a request travels up and a response down.
import { invalidField, type OperationFailure } from './failure.ts';

/** A JSON object as it travels over REST. */
export type WireObject = Readonly<Record<string, unknown>>;

/** One named difference to the version before it, in the wire names of the REST surface. */
interface VersionChange {
  readonly description: string;
  /** The names of the operations that it concerns. */
  readonly operations: readonly string[];
  /** Takes the body of an older request up to this version. */
  readonly request?: (body: WireObject) => WireObject;
  /** Takes an answer of this version down to the one before. */
  readonly response?: (body: WireObject) => WireObject;
  /** Takes the field of a validation error down to the name that the older request used. */
  readonly field?: (field: string) => string;
  /** Takes the OpenAPI document of this version down to the one before. */
  readonly document?: (document: WireObject) => WireObject;
}

export interface Release {
  /** `YYYY-MM-DD`, the day of the release and the name of the version. */
  readonly date: string;
  readonly label: string;
  readonly summary: string;
  readonly changes: readonly VersionChange[];
}

/** All releases, oldest first. Operations and schemas are written in the shape of the newest. */
export const RELEASES: readonly Release[] = [
  {
    date: '2025-08-16',
    label: '0.1.0',
    summary:
      'Initial release with the five operations: read a rental, read, create and update a product, create a bundle.',
    changes: [],
  },
];

/** Section 9.7: a superseded version stays supported for 12 months, is deprecated for 6 more, and ends. */
const SUPPORTED_MONTHS = 12;
const DEPRECATED_MONTHS = 6;

type Stage = 'active' | 'supported' | 'deprecated' | 'sunset';

export interface Lifecycle {
  readonly stage: Stage;
  /** When the deprecation begins and the version ends; absent while no newer version is known. */
  readonly deprecatedAt?: Date;
  readonly sunsetAt?: Date;
}

export interface Version extends Lifecycle, Omit<Release, 'changes'> {
  /** What is different to the version before, one sentence each. */
  readonly changes: readonly string[];
}

export type VersionName = string;

export interface Versions {
  /** The version that new tokens get, and the one named where there is no token. */
  newest(): VersionName;
  /** Every version released so far with its stage, newest first. */
  list(): Version[];
  /** The version of a request: the header's, else the token's; fails where that is unknown or sunset (D6). */
  select(header: string | null, pinned: VersionName): VersionName | OperationFailure;
  lifecycle(version: VersionName): Lifecycle;
  /** Takes a request body from `version` to the newest. */
  upgrade(version: VersionName, operation: string, body: WireObject): WireObject;
  /** Takes a response body from the newest to `version`. */
  downgrade(version: VersionName, operation: string, body: WireObject): WireObject;
  /** The name that a field of the newest version has in `version`. */
  fieldIn(version: VersionName, operation: string, field: string): string;
  /** Takes the OpenAPI document of the newest version down to that of `version`. */
  documentIn(version: VersionName, document: WireObject): WireObject;
}

export function createVersions(releases: readonly Release[] = RELEASES, now: () => Date = () => new Date()): Versions {
  const known = () => releases.filter(({ date }) => new Date(date) <= now());
  const newest = () => known().at(-1)?.date ?? releases[0]?.date ?? '';

  function lifecycle(version: VersionName): Lifecycle {
    const successor = known().find(({ date }) => date > version);
    if (!successor) return { stage: 'active' };
    const deprecatedAt = addMonths(new Date(successor.date), SUPPORTED_MONTHS);
    const sunsetAt = addMonths(deprecatedAt, DEPRECATED_MONTHS);
    const stage = now() >= sunsetAt ? 'sunset' : now() >= deprecatedAt ? 'deprecated' : 'supported';
    return { stage, deprecatedAt, sunsetAt };
  }

  const usable = () => known().filter(({ date }) => lifecycle(date).stage !== 'sunset');

  /** The changes between `version` and the newest, of one operation where it is named, oldest first. */
  const changesSince = (version: VersionName, operation?: string) =>
    known()
      .filter(({ date }) => date > version)
      .flatMap(({ changes }) => changes)
      .filter(({ operations }) => operation === undefined || operations.includes(operation));

  return {
    newest,
    lifecycle,
    list: () =>
      known()
        .map((release) => ({
          ...release,
          ...lifecycle(release.date),
          changes: release.changes.map(({ description }) => description),
        }))
        .toReversed(),
    select(header, pinned) {
      const wanted = header ?? pinned;
      if (usable().some(({ date }) => date === wanted)) return wanted;
      const choice = usable()
        .map(({ date }) => date)
        .join(', ');
      return invalidField('service-version', 'INVALID_FORMAT', `Use one of the versions ${choice}`);
    },
    upgrade: (version, operation, body) =>
      changesSince(version, operation).reduce((older, change) => change.request?.(older) ?? older, body),
    downgrade: (version, operation, body) =>
      changesSince(version, operation).reduceRight((newer, change) => change.response?.(newer) ?? newer, body),
    fieldIn: (version, operation, field) =>
      changesSince(version, operation).reduceRight((name, change) => change.field?.(name) ?? name, field),
    documentIn: (version, document) =>
      changesSince(version).reduceRight((newer, change) => change.document?.(newer) ?? newer, document),
  };
}

/** The same day of a later month, or that month's last day where it is shorter. */
function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCMonth(date.getUTCMonth() + months);
  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0);
  return result;
}

/** The response headers of a version that is being retired (RFC 9745, RFC 8594; D8). */
export function lifecycleHeaders({ stage, deprecatedAt, sunsetAt }: Lifecycle): Record<string, string> {
  if (stage !== 'deprecated' || !deprecatedAt || !sunsetAt) return {};
  return { Deprecation: `@${deprecatedAt.getTime() / 1000}`, Sunset: sunsetAt.toUTCString() };
}
