// The response to a write by its rules, with errors in field order.

import type { RootField } from '../contract/graphql-contract.ts';
import type { Path, Shape } from '../contract/shape.ts';
import { isOfType } from '../contract/translate.ts';
import type {
  ExpectedAnswer,
  ExpectedError,
  ExpectedPair,
  JsonObject,
} from './expected-answer.ts';

const MAX_ERRORS = 50;

/** The first errors of a response. */
const firstErrors = <Entry>(errors: readonly Entry[]): Entry[] => errors.slice(0, MAX_ERRORS);

/** Sorts errors by the field order of `shape`, unknown fields last, and keeps the first error of each field. */
function inFieldOrder(errors: readonly ExpectedError[], shape: Shape): ExpectedError[] {
  const seen = new Set<string>();
  const isFirst = ({ path }: ExpectedError) => {
    const field = JSON.stringify(path);
    return !seen.has(field) && seen.add(field) !== undefined;
  };
  return errors
    .map((error) => ({ error, position: positionOf(error.path, shape) }))
    .toSorted((a, b) => compare(a.position, b.position))
    .map(({ error }) => error)
    .filter(isFirst);
}

/** The index of each step among its siblings; unknown fields share the last one, so that they keep their order. */
function positionOf(path: Path, shape: Shape | undefined): number[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === 'number') return [step, ...positionOf(rest, shape?.item)];
  const names = [...(shape?.fields?.keys() ?? [])];
  const index = names.indexOf(step);
  return index < 0
    ? [names.length]
    : [index, ...positionOf(rest, shape?.fields?.get(step)?.shape)];
}

/** An error of a list or object precedes those of its entries and fields. */
function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((index, level) => index !== other[level]);
  return differing < 0
    ? one.length - other.length
    : (one[differing] ?? 0) - (other[differing] ?? -1);
}

export interface WriteRules {
  /** The shape of the input, in field order. */
  readonly shape: Shape;
  /** Errors by the shape of the input alone: types, limits, unknown fields. */
  shapeErrors(input: JsonObject): ExpectedError[];
  /** Those of a variable of the wrong type, for which no stored product is read; absent for a create. */
  variableErrors?(input: JsonObject): ExpectedError[];
  /** Errors by rules across fields, about stored products and image hosts; only fields of the right type count. */
  otherErrors(input: JsonObject): ExpectedError[];
  /** The fields of the product after a write without errors. */
  stored(input: JsonObject): JsonObject;
}

/** The REST response to an input. */
export function expectRest(rules: WriteRules, input: JsonObject): ExpectedAnswer {
  const errors = inFieldOrder(
    [...rules.shapeErrors(input), ...rules.otherErrors(input)],
    rules.shape,
  );
  return errors.length > 0
    ? { kind: 'invalid', errors: firstErrors(errors) }
    : { kind: 'ok', stored: rules.stored(input) };
}

/** An input as GraphQL received it: the variable and the field of its argument `input`. */
export interface SentInput {
  readonly variable?: { readonly value: unknown } | undefined;
  readonly field: Pick<RootField, 'arguments'>;
}

/** The GraphQL response to an input: a list may be a single value, and a variable of the wrong type comes first. */
function expectGraphQL(
  rules: WriteRules,
  input: JsonObject,
  sent: SentInput,
): ExpectedAnswer {
  const refusal = variableRefusal(rules, input, sent);
  if (refusal) return refusal;
  const expected = expectRest(rules, withLists(input, rules.shape) as JsonObject);
  return expected.kind === 'invalid' ? { ...expected, listedIn: 'payload' } : expected;
}

/** The error of a variable of the wrong type, by its shape alone; undefined for one of the right type. */
export function variableRefusal(
  rules: WriteRules,
  input: JsonObject,
  { variable, field }: SentInput,
): ExpectedAnswer | undefined {
  const type = field.arguments.get('input');
  if (!type || isOfType(variable?.value, type)) return undefined;
  return {
    kind: 'invalid',
    errors: firstErrors(variableErrorsOf(rules, input)),
    listedIn: 'variables',
  };
}

/** The errors of a variable by its shape, in field order. */
function variableErrorsOf(rules: WriteRules, input: JsonObject): ExpectedError[] {
  const { shape, shapeErrors, variableErrors = shapeErrors } = rules;
  return inFieldOrder(variableErrors(withLists(input, shape) as JsonObject), shape);
}

export const expectPair = (
  rules: WriteRules,
  input: JsonObject,
  sent: SentInput,
): ExpectedPair => ({
  rest: expectRest(rules, input),
  graphql: expectGraphQL(rules, input, sent),
});

/** A single value in place of a list becomes a list of one, as in GraphQL. */
function withLists(value: unknown, shape: Shape | undefined): unknown {
  if (value === null || value === undefined || !shape) return value;
  if (shape.kind === 'array') {
    return (Array.isArray(value) ? value : [value]).map((entry) =>
      withLists(entry, shape.item),
    );
  }
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, withLists(inner, shape.fields?.get(name)?.shape)]),
  );
}
