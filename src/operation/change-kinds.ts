// The kinds of change in a release, in one table: how each is declared, its effect on views, and its changelog
// sentence.
import { z } from 'zod';
import { domainObjects, type Limits, type Unchecked, withoutWrappers } from './field-types.ts';

/** What REST sends for the members of an enum. */
export type WireValues = Readonly<Record<string, string | number>>;

/** Decodes REST values to those of the domain, and encodes them. */
export type WireCodec = z.ZodCodec<z.ZodType, z.ZodType>;

export interface WasAndIs<Value> {
  readonly was: Value;
  readonly is: Value;
}

/** What an entry of each kind declares besides its subject. Names, values and types are REST's only. */
interface Forms {
  readonly renamed: WasAndIs<string>;
  /** Older versions keep the field, in all shapes or in one input, so it stays in the shapes until they have ended. */
  readonly withdrawn: object;
  /** A new field: either required in creates and list entries, with the value older versions get, or optional. */
  readonly added:
    | { readonly older: unknown | ((given: Unchecked) => unknown) }
    | { readonly optional: true };
  /** A field that creates and list entries require from now on. */
  readonly required: object;
  readonly values: WasAndIs<WireValues>;
  /** A new enum member: its REST value, and the member that older versions read instead. */
  readonly member: {
    readonly value: string;
    readonly name: string | number;
    readonly older: string;
  };
  /** Another type on REST, with the conversion to the domain; absent: the domain's type. */
  readonly type: Partial<WasAndIs<WireCodec>>;
  /** `Infinity` means no limit; an absent limit doesn't change. */
  readonly limit: WasAndIs<Limits>;
  readonly default: WasAndIs<unknown>;
  /** Removes an operation from both APIs. */
  readonly endpointWithdrawn: object;
  /** Adds an endpoint to REST only, such as `GET /bundle/{id}`. */
  readonly endpointAdded: object;
}

export type ChangeKind = keyof Forms;

/**
 * A change with its subject: `Object.field` in domain names, `Object.field[]` for the entries of a list,
 * `CreateObject.field` for the field of one input, an operation's name, or an endpoint.
 */
export type ChangeOf<Kind extends ChangeKind> = Readonly<Record<Kind, string>> & Forms[Kind];

export type Change = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind] & {
  /** The reason, in one sentence for clients. */
  readonly note?: string;
  /** The field's description from then on; for a change that affects REST only, it applies to REST only. */
  readonly description?: string;
};

/** The properties of a field or an operation that each version has a value for. */
export interface Properties {
  readonly exists: boolean;
  readonly isRequired: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly default: unknown;
  /** The value in a version that lacks the field, or the member it reads instead of a new one. */
  readonly older: unknown;
  readonly name: string;
  readonly values: WireValues;
  /** The REST value of a new member. */
  readonly value: string | number;
  readonly type: WireCodec | undefined;
  /** Undefined: the description in the code. */
  readonly description: string | undefined;
  readonly wireDescription: string | undefined;
}

type Steps = { readonly [Name in keyof Properties]?: WasAndIs<Properties[Name]> };

interface Row<OneChange> {
  /** The properties that change, before and after. */
  steps(change: OneChange): Steps;
  sentence(change: OneChange, subject: SubjectInWords): string;
}

interface SubjectInWords {
  /** Such as `rent` of a product, or `POST /bundle`. */
  readonly name: string;
  readonly schema: z.core.$ZodType | undefined;
  /** A value of the field on REST, before or after the change. */
  readonly printed: (value: unknown, side: 'was' | 'is') => string;
}

/** A limit, or undefined for `Infinity`. */
const limitOf = (limit = Number.POSITIVE_INFINITY) => (Number.isFinite(limit) ? limit : undefined);

const removed: WasAndIs<boolean> = { was: true, is: false };
const added: WasAndIs<boolean> = { was: false, is: true };

const CHANGE_KINDS: { readonly [Kind in ChangeKind]: Row<ChangeOf<Kind>> } = {
  renamed: {
    steps: ({ was, is }) => ({ name: { was, is } }),
    sentence: ({ is }, { name }) => `${name} is called \`${is}\`.`,
  },
  withdrawn: {
    steps: () => ({ exists: removed }),
    sentence: (_, { name }) => `${name} was removed.`,
  },
  added: {
    steps: (change) => ({
      exists: added,
      ...('older' in change && {
        isRequired: added,
        older: { was: change.older, is: change.older },
      }),
    }),
    sentence: (change, { name }) =>
      'older' in change ? `${name} is new, and required.` : `${name} is new.`,
  },
  required: {
    steps: () => ({ isRequired: added }),
    sentence: (_, { name }) => `${name} is required.`,
  },
  values: {
    steps: ({ was, is }) => ({ values: { was, is } }),
    sentence: ({ was, is }, { name }) => `${name}: ${printMapping(was, is)}.`,
  },
  member: {
    steps: ({ older, name }) => ({
      exists: added,
      older: { was: older, is: older },
      value: { was: name, is: name },
    }),
    sentence: (change, { name, printed }) =>
      `${name} has a new value, \`${change.name}\`; older versions read ${printed(change.older, 'was')} instead.`,
  },
  type: {
    steps: ({ was, is }) => ({ type: { was, is } }),
    sentence({ was, is }, { name, schema }) {
      const [before, now] = [was, is].map((codec) => printType(codec ? codec.def.in : schema));
      if (before === now) return `${name} is written another way, still as ${now}.`;
      return `${name} is ${now}, no longer ${before}.`;
    },
  },
  limit: {
    steps: ({ was, is }) => ({
      ...('min' in is && { min: { was: limitOf(was.min), is: limitOf(is.min) } }),
      ...('max' in is && { max: { was: limitOf(was.max), is: limitOf(is.max) } }),
    }),
    sentence: ({ was, is }, { name, schema }) =>
      `${name} ${schema instanceof z.ZodNumber ? 'is' : 'has'} ${printLimits(is, schema)}, no longer ${printLimits(was, schema)}.`.replace(
        /, no longer no (\w+)\.$/,
        '; it had no $1 before.',
      ),
  },
  default: {
    steps: ({ was, is }) => ({ default: { was, is } }),
    sentence: ({ was, is }, { name, printed }) =>
      `${name} is ${printed(is, 'is')} where it is absent, no longer ${printed(was, 'was')}.`,
  },
  endpointWithdrawn: {
    steps: () => ({ exists: removed }),
    sentence: (_, { name }) => `${name} was removed.`,
  },
  endpointAdded: {
    steps: () => ({ exists: added }),
    sentence: (_, { name }) => `${name} is new.`,
  },
};

