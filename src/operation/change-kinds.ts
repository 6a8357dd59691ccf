// The kinds of change in a release, in one table: how each is declared, and its effect on views.
import type { z } from 'zod';
import type { Limits, Unchecked } from './field-types.ts';

/** What REST sends for the members of an enum. */
export type RestValues = Readonly<Record<string, string | number>>;

/** Decodes REST values to those of the domain, and encodes them. */
export type TypeCodec = z.ZodCodec<z.ZodType, z.ZodType>;

export interface WasAndIs<Value> {
  readonly was: Value;
  readonly is: Value;
}

/** The properties of a field or an operation that each version has a value for. */
export interface Properties {
  readonly exists: boolean;
  readonly isRequired: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly default: unknown;
  /** The value in a version that lacks the field. */
  readonly older: unknown;
  readonly name: string;
  readonly values: RestValues;
  /** The REST value of a new member. */
  readonly value: string | number;
  readonly type: TypeCodec | undefined;
  /** Undefined: the description in the code. */
  readonly description: string | undefined;
  readonly restDescription: string | undefined;
}

type Steps = { readonly [Name in keyof Properties]?: WasAndIs<Properties[Name]> };

/** What its subject says already. */
type NoForm = object;

/** A value of the domain, never null. */
type OlderValue = string | number | boolean | Unchecked | readonly unknown[];

/** A new field: either required in creates and list entries, with the value older versions get, or optional. */
type Addition =
  | { readonly older: OlderValue | ((given: Unchecked) => OlderValue) }
  | { readonly optional: true };

/** If creates or list entries require the field, newer versions, which lack it, store this value. */
interface Withdrawal {
  readonly newer?: OlderValue | ((given: Unchecked) => OlderValue);
}

/** A new enum member with its REST value; older versions read the enum's fallback instead. */
interface Member {
  readonly value: string;
  readonly name: string | number;
}

/** A limit, or undefined for `Infinity`. */
const limitOf = (limit = Infinity) => (Number.isFinite(limit) ? limit : undefined);

const removed: WasAndIs<boolean> = { was: true, is: false };
const added: WasAndIs<boolean> = { was: false, is: true };
const always = <Value>(value: Value): WasAndIs<Value> => ({ was: value, is: value });

/**
 * The properties that each kind changes, by the form in which a release declares it besides its subject. Names, values
 * and types are REST's only.
 */
const CHANGE_KINDS = {
  renamed: ({ was, is }: WasAndIs<string>) => ({ name: { was, is } }),
  /** Older versions keep the field, so it stays in the shapes until they have ended. */
  withdrawn: (change: Withdrawal) => ({
    exists: removed,
    ...('newer' in change && { older: always(change.newer) }),
  }),
  added: (change: Addition) => ({
    exists: added,
    ...('older' in change && { isRequired: added, older: always(change.older) }),
  }),
  /** A field that creates and list entries require from now on. */
  required: (_: NoForm) => ({ isRequired: added }),
  values: ({ was, is }: WasAndIs<RestValues>) => ({ values: { was, is } }),
  member: ({ name }: Member) => ({ exists: added, value: always(name) }),
  /** Another type on REST, with the conversion to the domain; absent: the domain's type. */
  type: ({ was, is }: Partial<WasAndIs<TypeCodec>>) => ({ type: { was, is } }),
  /** `Infinity` means no limit; an absent limit doesn't change. */
  limit: ({ was, is }: WasAndIs<Limits>) => ({
    ...('min' in is && { min: { was: limitOf(was.min), is: limitOf(is.min) } }),
    ...('max' in is && { max: { was: limitOf(was.max), is: limitOf(is.max) } }),
  }),
  default: ({ was, is }: WasAndIs<unknown>) => ({ default: { was, is } }),
  /** Removes an operation from both APIs. */
  endpointWithdrawn: (_: NoForm) => ({ exists: removed }),
  /** Adds an endpoint to REST only, such as `GET /bundle/{id}`. */
  endpointAdded: (_: NoForm) => ({ exists: added }),
} satisfies Record<string, (form: never) => Steps>;

export type ChangeKind = keyof typeof CHANGE_KINDS;

/**
 * A change with its subject: `Object.field` in domain names, `Object.field[]` for the entries of a list, an
 * operation's name, or an endpoint.
 */
type ChangeOf<OneKind extends ChangeKind> = Readonly<Record<OneKind, string>> &
  Parameters<(typeof CHANGE_KINDS)[OneKind]>[0];

export type Change = { [OneKind in ChangeKind]: ChangeOf<OneKind> }[ChangeKind] & {
  /** A line of the changelog: what clients notice, in the names that they know. */
  readonly note?: string;
  /** The field's description from then on; for a change that affects REST only, it applies to REST only. */
  readonly description?: string;
};

const kindOf = (change: Change) =>
  Object.keys(change).find((key) => Object.hasOwn(CHANGE_KINDS, key)) as ChangeKind;

/** The kinds that affect REST only. */
const KINDS_OF_REST: readonly ChangeKind[] = ['renamed', 'values', 'type', 'endpointAdded'];

/** The properties that a change affects, with its description. */
export function stepsOf(change: Change): Steps {
  const kind = kindOf(change);
  const steps = (CHANGE_KINDS[kind] as (change: Change) => Steps)(change);
  if (change.description === undefined) return steps;
  const described = { was: undefined, is: change.description };
  return {
    ...steps,
    restDescription: described,
    ...(!KINDS_OF_REST.includes(kind) && { description: described }),
  };
}

/** The field, operation or endpoint that changes. */
export const fieldOf = (change: Change) =>
  (change as Readonly<Record<ChangeKind, string>>)[kindOf(change)];

/** What the properties belong to: the field, operation or endpoint, or the member of an enum. */
export const subjectOf = (change: Change) =>
  'member' in change ? memberSubject(change.member, change.value) : fieldOf(change);

export const memberSubject = (field: string, member: string) => `${field}.${member}`;
