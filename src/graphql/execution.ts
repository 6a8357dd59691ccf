// What happens between a valid document and its execution: a prepared one is executed at once, of others key and variables are checked.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { FAILURES } from '../operation/failure.ts';
import { parseKey } from '../operation/idempotency.ts';
import { asResult } from '../operation/run.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';
import type { ServerContext } from './builder.ts';
import { graphqlError, NOT_EXECUTED, requestError } from './failures.ts';
import { checkVariables, variablesOf } from './variables.ts';

/**
 * The result of a document that Yoga has parsed, validated and found within the limits before; undefined for a request that is
 * checked below: its key or its variables. Yoga answers a result with errors, without executing the document again.
 */
export function executePrepared(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: GraphQLParams,
  contextValue: ServerContext,
): Promise<ExecutionResult> | undefined {
  if (contextValue.exchange.idempotencyKey !== undefined) return undefined;
  const operation = getOperationAST(document, operationName);
  const variableValues = operation && variablesOf(schema, operation, variables ?? {}, contextValue.operation.view);
  if (!variableValues) return undefined;
  return Promise.resolve(
    execute({ schema, document, operationName: operationName ?? null, variableValues, contextValue }),
  );
}

/** Ends a request that holds a mutation with a malformed key, or variables of the wrong type. */
export const useExecutionChecks: Plugin<ServerContext> = {
  async onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
    const { executed, exchange, operation: context } = args.contextValue;
    if (executed) return setExecuteFn(() => executed);
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    const { code, status } = FAILURES.invalid;
    const { idempotencyKey } = exchange;
    if (idempotencyKey !== undefined && operation.operation === 'mutation') {
      const { failure } = await asResult(async () => parseKey(idempotencyKey));
      if (failure?.kind === 'invalid') {
        exchange.refusal = { code, status, fields: spellErrors(failure.errors, DOMAIN_SPELLING) };
        return setResultAndStopExecution({ errors: [requestError(failure)] });
      }
    }
    const given = args.variableValues ?? {};
    const values = variablesOf(args.schema, operation, given, context.view);
    if (values) {
      args.variableValues = values;
      return;
    }
    const faults = checkVariables(args.schema, operation, given, context.view);
    const fields = faults.map(({ variable, field, ...fault }) => ({
      ...fault,
      field: field === '' ? `$${variable}` : `$${variable}.${field}`,
    }));
    exchange.refusal = { code, status, fields };
    const errors = [graphqlError({ kind: 'invalid', errors: [] }, { errors: faults, http: NOT_EXECUTED })];
    setResultAndStopExecution({ errors });
  },
};

/** The alias of one of several mutations; empty for a single one, which is the same write as on REST. */
export function mutationAlias({
  schema,
  fragments,
  variableValues,
  parentType,
  operation,
  path,
}: GraphQLResolveInfo): string {
  const fields = collectFields(schema, fragments, variableValues, parentType, operation.selectionSet);
  const mutations = [...fields.values()].filter(([field]) => field?.name.value !== '__typename');
  return mutations.length > 1 ? String(path.key) : '';
}