export const kindOf = (change: Change): ChangeKind => {
  const kind = Object.keys(change).find((key) => Object.hasOwn(CHANGE_KINDS, key));
  if (kind === undefined) throw new Error(`A change of no known kind: ${Object.keys(change)}`);
  return kind as ChangeKind;
};

const rowOf = (change: Change) => CHANGE_KINDS[kindOf(change)] as Row<Change>;

export const sentenceOf = (change: Change, subject: SubjectInWords): string =>
  rowOf(change).sentence(change, subject);

/** The properties that a change affects, with its description. */
export function stepsOf(change: Change): Steps {
  const described =
    change.description === undefined ? undefined : { was: undefined, is: change.description };
  return {
    ...rowOf(change).steps(change),
    ...(described && {
      wireDescription: described,
      ...(!isOfRest(change) && { description: described }),
    }),
  };
}

const PROPERTIES_OF_REST = ['name', 'values', 'type'];

/** Whether a change affects REST only. */
const isOfRest = (change: Change): boolean =>
  'endpointAdded' in change ||
  Object.keys(rowOf(change).steps(change)).every((name) => PROPERTIES_OF_REST.includes(name));

/** The field, operation or endpoint that changes. */
export const fieldOf = (change: Change): string =>
  (change as Readonly<Record<ChangeKind, string>>)[kindOf(change)];

/** What the properties belong to: the field, operation or endpoint, or the member of an enum. */
export const subjectOf = (change: Change): string =>
  'member' in change ? memberSubject(change.member, change.value) : fieldOf(change);

export const memberSubject = (field: string, member: string): string => `${field}.${member}`;

/** Example: `0` is `unit` now, and `1` is `bulk`. */
function printMapping(was: WireValues, is: WireValues): string {
  const pairs = Object.keys(is).map((member) => [was[member], is[member]] as const);
  const changed = new Set(
    pairs.filter(([a, b]) => a !== b).map(([a, b]) => `\`${a}\` is \`${b}\``),
  );
  const [first, ...others] = changed;
  return [`${first} now`, ...others].join(', ').replace(/, (?=[^,]*$)/, ', and ');
}

/** Example: an object with `total` and `reserved`, or a string (date-time). */
function printType(schema: z.core.$ZodType | undefined): string {
  const value = schema && withoutWrappers(schema);
  if (value instanceof z.ZodObject) {
    const names = Object.keys(value.shape).map((name) => `\`${name}\``);
    return `an object with ${names.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`;
  }
  if (value instanceof z.ZodArray) return `a list, each entry ${printType(value.element)}`;
  const { type, format } = z.toJSONSchema(value ?? z.unknown(), { unrepresentable: 'any' });
  const own = value && z.globalRegistry.get(value)?.format;
  const form = own ?? format;
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}${form ? ` (${form})` : ''}`;
}

function printLimits({ min, max }: Limits, schema: z.core.$ZodType | undefined): string {
  const count = (limit: number) => `${limit}${unitOf(schema, limit)}`.replace(/^1 /, 'one ');
  const isNone = min === 0 && !(schema instanceof z.ZodNumber);
  const bounds = [
    ...(min === undefined
      ? []
      : [Number.isFinite(min) && !isNone ? `at least ${count(min)}` : 'no minimum']),
    ...(max === undefined ? [] : [Number.isFinite(max) ? `at most ${count(max)}` : 'no maximum']),
  ];
  return bounds.join(' and ');
}

/** What a limit counts: characters, or the objects of a list. */
function unitOf(schema: z.core.$ZodType | undefined, limit: number): string {
  if (schema instanceof z.ZodString) return limit === 1 ? ' character' : ' characters';
  if (!(schema instanceof z.ZodArray)) return '';
  const { object = '' } =
    schema.element instanceof z.ZodObject ? (domainObjects.get(schema.element) ?? {}) : {};
  if (object === '') return limit === 1 ? ' entry' : ' entries';
  return ` ${nounOf(object)}${limit === 1 ? '' : 's'}`;
}

/** The noun for an object: `BundleItem` is a bundle item. */
export const nounOf = (object: string): string =>
  object.replaceAll(
    /(?<=[a-z])[A-Z]|^[A-Z]/g,
    (letter, at) => `${at ? ' ' : ''}${letter.toLowerCase()}`,
  );
