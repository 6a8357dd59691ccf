// Executes documents that Yoga has parsed, validated and found within the limits before; everything else is Yoga's work.
import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, getOperationAST } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { variablesOf } from '../input-check.ts';
import { withinLimit } from '../limits/answer-limit.ts';
import type { ServerContext } from '../server-context.ts';

/** The result of a prepared document; undefined for a request of which Yoga has to look at more than its document. */
export function executePrepared(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: GraphQLParams,
  contextValue: ServerContext,
): Promise<ExecutionResult> | undefined {
  if (contextValue.exchange.idempotencyKey !== undefined) return undefined;
  const operation = getOperationAST(document, operationName);
  const variableValues = operation && variablesOf(schema, operation, variables ?? {});
  if (!variableValues) return undefined;
  return Promise.resolve(
    execute({ schema, document, operationName: operationName ?? null, variableValues, contextValue }),
  ).then((result) => withinLimit(result, operation));
}

/** Yoga makes the answer of a result with errors, without executing the document again. */
export const useExecuted: Plugin<ServerContext> = {
  onExecute({ args, setExecuteFn }) {
    const { executed } = args.contextValue;
    if (executed) setExecuteFn(() => executed);
  },
};
