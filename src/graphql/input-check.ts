// Variables of the wrong type (D36): the faults of all variables at once, instead of the engine's first coercion message.
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isJsonObject } from '../http/json-body.ts';
import { FAILURES, type FieldError, type FieldErrorCode } from '../operation/failure.ts';
import {
  check,
  DOMAIN_SPELLING,
  inFieldOrder,
  MAX_ERRORS,
  REQUIRED_MESSAGE,
  spellErrors,
} from '../operation/field-errors.ts';
import { inDomain } from './domain-input.ts';
import { NOT_EXECUTED } from './failures.ts';
import { inputTypes } from './input-types.ts';
import { schema } from './schema.ts';
import type { ServerContext } from './server-context.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Fault {
  readonly variable: string;
  /** The field of an input, in the names of the domain; empty for a fault of the variable itself. */
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

export const useInputCheck: Plugin<ServerContext> = {
  onExecute({ args, setResultAndStopExecution }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    const given: Variables = args.variableValues ?? {};
    const definitions = operation.variableDefinitions ?? [];
    // graphql-js compares every fault with every name: without a bound, one request keeps the process busy for minutes.
    const { errors } = getVariableValues(args.schema, definitions, given, { maxErrors: 1 });
    if (!errors) return;
    const { code, message } = FAILURES.invalid;
    const faults = faultsOf(operation, given);
    args.contextValue.exchange.refusal = {
      code,
      status: FAILURES.invalid.status,
      fields: faults.map(({ variable, field, code: fault }) => ({ code: fault, field: pathOf(variable, field) })),
    };
    setResultAndStopExecution({
      errors: [new GraphQLError(message, { extensions: { code, errors: faults, http: NOT_EXECUTED } })],
    });
  },
};

const pathOf = (variable: string, field: string) => (field === '' ? `$${variable}` : `$${variable}.${field}`);

/** The faults of all variables in the order of their definitions, at most `MAX_ERRORS`. */
function faultsOf({ variableDefinitions = [] }: OperationDefinitionNode, given: Variables): Fault[] {
  const faults: Fault[] = [];
  for (const definition of variableDefinitions) {
    faults.push(...faultsOfVariable(definition, given));
    if (faults.length >= MAX_ERRORS) break;
  }
  return faults.slice(0, MAX_ERRORS);
}

function faultsOfVariable({ variable, type: node, defaultValue }: VariableDefinitionNode, given: Variables): Fault[] {
  const name = variable.name.value;
  const type = typeFromAST(schema, node);
  if (!isInputType(type)) return [];
  const isGiven = Object.hasOwn(given, name);
  const value = given[name];
  if (!isGiven && defaultValue) return [];
  if (value === undefined || value === null) {
    return isNonNullType(type) ? [{ variable: name, field: '', code: 'REQUIRED', message: REQUIRED_MESSAGE }] : [];
  }
  const errors = inputErrors(type, value);
  if (errors.length > 0) return spellErrors(errors, DOMAIN_SPELLING).map((error) => ({ variable: name, ...error }));
  const isRight = isCoercible(type, value);
  return isRight ? [] : [{ variable: name, field: '', code: 'INVALID_FORMAT', message: `Must be of type ${type}` }];
}

/** The errors of a value by the shape of its input type; none for a type that has no shape. */
function inputErrors(type: GraphQLInputType, value: unknown): readonly FieldError[] {
  const named = isNonNullType(type) ? type.ofType : type;
  const known = isInputObjectType(named) ? inputTypes.get(named.name) : undefined;
  if (!known) return [];
  const input = inDomain(named, value);
  return inFieldOrder(check(known.shape, isJsonObject(input) ? known.normalise(input) : input).errors, known.shape);
}

const NOT_COERCIBLE = new Error('not coercible');

/** Whether graphql-js takes a value for a type; stops at the first fault. */
function isCoercible(type: GraphQLInputType, value: unknown): boolean {
  try {
    coerceInputValue(value, type, () => {
      throw NOT_COERCIBLE;
    });
    return true;
  } catch (error) {
    if (error === NOT_COERCIBLE) return false;
    throw error;
  }
}
