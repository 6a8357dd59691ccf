// Variables of the wrong type: the faults of all variables at once, instead of the engine's first coercion message.
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isLeafType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isJsonObject } from '../http/json-body.ts';
import { FAILURES, type FieldError, type FieldErrorCode } from '../operation/failure.ts';
import { check, inFieldOrder, MAX_ERRORS } from '../operation/field-errors.ts';
import { domainObjects } from '../operation/field-types.ts';
import { boundInput, givenFields } from '../operation/input.ts';
import { notOfKind, REQUIRED_MESSAGE } from '../operation/messages.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { ServerContext } from './builder.ts';
import { inDomain } from './domain-input.ts';
import { NOT_EXECUTED } from './failures.ts';
import { inputTypes } from './types/input-types.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Fault {
  readonly variable: string;
  /** The field of an input, in the names of the domain; empty for a fault of the variable itself. */
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

/** A variable within the bounds of all input types. */
const bounded = (value: unknown, view: VersionView): unknown =>
  boundInput(value, () => {
    const shapes = [...inputTypes.values()].map(({ shape }) => shape);
    return { names: new Set(shapes.flatMap(({ shape }) => Object.keys(shape))), entries: view.entryBound(shapes) };
  });

/** The values of the variables that an operation declares; undefined if one of them does not fit its type. */
export function variablesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
  view: VersionView,
) {
  const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const present = names.filter((name) => Object.hasOwn(given, name));
  // The engine copies every entry of a list.
  const values = Object.fromEntries(present.map((name) => [name, bounded(given[name], view)]));
  return declaredVariables(schema, operation, values).every(fitsType) ? values : undefined;
}

/** Whether a variable fits its type by the rules of GraphQL; the check ends at the first fault. */
function fitsType({ type, value }: Variable): boolean {
  try {
    coerceInputValue(value, type, (_path, _value, error) => {
      throw error;
    });
    return true;
  } catch {
    return false;
  }
}

export const useInputCheck: Plugin<ServerContext> = {
  onExecute({ args, setResultAndStopExecution }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    const given: Variables = args.variableValues ?? {};
    const { view } = args.contextValue.operation;
    const values = variablesOf(args.schema, operation, given, view);
    if (values) {
      args.variableValues = values;
      return;
    }
    const { code, message } = FAILURES.invalid;
    const faults = checkVariables(declaredVariables(args.schema, operation, given), view);
    args.contextValue.exchange.refusal = {
      code,
      status: FAILURES.invalid.status,
      fields: faults.map(({ variable, field, ...fault }) => ({ ...fault, field: faultPath(variable, field) })),
    };
    setResultAndStopExecution({
      errors: [new GraphQLError(message, { extensions: { code, errors: faults, http: NOT_EXECUTED } })],
    });
  },
};

interface Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: unknown;
}

/** The variables of an operation in the order of their definitions, without those that have their default. */
const declaredVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): Variable[] =>
  variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    const isByDefault = defaultValue && !Object.hasOwn(given, name);
    return isByDefault || !isInputType(type) ? [] : [{ name, type, value: given[name] }];
  });

const faultPath = (variable: string, field: string) => (field === '' ? `$${variable}` : `$${variable}.${field}`);

/** The faults of all variables, at most `MAX_ERRORS`. */
const checkVariables = (variables: readonly Variable[], view: VersionView): Fault[] =>
  variables
    .values()
    .flatMap((variable) => checkVariable(variable, view))
    .take(MAX_ERRORS)
    .toArray();

function checkVariable(variable: Variable, view: VersionView): Fault[] {
  const { name, type, value } = variable;
  if (value === undefined || value === null) {
    return isNonNullType(type) ? [{ variable: name, field: '', code: 'REQUIRED', message: REQUIRED_MESSAGE }] : [];
  }
  const errors = inputErrors(type, view, value);
  if (errors.length > 0) return spellErrors(errors, DOMAIN_SPELLING).map((error) => ({ variable: name, ...error }));
  return fitsType(variable)
    ? []
    : [{ variable: name, field: '', code: 'INVALID_FORMAT', message: typeMessage(type, value) }];
}

/** The kinds of JSON of the scalars that are no texts. */
const KINDS: Readonly<Record<string, string>> = { Int: 'number', Float: 'number', Boolean: 'boolean' };

/** The message for a variable that does not fit its type, with its kind if that cannot fit. */
function typeMessage(type: GraphQLInputType, value: unknown): string {
  const rule = `Must be of type ${type}`;
  const leaf = getNullableType(type);
  return isLeafType(leaf) && typeof value !== (KINDS[leaf.name] ?? 'string') ? notOfKind(rule, value) : rule;
}

/** The errors of a value by the shape of its input type; none for a type that has no shape. */
function inputErrors(type: GraphQLInputType, view: VersionView, value: unknown): readonly FieldError[] {
  const named = isNonNullType(type) ? type.ofType : type;
  const checked = isInputObjectType(named) ? inputTypes.get(named.name) : undefined;
  if (!checked) return [];
  const input = inDomain(named, bounded(value, view));
  const shape = view.shape(checked.shape);
  const fields = isJsonObject(input) ? givenFields(shape, input) : input;
  const { errors } = check(shape, fields);
  // An update may repeat what is stored beyond the limits of its version: that is known once the types are right.
  const isUpdate = domainObjects.get(checked.shape)?.use === 'update';
  const certain = isUpdate ? new Set(check(view.storedShape(checked.shape), fields).errors.map(placeOf)) : undefined;
  return inFieldOrder(certain ? errors.filter((error) => certain.has(placeOf(error))) : errors, shape);
}

const placeOf = ({ path }: FieldError): string => JSON.stringify(path);
