// The releases as data, and the value of every property of a field or operation in each version (section 9.6).
import { ENUMS } from '../database/records.ts';
import {
  type Change,
  memberSubject,
  type Properties,
  stepsOf as stepsOfChange,
  subjectOf,
  type WasAndIs,
} from './change-kinds.ts';
import { fieldIn } from './field-types.ts';

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

/**
 * Returns a property's value in a version: set by the last change so far, or the value before the first change, or
 * `inCode`. `releases` are ordered oldest first.
 */
export function createHistory(releases: readonly Release[]) {
  const steps = new Map<string, Step<unknown>[]>();
  for (const { date, changes } of releases) {
    for (const change of changes) {
      for (const [name, step] of Object.entries(stepsOfChange(change))) {
        const key = `${subjectOf(change)} ${name}`;
        steps.set(key, [...(steps.get(key) ?? []), { ...step, date }]);
      }
    }
  }
  return (version: string) =>
    <Name extends keyof Properties>(
      subject: string,
      name: Name,
      inCode: Properties[Name],
    ) => {
      const known = (steps.get(`${subject} ${name}`) ?? []) as Step<Properties[Name]>[];
      const last = known.findLast(({ date }) => date <= version);
      if (last) return last.is;
      return known[0] ? known[0].was : inCode;
    };
}

export type VersionProperties = ReturnType<typeof propertiesOf>;

/** The properties in `version`, with the fields and operations of all versions in `scope`. */
export function propertiesOf(history: History, version: string, scope: readonly string[]) {
  const at = history(version);
  /** Whether the version itself, whatever the scope, has an enum member: it can't write what it doesn't read. */
  const hasMember = (field: string, member: string) =>
    at(memberSubject(field, member), 'exists', true);
  return {
    version,
    at,
    hasMember,
    /** The members of an enum in the code. */
    members: (field: string) => Object.keys(ENUMS[fieldIn(field)]?.members ?? {}),
    /** Whether an operation or a field (`Object.field`) exists. */
    has: (subject: string) => scope.some((one) => history(one)(subject, 'exists', true)),
    /** The enum member as the version reads it: its own, or the fallback of nodes that don't know the member. */
    member: (field: string, member: string) =>
      hasMember(field, member) ? member : (ENUMS[fieldIn(field)]?.fallback ?? member),
  };
}
