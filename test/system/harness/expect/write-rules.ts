// The response to a write by its rules, with errors in field order.
import type { GraphQLInputType } from 'graphql';
import { asRead } from '../calls/call.ts';
import type { Path, Shape } from '../contract/shape.ts';
import { isOfType, toVariable } from '../contract/translate.ts';
import type {
  ExpectedAnswer,
  ExpectedError,
  ExpectedPair,
  JsonObject,
} from './expected-answer.ts';

const MAX_ERRORS = 50;

/** The first error of each field, by the field order of `shape`, unknown fields last; as many as a response has. */
function listed(errors: readonly ExpectedError[], shape: Shape): ExpectedError[] {
  const seen = new Set<string>();
  const isFirst = ({ path }: ExpectedError) => {
    const field = JSON.stringify(path);
    return !seen.has(field) && seen.add(field) !== undefined;
  };
  return errors
    .map((error) => ({ error, position: positionOf(error.path, shape) }))
    .toSorted((a, b) => compare(a.position, b.position))
    .map(({ error }) => error)
    .filter(isFirst)
    .slice(0, MAX_ERRORS);
}

/** The index of each step among its siblings; unknown fields share the last one, so that they keep their order. */
function positionOf(path: Path, shape: Shape | undefined): number[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === 'number') return [step, ...positionOf(rest, shape?.item)];
  const names = [...(shape?.fields.keys() ?? [])];
  const index = names.indexOf(step);
  return index < 0 ? [names.length] : [index, ...positionOf(rest, shape?.fields.get(step))];
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
  /** The type of the input on GraphQL. */
  readonly variableType: GraphQLInputType | undefined;
  /** Errors by the shape of the input alone: types, limits, unknown fields. */
  shapeErrors(input: JsonObject): ExpectedError[];
  /** Those of a variable of the wrong type, for which no stored product is read; absent for a create. */
  variableErrors?(input: JsonObject): ExpectedError[];
  /** Errors by rules across fields, about stored products and image hosts; only fields of the right type count. */
  otherErrors(input: JsonObject): ExpectedError[];
  /** The fields of the product after a write without errors. */
  stored(input: JsonObject): JsonObject;
}

/** The response to an input, as the API reads it. */
function answerTo(rules: WriteRules, input: JsonObject): ExpectedAnswer {
  const errors = [...rules.shapeErrors(input), ...rules.otherErrors(input)];
  return errors.length > 0
    ? { kind: 'invalid', errors: listed(errors, rules.shape) }
    : { kind: 'ok', stored: rules.stored(input) };
}

/** The REST response to an input. */
export const expectRest = (rules: WriteRules, input: unknown): ExpectedAnswer =>
  answerTo(rules, asRead(input) as JsonObject);

/** The error of a variable of the wrong type, by its shape alone; undefined for one of the right type. */
export function variableRefusal(
  rules: WriteRules,
  input: unknown,
): ExpectedAnswer | undefined {
  const { shape, variableType, shapeErrors, variableErrors = shapeErrors } = rules;
  const variable = asRead(toVariable(input, shape, variableType));
  if (!variableType || isOfType(variable, variableType)) return undefined;
  const errors = variableErrors(withLists(asRead(input), shape) as JsonObject);
  return { kind: 'invalid', errors: listed(errors, shape), listedIn: 'variables' };
}

/** The responses to an input. On GraphQL a list may be a single value, and a variable of the wrong type comes first. */
export function expectPair(rules: WriteRules, input: unknown): ExpectedPair {
  const read = asRead(input);
  const executed = answerTo(rules, withLists(read, rules.shape) as JsonObject);
  const payload: ExpectedAnswer =
    executed.kind === 'invalid' ? { ...executed, listedIn: 'payload' } : executed;
  return {
    rest: answerTo(rules, read as JsonObject),
    graphql: variableRefusal(rules, input) ?? payload,
  };
}

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
    entries.map(([name, inner]) => [name, withLists(inner, shape.fields.get(name))]),
  );
}
