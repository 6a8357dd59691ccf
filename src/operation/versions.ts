// The dated versions (section 9): the registry of releases, the stage of each, and which one a request gets.
import { invalidField, type OperationFailure } from './failure.ts';

/** One difference to the version before; a surface declares beside it how requests and answers change. */
export interface ReleaseChange {
  readonly description: string;
}

export interface Release<Change extends ReleaseChange = ReleaseChange> {
  /** `YYYY-MM-DD`, the day of the release and the name of the version. */
  readonly date: string;
  readonly label: string;
  readonly summary: string;
  /** The differences to the version before, in the order in which a request passes them. */
  readonly changes: readonly Change[];
}

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
  /** The differences to the version before, one sentence each. */
  readonly changes: readonly string[];
}

export type VersionName = string;

export interface Versions<Change extends ReleaseChange = ReleaseChange> {
  /** The version that new tokens get, and the one named in answers to requests without a valid token. */
  newest(): VersionName;
  /** Every version released so far with its stage, newest first. */
  list(): Version[];
  /** The version of a request: the header's, else the token's; fails where that is unknown or sunset (D6). */
  select(header: string | null, pinned: VersionName): VersionName | OperationFailure;
  lifecycle(version: VersionName): Lifecycle;
  /** The changes of all releases up to `version`, its own included, oldest first. */
  changesUpTo(version: VersionName): readonly Change[];
  /** The changes of all releases after `version`, oldest first. */
  changesAfter(version: VersionName): readonly Change[];
}

/** `releases` are ordered oldest first; each is unknown before its date. */
export function createVersions<Change extends ReleaseChange>(
  releases: readonly Release<Change>[],
  now: () => Date = () => new Date(),
): Versions<Change> {
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
    changesUpTo: (version) =>
      known()
        .filter(({ date }) => date <= version)
        .flatMap(({ changes }) => changes),
    changesAfter: (version) =>
      known()
        .filter(({ date }) => date > version)
        .flatMap(({ changes }) => changes),
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
