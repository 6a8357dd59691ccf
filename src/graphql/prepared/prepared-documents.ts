// Executes documents that Yoga has already parsed, validated and found within the limits; Yoga does everything else.
import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, getOperationAST } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { ServerContext } from '../builder.ts';
import { variablesOf } from '../input-check.ts';

/** The result of a prepared document; undefined for a request that Yoga must check: its key or its variables. */
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

/** Gives Yoga a result with errors, which it answers without executing the document again. */
export const useExecuted: Plugin<ServerContext> = {
  onExecute({ args, setExecuteFn }) {
    const { executed } = args.contextValue;
    if (executed) setExecuteFn(() => executed);
  },
};
