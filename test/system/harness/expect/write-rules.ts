// The rules of a write, and the answers to one input on both surfaces (D35, D36).
import type { RootField } from '../contract/graphql-contract.ts';
import type { Shape } from '../contract/shape.ts';
import { isOfType } from '../contract/translate.ts';
import type { ExpectedAnswer, ExpectedError, ExpectedPair, JsonObject } from './expected-answer.ts';
import { firstErrors, inFieldOrder } from './field-order.ts';

export interface WriteRules {
  /** The shape of the input, in field order. */
  readonly shape: Shape;
  /** Errors by the shape of the input alone: types, limits, unknown fields. */
  shapeErrors(input: JsonObject): ExpectedError[];
  /** Errors by rules across fields, on stored products and on image hosts; only fields of the right type count. */
  otherErrors(input: JsonObject): ExpectedError[];
  /** The fields of the product after a write without errors. */
  stored(input: JsonObject): JsonObject;
}

/** The answer of REST to an input. */
export function expectRest(rules: WriteRules, input: JsonObject): ExpectedAnswer {
  const errors = inFieldOrder([...rules.shapeErrors(input), ...rules.otherErrors(input)], rules.shape);
  return errors.length > 0
    ? { kind: 'invalid', errors: firstErrors(errors) }
    : { kind: 'ok', stored: rules.stored(input) };
}

/** An input as GraphQL received it: the variable and the field of its argument `input`. */
export interface SentInput {
  readonly variable?: { readonly value: unknown } | undefined;
  readonly field: Pick<RootField, 'arguments'>;
}

/** The answer of GraphQL to an input: a list may be a single value, and a variable of the wrong type comes first. */
function expectGraphQL(rules: WriteRules, input: JsonObject, sent: SentInput): ExpectedAnswer {
  const refusal = variableRefusal(rules, input, sent);
  if (refusal) return refusal;
  const expected = expectRest(rules, withLists(input, rules.shape) as JsonObject);
  return expected.kind === 'invalid' ? { ...expected, listedIn: 'payload' } : expected;
}

/** The refusal of a variable of the wrong type, by the shape alone (D36); undefined for one of the right type. */
export function variableRefusal(
  rules: WriteRules,
  input: JsonObject,
  { variable, field }: SentInput,
): ExpectedAnswer | undefined {
  const type = field.arguments.get('input');
  if (!type || isOfType(variable?.value, type)) return undefined;
  return { kind: 'invalid', errors: firstErrors(variableErrors(rules, input)), listedIn: 'variables' };
}

/** The errors of a variable by its shape, in field order. */
export const variableErrors = (rules: WriteRules, input: JsonObject): ExpectedError[] =>
  inFieldOrder(rules.shapeErrors(withLists(input, rules.shape) as JsonObject), rules.shape);

export const expectPair = (rules: WriteRules, input: JsonObject, sent: SentInput): ExpectedPair => ({
  rest: expectRest(rules, input),
  graphql: expectGraphQL(rules, input, sent),
});

/** A single value in place of a list becomes a list of one, as in GraphQL. */
function withLists(value: unknown, shape: Shape | undefined): unknown {
  if (value === null || value === undefined || !shape) return value;
  if (shape.kind === 'array') {
    return (Array.isArray(value) ? value : [value]).map((entry) => withLists(entry, shape.item));
  }
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withLists(inner, shape.fields?.get(name)?.shape)]));
}
