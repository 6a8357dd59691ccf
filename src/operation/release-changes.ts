// The changes of a release as data: each was and is (section 9.6, D46).
import type { z } from 'zod';
import type { Limits, Unchecked } from './field-types.ts';

/** The texts or numbers on REST of the values of an enum of the domain. */
export type WireValues = Readonly<Record<string, string | number>>;

/** A change of one field, `Object.field` in the names of the domain. A name, values and a type are those of REST alone. */
export type FieldChange<Field extends string, Value, Values> =
  | { readonly renamed: Field; readonly was: string; readonly is: string }
  /** Older versions keep the field: it stays in the shapes until they have ended. */
  | { readonly withdrawn: Field }
  /** A new field that a create and the entry of a list must have; `older` is its value in older versions. */
  | { readonly added: Field; readonly older: Value | ((given: Unchecked) => Value) }
  /** A field that a create and the entry of a list must have from now on. */
  | { readonly required: Field }
  | { readonly values: Field; readonly was: Values; readonly is: Values }
  /** Another type on REST, with the conversion to the domain; absent: the type of the domain. */
  | { readonly type: Field; readonly was?: WireCodec<Value>; readonly is?: WireCodec<Value> }
  /** `Infinity` is no limit; an absent one stays as it is. */
  | { readonly limit: Field; readonly was: Limits; readonly is: Limits }
  | { readonly default: Field; readonly was: Value; readonly is: Value };

/** Reads values of REST as those of the domain, and writes them. */
export type WireCodec<Value> = z.ZodCodec<z.ZodType, z.ZodType<Value>>;

export type Change<Field = FieldChange<string, unknown, WireValues>, Operation extends string = string> = (
  | Field
  /** Older versions keep the endpoint. */
  | { readonly endpointWithdrawn: Operation }
) & {
  /** The reason, in one sentence for clients. */
  readonly note?: string;
};

export interface Release<OneChange extends Change = Change> {
  /** `YYYY-MM-DD`, the day of the release and the name of the version. */
  readonly date: string;
  readonly label: string;
  readonly summary: string;
  readonly changes: readonly OneChange[];
}

/** The properties of a field, or of an operation, that have a value in each version. */
interface Properties {
  readonly exists: boolean;
  readonly isRequired: boolean;
  readonly limits: Limits;
  readonly default: unknown;
  readonly name: string;
  readonly values: WireValues;
  readonly type: WireCodec<unknown> | undefined;
}

interface Step<Value> {
  readonly date: string;
  readonly was: Value;
  readonly is: Value;
}

type Steps = { readonly [Name in keyof Properties]?: readonly Step<Properties[Name]>[] };

/** The field or operation that a change is about. */
export function subjectOf(change: Change): string {
  if ('endpointWithdrawn' in change) return change.endpointWithdrawn;
  const [subject] = Object.values(change) as [string];
  return subject;
}

function changedProperties(change: Change): Partial<Record<keyof Properties, { was: unknown; is: unknown }>> {
  if ('withdrawn' in change || 'endpointWithdrawn' in change) return { exists: { was: true, is: false } };
  const added = { was: false, is: true };
  if ('added' in change) return { exists: added, isRequired: added };
  if ('required' in change) return { isRequired: added };
  const { was, is } = change;
  const name = 'renamed' in change ? 'name' : 'limit' in change ? 'limits' : undefined;
  return { [name ?? (Object.keys(change)[0] as 'values' | 'type' | 'default')]: { was, is } };
}

export interface History {
  /** The value of a property in a version: that of the last change until then, else that before the first one, else `ofCode`. */
  at<Name extends keyof Properties>(
    version: string,
    subject: string,
    name: Name,
    ofCode: Properties[Name],
  ): Properties[Name];
  /** All values before and after the changes until a version, or until the last one. */
  all<Name extends keyof Properties>(subject: string, name: Name, until?: string): readonly Properties[Name][];
  /** The changes of a field, oldest first. */
  changesOf(subject: string): readonly { readonly date: string; readonly change: Change }[];
}

/** `releases` are ordered oldest first. */
export function createHistory(releases: readonly Release[]): History {
  const changes = releases.flatMap(({ date, changes: all }) => all.map((change) => ({ date, change })));
  const bySubject = Map.groupBy(changes, ({ change }) => subjectOf(change));
  const steps = new Map([...bySubject].map(([subject, all]) => [subject, propertySteps(all)]));
  const stepsAt = <Name extends keyof Properties>(subject: string, name: Name) =>
    (steps.get(subject)?.[name] ?? []) as readonly Step<Properties[Name]>[];
  return {
    at(version, subject, name, ofCode) {
      const known = stepsAt(subject, name);
      const last = known.findLast(({ date }) => date <= version);
      const value = last ? last.is : known[0] ? known[0].was : ofCode;
      return typeof value === 'object' && name === 'limits' ? { ...(ofCode as object), ...value } : value;
    },
    all: (subject, name, until) =>
      stepsAt(subject, name)
        .filter(({ date }) => until === undefined || date <= until)
        .flatMap(({ was, is }) => [was, is]),
    changesOf: (subject) => bySubject.get(subject) ?? [],
  };
}

function propertySteps(changes: readonly { readonly date: string; readonly change: Change }[]): Steps {
  const steps = changes.flatMap(({ date, change }) =>
    Object.entries(changedProperties(change)).map(([name, { was, is }]) => ({ name, date, was, is })),
  );
  return Object.fromEntries(Map.groupBy(steps, ({ name }) => name)) as Steps;
}
