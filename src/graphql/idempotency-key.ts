// Idempotency-Key on GraphQL: a malformed one ends the request, a good one counts for each mutation by its alias.
import { type GraphQLResolveInfo, getOperationAST } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { Plugin } from 'graphql-yoga';
import { FAILURES } from '../operation/failure.ts';
import { parseKey } from '../operation/idempotency.ts';
import { asResult } from '../operation/run.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';
import type { ServerContext } from './builder.ts';
import { requestError } from './failures.ts';

/** Ends a request that holds a mutation and whose key is malformed. */
export const useKeyCheck: Plugin<ServerContext> = {
  async onExecute({ args, setResultAndStopExecution }) {
    const { exchange } = args.contextValue;
    const { idempotencyKey } = exchange;
    if (idempotencyKey === undefined) return;
    if (getOperationAST(args.document, args.operationName)?.operation !== 'mutation') return;
    const { failure } = await asResult(async () => parseKey(idempotencyKey));
    if (failure?.kind !== 'invalid') return;
    const { code, status } = FAILURES.invalid;
    exchange.refusal = { code, status, fields: spellErrors(failure.errors, DOMAIN_SPELLING) };
    setResultAndStopExecution({ errors: [requestError(failure)] });
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
