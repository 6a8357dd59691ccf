// Variables of the wrong type (D36): answered by the rules of the operation, all faults at once, instead of the
// engine's first coercion message.
import {
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Failure, type FieldError, invalid, invalidField } from '../operation/failure.ts';
import { REQUIRED_MESSAGE, UNKNOWN_MESSAGE } from '../operation/field-errors.ts';
import { dryRun, type OperationContext } from '../operation/operation.ts';
import type { GraphQLContext } from './builder.ts';
import { refusalError, requestError } from './failures.ts';
import { withNumericIds } from './ids.ts';
import { ROOT_FIELDS } from './operations.ts';
import { schema } from './schema.ts';

type Variables = Readonly<Record<string, unknown>>;

export const useInputCheck: Plugin<GraphQLContext> = {
  async onExecute({ args, setResultAndStopExecution }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    const given: Variables = args.variableValues ?? {};
    const { errors } = getVariableValues(args.schema, operation.variableDefinitions ?? [], { ...given });
    if (!errors) return;
    const variables = { ...defaultsOf(operation), ...given };
    const fragments = args.document.definitions.filter(
      (node: DefinitionNode) => node.kind === Kind.FRAGMENT_DEFINITION,
    );
    const fields = rootFields(operation.selectionSet, fragments as FragmentDefinitionNode[], variables);
    const failure = await firstFailure(fields, variables, args.contextValue.operation);
    const refused = failure ?? mismatch(operation, variables, errors);
    setResultAndStopExecution({
      errors: [refused.kind === 'throttled' ? requestError(refused) : refusalError(refused)],
    });
  },
};

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );

/** The fields that would be executed. */
function rootFields(
  set: SelectionSetNode,
  fragments: readonly FragmentDefinitionNode[],
  variables: Variables,
): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (isLeftOut(selection, variables)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(selection.selectionSet, fragments, variables);
    const fragment = fragments.find(({ name }) => name.value === selection.name.value);
    return fragment ? rootFields(fragment.selectionSet, fragments, variables) : [];
  });
}

/** Whether `@skip` or `@include` leaves a selection out. */
function isLeftOut({ directives = [] }: SelectionNode, variables: Variables): boolean {
  return directives.some(({ name, arguments: [condition] = [] }) => {
    const value = condition && valueFromASTUntyped(condition.value, { ...variables });
    return (name.value === 'skip' && value === true) || (name.value === 'include' && value === false);
  });
}

/** Checks every root field as its operation would, and executes none; validation failures are gathered. */
async function firstFailure(
  fields: readonly FieldNode[],
  variables: Variables,
  context: OperationContext,
): Promise<Failure | undefined> {
  const errors: FieldError[] = [];
  for (const field of fields) {
    const failure = await check(field, variables, context);
    if (failure && failure.kind !== 'invalid') return failure;
    errors.push(...(failure?.errors ?? []));
  }
  return errors.length > 0 ? invalid(errors).failure : undefined;
}

async function check(field: FieldNode, variables: Variables, context: OperationContext): Promise<Failure | undefined> {
  const operation = ROOT_FIELDS[field.name.value];
  if (!operation) return undefined;
  const given = new Map(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, { ...variables })]),
  );
  const idIsMissing = operation.find && (given.get('id') ?? null) === null;
  const { failure } = await dryRun(operation, context, {
    id: given.get('id'),
    body: () => {
      if (idIsMissing) throw required('id');
      return operation.validate && inputObject(given.get('input') ?? null);
    },
  });
  if (failure && failure.kind !== 'invalid') return failure;
  const errors = withUnknown(failure?.errors ?? [], unknownNames(field.name.value, given.get('input')));
  return errors.length > 0 ? invalid(errors).failure : undefined;
}

/** Names that the operation takes and this surface does not have, such as those that REST lets a client send back. */
function unknownNames(field: string, input: unknown): string[] {
  const argument = schema
    .getMutationType()
    ?.getFields()
    [field]?.args.find(({ name }) => name === 'input');
  const type = argument && getNullableType(argument.type);
  if (!isInputObjectType(type) || typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  return Object.keys(input).filter((name) => !Object.hasOwn(type.getFields(), name));
}

const withUnknown = (errors: readonly FieldError[], names: readonly string[]): FieldError[] => [
  ...errors.filter(({ path: [name] }) => !names.includes(String(name))),
  ...names.map((name): FieldError => ({ path: [name], code: 'INVALID_FORMAT', message: UNKNOWN_MESSAGE })),
];

const required = (field: string) => invalidField(field, 'REQUIRED', REQUIRED_MESSAGE);

function inputObject(input: unknown): unknown {
  if (input === null) throw required('input');
  if (typeof input !== 'object' || Array.isArray(input))
    throw invalidField('input', 'INVALID_FORMAT', 'Must be an object');
  return withNumericIds(input);
}

/** A fault that no operation has a rule for, such as that of a directive's variable: one error for each variable. */
function mismatch(operation: OperationDefinitionNode, variables: Variables, errors: readonly GraphQLError[]): Failure {
  const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const faulty = names.filter((name) => errors.some(({ message }) => message.startsWith(`Variable "$${name}"`)));
  return invalid(
    faulty.map((name) =>
      (variables[name] ?? null) === null
        ? { path: [name], code: 'REQUIRED', message: REQUIRED_MESSAGE }
        : { path: [name], code: 'INVALID_FORMAT', message: 'Has the wrong type' },
    ),
  ).failure;
}
