// The shape of a value: kind, limits and fields. The harness uses GraphQL's names of fields and of the values of enums.
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Surface } from '../calls/call.ts';
import type { Envelope } from './rest-contract.ts';

export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Shape {
  /** A number text is a number in a string: a version may have changed the field's type on REST. */
  readonly kind:
    | 'object'
    | 'array'
    | 'string'
    | 'number text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'any';
  readonly nullable: boolean;
  /** Of a field: its names. */
  readonly names: Readonly<Record<Surface, string>>;
  /** Of a field: whether its object must have it. */
  readonly required: boolean;
  /** The allowed values: the names of an enum, or the IDs that exist on the deployment. */
  readonly values?: readonly unknown[];
  /** Values that the schema allows and the service rejects. */
  readonly wrongValues?: readonly unknown[];
  /** The values of an enum as REST spells them, in the same order. */
  readonly restValues?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  /** The value of an absent field. */
  readonly default?: unknown;
  /** Whether null is only accepted if it is stored, so that it clears nothing. */
  readonly keepsNull?: true;
  readonly item?: Shape;
  /** Empty for a value that is no object. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** False if unknown fields are rejected. */
  readonly additionalProperties?: boolean;
  /** Whether it is a read-only field that a write accepts. */
  readonly readOnly?: boolean;
  /** Of an input, as REST spells it: what its schema says against it. */
  readonly errors?: (input: unknown) => readonly ErrorObject[];
  /** Of an input: reasons to reject it that its schema doesn't express. */
  readonly conditions?: readonly Condition[];
}

/** The name of a field without its indexes, as in `images[].src`. */
export const withoutIndexes = (field: string): string => field.replaceAll(/\[\d+\]/g, '[]');

/** One of `x-conditions`: `images[].src` and a code. */
export interface Condition {
  readonly field: string;
  readonly code: string;
}

/** A number as the document has it: in a string where a version changed the type. */
export const typed = (value: unknown, shape: Shape | undefined): unknown =>
  typeof value === 'number' && shape?.kind === 'number text' ? String(value) : value;

/** Some of the members of an object. */
export const membersOf = (
  input: Readonly<Record<string, unknown>>,
  isKept: (name: string, value: unknown) => boolean,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => isKept(name, value)));

/** The fields of an input that the version has. */
export const knownFields = (
  input: Readonly<Record<string, unknown>>,
  { fields }: Shape,
): Readonly<Record<string, unknown>> => membersOf(input, (name) => fields.has(name));

/** A shape without some of its fields. */
export const withoutFields = (shape: Shape, names: readonly string[]): Shape => ({
  ...shape,
  fields: new Map([...shape.fields].filter(([name]) => !names.includes(name))),
});

/** A shape whose fields of a name, at any depth, have other keywords. */
export const withKeywords = (
  shape: Shape,
  name: string,
  keywords: Partial<Shape>,
): Shape => ({
  ...shape,
  ...(shape.item && { item: withKeywords(shape.item, name, keywords) }),
  fields: new Map(
    [...shape.fields].map(([own, field]) => [
      own,
      withKeywords(own === name ? { ...field, ...keywords } : field, name, keywords),
    ]),
  ),
});

/** One object for each member of each enum that an input can set. */
export const eachMember = ({ fields }: Shape): Readonly<Record<string, unknown>>[] =>
  [...fields].flatMap(([name, shape]) =>
    shape.restValues && !shape.readOnly
      ? (shape.values ?? []).map((value) => ({ [name]: value }))
      : [],
  );

/** Names and list indexes, from the input inwards; empty for the input itself. */
export type Path = readonly (string | number)[];

/**
 * Such as `items[0].ad_id` on REST and `items[0].adId` on GraphQL; `envelope` is the input's wrapper object, if any.
 */
export function spelled(
  path: Path,
  surface: Surface,
  envelope: Envelope | undefined,
): string {
  if (path.length === 0) return surface === 'rest' ? (envelope?.name ?? '') : '';
  let here = envelope?.shape;
  let field = '';
  for (const step of path) {
    here = typeof step === 'number' ? here?.item : here?.fields.get(step);
    const name = here?.names[surface] ?? step;
    if (typeof step === 'number') field += `[${step}]`;
    else field += field === '' ? name : `.${name}`;
  }
  return field;
}
