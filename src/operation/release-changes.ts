// The releases as data, and the value of every property of a field or operation in each version (section 9.6).
import {
  type Change,
  type Properties,
  stepsOf as stepsOfChange,
  subjectOf,
  type WasAndIs,
} from './change-kinds.ts';

export interface Release {
  /** `YYYY-MM-DD`: the release date and the name of the version. */
  readonly date: string;
  readonly label: string;
  readonly summary: string;
  readonly changes: readonly Change[];
  /** The version has ended, and code that only it used may have been deleted. */
  readonly isClosed?: true;
}

type Step<Value> = WasAndIs<Value> & Pick<Release, 'date'>;

export type History = ReturnType<typeof createHistory>;

/** `releases` are ordered oldest first. */
export function createHistory(releases: readonly Release[]) {
  const steps = new Map<string, Step<unknown>[]>();
  const members = new Map<string, string[]>();
  for (const { date, changes } of releases) {
    for (const change of changes) {
      if ('member' in change)
        members.set(change.member, [...(members.get(change.member) ?? []), change.value]);
      for (const [name, step] of Object.entries(stepsOfChange(change))) {
        const key = `${subjectOf(change)} ${name}`;
        steps.set(key, [...(steps.get(key) ?? []), { ...step, date }]);
      }
    }
  }
  const stepsOf = <Name extends keyof Properties>(subject: string, name: Name) =>
    (steps.get(`${subject} ${name}`) ?? []) as readonly Step<Properties[Name]>[];

  return {
    /** The members that releases added to an enum. */
    addedMembers: (field: string): readonly string[] => members.get(field) ?? [],
    /**
     * A property's value in a version: set by the last change so far, or the value before the first change, or
     * `inCode`.
     */
    at<Name extends keyof Properties>(
      version: string,
      subject: string,
      name: Name,
      inCode: Properties[Name],
    ) {
      const known = stepsOf(subject, name);
      const last = known.findLast(({ date }) => date <= version);
      if (last) return last.is;
      return known[0] ? known[0].was : inCode;
    },
  };
}
