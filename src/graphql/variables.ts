// The variables and inputs of a request in the names and types of the domain, and the faults of all variables at once.
import {
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
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { isJsonObject } from '../http/json-body.ts';
import type { FieldError, FieldErrorCode } from '../operation/failure.ts';
import { check, inFieldOrder, MAX_ERRORS } from '../operation/field-errors.ts';
import { domainObjects } from '../operation/field-types.ts';
import { givenFields } from '../operation/input.ts';
import { notOfKind, REQUIRED_MESSAGE } from '../operation/messages.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import { inputTypes } from './schema-plugin.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Fault {
  readonly variable: string;
  /** The field of an input, in the names of the domain; empty for a fault of the variable itself. */
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

/** The values of the variables that an operation declares; undefined if one of them does not fit its type. */
export function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): Variables | undefined {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const values = Object.fromEntries(names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])));
  return fits(schema, variableDefinitions, values) ? values : undefined;
}

/** Whether values fit the types of their variables by the rules of GraphQL; the check ends at the first fault. */
const fits = (schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[], values: Variables): boolean =>
  !getVariableValues(schema, definitions, values, { maxErrors: 0 }).errors;

/** The faults of all variables that an operation declares, at most `MAX_ERRORS`. */
export const checkVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
  view: VersionView,
): Fault[] =>
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
): Fault[] {
  const variable = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  const value = Object.hasOwn(given, variable) ? given[variable] : undefined;
  const isMissing = value === undefined || value === null;
  const errors = isMissing ? [] : inputErrors(type, view, value);
  if (errors.length > 0) return spellErrors(errors, DOMAIN_SPELLING).map((error) => ({ variable, ...error }));
  if (fits(schema, [definition], value === undefined ? {} : { [variable]: value })) return [];
  return [
    isMissing
      ? { variable, field: '', code: 'REQUIRED', message: REQUIRED_MESSAGE }
      : { variable, field: '', code: 'INVALID_FORMAT', message: typeMessage(type, value) },
  ];
}

/** The kinds of JSON of the scalars that are no texts. */
const KINDS: Readonly<Record<string, string>> = { Int: 'number', Float: 'number', Boolean: 'boolean' };

/** The message for a variable that does not fit its type, with its kind if that cannot fit. */
function typeMessage(type: GraphQLType | undefined, value: unknown): string {
  const rule = `Must be of type ${type}`;
  const leaf = getNullableType(type);
  return isLeafType(leaf) && typeof value !== (KINDS[leaf.name] ?? 'string') ? notOfKind(rule, value) : rule;
}

/** The errors of a value by the shape of its input type; none for a type that has no shape. */
function inputErrors(type: GraphQLType | undefined, view: VersionView, value: unknown): readonly FieldError[] {
  const named = getNullableType(type);
  const checked = isInputObjectType(named) ? inputTypes.get(named.name) : undefined;
  if (!checked) return [];
  const input = inDomain(named, value);
  const shape = view.shape(checked.shape);
  const fields = isJsonObject(input) ? givenFields(shape, input) : input;
  const { errors } = check(shape, fields);
  if (domainObjects.get(checked.shape)?.use !== 'update') return inFieldOrder(errors, shape);
  // An update may repeat what is stored beyond the limits of its version: that is known once the types are right.
  const certain = check(view.storedShape(checked.shape), fields).errors;
  const places = new Set(certain.map(placeOf));
  // Of two errors at one place the first remains: that of the version.
  return inFieldOrder([...errors.filter((error) => places.has(placeOf(error))), ...certain], shape);
}

const placeOf = ({ path }: FieldError): string => JSON.stringify(path);

/** A value of an input type as the domain has it; a part that does not fit its type stays as it is. */
export function inDomain(type: GraphQLType | undefined, value: unknown): unknown {
  if (!type || value === null || value === undefined) return value;
  if (isNonNullType(type)) return inDomain(type.ofType, value);
  if (isListType(type)) return (Array.isArray(value) ? value : [value]).map((entry) => inDomain(type.ofType, entry));
  if (type === GraphQLID) return numericId(value);
  if (!isInputObjectType(type) || !isJsonObject(value)) return value;
  // Without a prototype: `__proto__` is a field that it does not have.
  const fields = type.getFields();
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inDomain(fields[name]?.type, inner)]));
}

/** An integer as JavaScript prints it: a large one is too large, as on REST. */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,20}|-?[1-9](?:\.[0-9]{1,20})?e\+[0-9]{1,3})$/;

const numericId = (id: unknown): unknown => (typeof id === 'string' && INTEGER.test(id) ? Number(id) : id);
