// The variables and inputs of a request in domain names and types, and the errors of all variables at once.
import {
  type DocumentNode,
  GraphQLID,
  type GraphQLSchema,
  type GraphQLType,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  ValidationContext,
  type VariableDefinitionNode,
} from 'graphql';
import { isJsonObject } from '../http/json-body.ts';
import { check, inFieldOrder, MAX_ERRORS } from '../operation/check.ts';
import { notOfKind, REQUIRED_MESSAGE } from '../operation/messages.ts';
import { type SpelledError, spellErrors } from '../operation/spelling.ts';
import { givenFields, type VersionView } from '../operation/version-view.ts';
import { inputTypes } from './schema-plugin.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The `field` is one of an input, in domain names, or empty for an error of the variable itself. */
interface VariableError extends SpelledError {
  readonly variable: string;
}

/** The values of the variables an operation declares; undefined if one doesn't fit its type. */
export function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): Variables | undefined {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const values = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])),
  );
  return fits(schema, variableDefinitions, values) ? values : undefined;
}

/**
 * Whether values fit their variables' types by the rules of GraphQL. It stops at the first that doesn't: the engine
 * would look for similar names for 50 unknown fields, which takes half a second for a wide object.
 */
const fits = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Variables,
) => !getVariableValues(schema, definitions, values, { maxErrors: 0 }).errors;

/**
 * The errors of nulls where the schema takes none. A variable with a default may be nullable there, and its null would
 * fail while the operation runs, after other mutations are done.
 */
export function checkNulls(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  values: Variables,
): VariableError[] {
  const { variableDefinitions = [] } = operation;
  const nulls = variableDefinitions.flatMap(({ variable: { name }, defaultValue }) =>
    defaultValue && values[name.value] === null ? [name.value] : [],
  );
  if (nulls.length === 0) return [];
  const validation = new ValidationContext(schema, document, new TypeInfo(schema), () => {});
  const required = validation
    .getRecursiveVariableUsages(operation)
    .flatMap(({ node, type }) => (isNonNullType(type) ? [node.name.value] : []));
  return nulls.filter((name) => required.includes(name)).map(missingVariable);
}

const missingVariable = (variable: string): VariableError => ({
  variable,
  field: '',
  code: 'REQUIRED',
  message: REQUIRED_MESSAGE,
});

/** The errors of all variables an operation declares, at most `MAX_ERRORS`. */
export const checkVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
  view: VersionView,
): VariableError[] =>
  variableDefinitions
    .values()
    .flatMap((definition) => checkVariable(schema, definition, given, view))
    .take(MAX_ERRORS)
    .toArray();

function checkVariable(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  given: Variables,
  view: VersionView,
): VariableError[] {
  const variable = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  const value = Object.hasOwn(given, variable) ? given[variable] : undefined;
  const isMissing = value === undefined || value === null;
  const errors = isMissing ? [] : inputErrors(type, view, value);
  if (errors.length > 0) return spellErrors(errors).map((error) => ({ variable, ...error }));
  if (fits(schema, [definition], value === undefined ? {} : { [variable]: value })) return [];
  return [
    isMissing
      ? missingVariable(variable)
      : { variable, field: '', code: 'INVALID_FORMAT', message: typeMessage(type, value) },
  ];
}

/** The JSON kinds of the scalars that are not strings. */
const KINDS: Readonly<Record<string, string>> = {
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
};

/** The message for a variable that doesn't fit its type, with its kind if that can't fit. */
function typeMessage(type: GraphQLType | undefined, value: unknown): string {
  const rule = `Must be of type ${type}`;
  const leaf = getNullableType(type);
  return isLeafType(leaf) && typeof value !== (KINDS[leaf.name] ?? 'string')
    ? notOfKind(rule, value)
    : rule;
}

/** The errors of a value by the shape of its input type; none for a type without a shape. */
function inputErrors(type: GraphQLType | undefined, view: VersionView, value: unknown) {
  const named = getNullableType(type);
  const checked = isInputObjectType(named) ? inputTypes.get(named.name) : undefined;
  if (!checked) return [];
  const input = inDomain(named, value);
  const shape = view.shape(checked.shape);
  const fields = isJsonObject(input) ? givenFields(shape, input) : input;
  return inFieldOrder(check(shape, fields).errors, shape);
}

/** A value of an input type in domain terms; a part that doesn't fit its type stays as it is. */
export function inDomain(type: GraphQLType | undefined, value: unknown): unknown {
  if (!type || value === null || value === undefined) return value;
  if (isNonNullType(type)) return inDomain(type.ofType, value);
  if (isListType(type))
    return (Array.isArray(value) ? value : [value]).map((entry) =>
      inDomain(type.ofType, entry),
    );
  if (type === GraphQLID) return numericId(value);
  if (!isInputObjectType(type) || !isJsonObject(value)) return value;
  // Without a prototype, so that `__proto__` is an unknown field.
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inDomain(fields[name]?.type, inner)]),
  );
}

/** An integer as JavaScript prints it, so that a large one is too large, as on REST. */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,20}|-?[1-9](?:\.[0-9]{1,20})?e\+[0-9]{1,3})$/;

const numericId = (id: unknown) =>
  typeof id === 'string' && INTEGER.test(id) ? Number(id) : id;
