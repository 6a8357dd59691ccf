// The response to a write by its rules, with errors in field order.
import { asRead, jsonText } from '../calls/call.ts';
import type { Input } from '../contract/contracts.ts';
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
  const byField = new Map<string, ExpectedError>();
  for (const error of errors) {
    const field = JSON.stringify(error.path);
    if (!byField.has(field)) byField.set(field, error);
  }
  return [...byField.values()]
    .map((error) => ({ error, position: positionOf(error.path, shape) }))
    .toSorted((one, other) => one.position.localeCompare(other.position))
    .map(({ error }) => error)
    .slice(0, MAX_ERRORS);
}

/**
 * The index of each step among its siblings, so that a list or object precedes what it contains; unknown fields share
 * the last index and keep their order.
 */
function positionOf([step, ...rest]: Path, shape: Shape | undefined): string {
  if (step === undefined) return '';
  const names = [...(shape?.fields.keys() ?? [])];
  const known = typeof step === 'number' ? step : names.indexOf(step);
  const inner = typeof step === 'number' ? shape?.item : shape?.fields.get(step);
  return known < 0 ? digits(names.length) : digits(known) + positionOf(rest, inner);
}

/** An index as text in the order of numbers. */
const digits = (index: number) => String(index).padStart(6, '0');

/** The shape is in field order. */
export interface WriteRules extends Input {
  /** Errors by the shape of the input alone: types, limits, unknown fields. */
  shapeErrors(input: JsonObject): ExpectedError[];
  /** Those of a variable of the wrong type, for which no stored product is read; absent for a create. */
  variableErrors?(input: JsonObject): ExpectedError[];
  /** Errors by rules across fields, about stored products and image hosts; only fields of the right type count. */
  otherErrors(input: JsonObject): ExpectedError[];
  /** The fields of the product after a write without errors. */
  stored(input: JsonObject): JsonObject;
}

/** An input as the API reads it; NUL replaces a string with half of a surrogate pair, which no pattern rejects. */
const asChecked = (input: unknown): JsonObject =>
  JSON.parse(jsonText(input), (_, value) =>
    typeof value === 'string' && !value.isWellFormed() ? '\0' : value,
  );

/** The response to an input that was read. */
function answerTo(rules: WriteRules, input: JsonObject): ExpectedAnswer {
  const errors = [...rules.shapeErrors(input), ...rules.otherErrors(input)];
  return errors.length > 0
    ? { kind: 'invalid', errors: listed(errors, rules.shape) }
    : { kind: 'ok', stored: rules.stored(input) };
}

/** The REST response to an input. */
export const expectRest = (rules: WriteRules, input: unknown): ExpectedAnswer =>
  answerTo(rules, asChecked(input));

/** The error of a variable of the wrong type, by its shape alone; undefined for one of the right type. */
export function variableRefusal(
  rules: WriteRules,
  input: unknown,
): ExpectedAnswer | undefined {
  const { shape, variableType, shapeErrors, variableErrors = shapeErrors } = rules;
  const variable = asRead(toVariable(input, shape, variableType));
  if (!variableType || isOfType(variable, variableType)) return undefined;
  const errors = variableErrors(withLists(asChecked(input), shape) as JsonObject);
  return { kind: 'invalid', errors: listed(errors, shape), listedIn: 'variables' };
}

/** The responses to an input. On GraphQL a list may be a single value, and a variable of the wrong type comes first. */
export function expectPair(rules: WriteRules, input: unknown): ExpectedPair {
  const read = asChecked(input);
  const executed = answerTo(rules, withLists(read, rules.shape) as JsonObject);
  const payload: ExpectedAnswer =
    executed.kind === 'invalid' ? { ...executed, listedIn: 'payload' } : executed;
  return {
    rest: answerTo(rules, read),
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
