// The releases as data, and the value of every property of a field or operation in each version (section 9.6).
import { type Change, type Properties, stepsOf as stepsOfChange, subjectOf, type WasAndIs } from './change-kinds.ts';

export interface Release {
  /** `YYYY-MM-DD`, the day of the release and the name of the version. */
  readonly date: string;
  readonly label: string;
  readonly summary: string;
  readonly changes: readonly Change[];
  /** It has ended, and code that it alone had may be gone. */
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
      if ('member' in change) members.set(change.member, [...(members.get(change.member) ?? []), change.value]);
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
    /** The value of a property in a version: that of the last change until then, else that before the first one, else `ofCode`. */
    at<Name extends keyof Properties>(version: string, subject: string, name: Name, ofCode: Properties[Name]) {
      const known = stepsOf(subject, name);
      const last = known.findLast(({ date }) => date <= version);
      if (last) return last.is;
      return known[0] ? known[0].was : ofCode;
    },
    /** All values before and after the changes until a version, or until the last one. */
    all: <Name extends keyof Properties>(subject: string, name: Name, until?: string) =>
      stepsOf(subject, name)
        .filter(({ date }) => until === undefined || date <= until)
        .flatMap(({ was, is }) => [was, is]),
  };
}
