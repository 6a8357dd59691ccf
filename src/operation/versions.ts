// The dated versions (section 9): the stage of each release, the version of a request, and its view.
import { invalidField } from './operation-failure.ts';
import { createHistory, type History, type Release } from './release-changes.ts';
import { createView, type VersionView } from './version-view.ts';

/** Section 9.7: a superseded version is supported for 12 more months, then deprecated for 6, then ends. */
const SUPPORTED_MONTHS = 12;
const DEPRECATED_MONTHS = 6;

type LifecycleStage = 'active' | 'supported' | 'deprecated' | 'sunset';

export interface Lifecycle {
  readonly stage: LifecycleStage;
  /** When the version becomes deprecated and when it ends; absent for the latest version. */
  readonly deprecatedAt?: Date;
  readonly sunsetAt?: Date;
}

export interface Version extends Lifecycle, Release {}

export type VersionName = string;

export type Versions = ReturnType<typeof createVersions>;

/** `releases` are ordered oldest first; each is unknown before its date. */
export function createVersions(
  releases: readonly Release[],
  now: () => Date = () => new Date(),
) {
  const history = createHistory(releases);
  const views = new Map(releases.map(({ date }) => [date, createView(history, date)]));
  let period: ReturnType<typeof periodAt> | undefined;

  function current() {
    const time = now().getTime();
    if (!period || time < period.from || time >= period.until)
      period = periodAt(releases, history, time);
    return period;
  }

  function lifecycle(version: VersionName): Lifecycle {
    const { list } = current();
    const successor = () => list.findLast(({ date }) => date > version);
    return (
      list.find(({ date }) => date === version) ??
      lifecycleBefore(successor(), now().getTime())
    );
  }

  return {
    /** All releases, including future ones, oldest first. */
    releases,
    /** The version that new tokens get, and that responses to requests without a valid token name. */
    newest: () => current().list[0]?.date ?? releases[0]?.date ?? '',
    /** The versions that requests can use now, oldest first; the array is the same until the set changes. */
    usable: (): readonly VersionName[] => current().usable,
    /** Every version released so far with its stage, latest first. */
    list: (): readonly Version[] => current().list,
    lifecycle,
    /** The response headers of a version that is being retired (RFC 9745, RFC 8594). */
    lifecycleHeaders: (version: VersionName) => headersOf(lifecycle(version)),
    /** A usable version. @throws {OperationFailure} invalid, at the header or parameter that names it. */
    select(wanted: VersionName, field = 'service-version'): VersionName {
      const { usable } = current();
      if (usable.includes(wanted)) return wanted;
      throw invalidField(field, `Use one of the versions ${usable.join(', ')}`);
    },
    view: (version: VersionName): VersionView =>
      views.get(version) ?? createView(history, version),
    /** The view with the fields of all usable versions, for GraphQL. */
    union(version: VersionName): VersionView {
      const { usable, unions } = current();
      return unions.get(version) ?? createView(history, version, usable);
    },
  };
}

/** The days on which versions begin, become deprecated and end, oldest first. */
export const stageDays = (releases: readonly Release[]): readonly Date[] =>
  releases
    .flatMap(({ date }, index) => {
      const begin = new Date(date);
      return index === 0 ? [begin] : [begin, ...Object.values(endsBefore(begin))];
    })
    .toSorted((a, b) => Number(a) - Number(b));

/** The stages of all versions until the next change of any of them. */
function periodAt(releases: readonly Release[], history: History, time: number) {
  const known = releases.filter(({ date }) => Number(new Date(date)) <= time);
  const list = known
    .map((release, index) => ({ ...release, ...lifecycleBefore(known[index + 1], time) }))
    .toReversed();
  const moments = stageDays(releases).map(Number);
  const usable = list
    .flatMap(({ stage, date }) => (stage === 'sunset' ? [] : date))
    .toReversed();
  return {
    from: Math.max(...moments.filter((moment) => moment <= time)),
    until: Math.min(...moments.filter((moment) => moment > time)),
    list,
    usable,
    unions: new Map(list.map(({ date }) => [date, createView(history, date, usable)])),
  };
}

function lifecycleBefore(successor: Release | undefined, time: number): Lifecycle {
  if (!successor) return { stage: 'active' };
  const dates = endsBefore(new Date(successor.date));
  if (time >= Number(dates.sunsetAt)) return { stage: 'sunset', ...dates };
  return { stage: time >= Number(dates.deprecatedAt) ? 'deprecated' : 'supported', ...dates };
}

/** When the version before one that begins on a day becomes deprecated, and when it ends. */
function endsBefore(begin: Date) {
  const deprecatedAt = addMonths(begin, SUPPORTED_MONTHS);
  return { deprecatedAt, sunsetAt: addMonths(deprecatedAt, DEPRECATED_MONTHS) };
}

/** The same day of a later month, or the last day of a shorter month. */
function addMonths(date: Date, months: number) {
  const result = new Date(date);
  result.setUTCMonth(date.getUTCMonth() + months);
  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0);
  return result;
}

function headersOf({ stage, deprecatedAt, sunsetAt }: Lifecycle): Record<string, string> {
  if (stage !== 'deprecated' || !deprecatedAt || !sunsetAt) return {};
  return { Deprecation: `@${deprecatedAt.getTime() / 1000}`, Sunset: sunsetAt.toUTCString() };
}
