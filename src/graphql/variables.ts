// The variables and inputs of a request in the names and types of the domain, and the faults of all variables at once.
import {
  coerceInputValue,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { isJsonObject } from '../http/json-body.ts';
import type { FieldError, FieldErrorCode } from '../operation/failure.ts';
import { check, inFieldOrder, MAX_ERRORS } from '../operation/field-errors.ts';
import { domainObjects } from '../operation/field-types.ts';
import { boundInput, givenFields } from '../operation/input.ts';
import { notOfKind, REQUIRED_MESSAGE } from '../operation/messages.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
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

/** The faults of all variables that an operation declares, at most `MAX_ERRORS`. */
export const checkVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
  view: VersionView,
): Fault[] =>
  declaredVariables(schema, operation, given)
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

/** The argument `input` of a mutation as the domain has it. */
export function domainInput({ parentType, fieldName }: GraphQLResolveInfo, input: unknown): unknown {
  const argument = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input');
  return argument ? inDomain(argument.type, input) : input;
}

/** A value of an input type as the domain has it; a part that does not fit its type stays as it is. */
function inDomain(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return inDomain(type.ofType, value);
  if (isListType(type)) return (Array.isArray(value) ? value : [value]).map((entry) => inDomain(type.ofType, entry));
  if (type === GraphQLID) return numericId(value);
  if (!isInputObjectType(type) || !isJsonObject(value)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field ? inDomain(field.type, inner) : inner];
    }),
  );
}

/** An integer as JavaScript prints it: a large one is too large, as on REST. */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,20}|-?[1-9](?:\.[0-9]{1,20})?e\+[0-9]{1,3})$/;

const numericId = (id: unknown): unknown => (typeof id === 'string' && INTEGER.test(id) ? Number(id) : id);
