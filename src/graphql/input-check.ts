// Variables of the wrong type (D36): answered by the rules of the operation, all faults at once, instead of the
// engine's first coercion message.
import {
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Failure, type FieldError, invalid, invalidField } from '../operation/failure.ts';
import { REQUIRED_MESSAGE } from '../operation/field-errors.ts';
import { dryRun, type OperationContext } from '../operation/operation.ts';
import type { GraphQLContext } from './builder.ts';
import { refusalError } from './failures.ts';
import { withNumericIds } from './ids.ts';
import { ROOT_FIELDS } from './operations.ts';

type Variables = Readonly<Record<string, unknown>>;

export const useInputCheck: Plugin<GraphQLContext> = {
  async onExecute({ args, setResultAndStopExecution }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    const variables: Variables = args.variableValues ?? {};
    const { errors } = getVariableValues(args.schema, operation.variableDefinitions ?? [], { ...variables });
    if (!errors) return;
    const fragments = args.document.definitions.filter(
      (node: DefinitionNode) => node.kind === Kind.FRAGMENT_DEFINITION,
    );
    const fields = rootFields(operation.selectionSet, fragments as FragmentDefinitionNode[]);
    const failure = await firstFailure(fields, variables, args.contextValue.operation);
    setResultAndStopExecution({
      errors: [refusalError(failure ?? mismatch(operation, variables, errors))],
    });
  },
};

function rootFields(set: SelectionSetNode, fragments: readonly FragmentDefinitionNode[]): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(selection.selectionSet, fragments);
    const fragment = fragments.find(({ name }) => name.value === selection.name.value);
    return fragment ? rootFields(fragment.selectionSet, fragments) : [];
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
    const { failure } = await check(field, variables, context);
    if (failure?.kind === 'invalid') errors.push(...failure.errors);
    else if (failure) return failure;
  }
  return errors.length > 0 ? invalid(errors).failure : undefined;
}

async function check(field: FieldNode, variables: Variables, context: OperationContext) {
  const operation = ROOT_FIELDS[field.name.value];
  if (!operation) return { failure: undefined };
  const given = new Map(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, { ...variables })]),
  );
  const idIsMissing = operation.find && (given.get('id') ?? null) === null;
  return dryRun(operation, context, {
    id: given.get('id'),
    body: () => {
      if (idIsMissing) throw required('id');
      return operation.validate && inputObject(given.get('input') ?? null);
    },
  });
}

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
