// The one way from a resolver into an operation, and from its result to the answer of the resolver.
import type { GraphQLResolveInfo } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { hasPermission } from '../operation/context.ts';
import { forbidden } from '../operation/failure.ts';
import { parseId } from '../operation/id.ts';
import type { OperationOf, Selection } from '../operation/operation.ts';
import { asResult, type OperationRequest, type Result, run } from '../operation/run.ts';
import { DOMAIN_SPELLING, type SpelledError, spellErrors } from '../operation/spelling.ts';
import type { GraphQLContext } from './builder.ts';
import { graphqlError } from './failures.ts';
import { ALL_PERMITS } from './limits/answer-bounds.ts';
import { areNestedTextsTooLong, reachesItems } from './limits/nested-texts.ts';
import { selectionOf } from './selection.ts';

/** Runs a read; every failure is an error of the field. */
export async function read<Output extends object>(
  context: GraphQLContext,
  operation: OperationOf<Output>,
  id: unknown,
  info: GraphQLResolveInfo,
): Promise<Output> {
  const selection = selectionOf(context, info);
  const permits = reachesItems(selection) ? ALL_PERMITS : 1;
  const result = await context.bounds.withPermits(permits, () =>
    readBounded(context, operation, { id, selection, info }),
  );
  if (result.failure) throw graphqlError(result.failure);
  return result.value;
}

const TOO_LARGE = { failure: { kind: 'answerTooLarge' } } as const;
const ID = { select: { id: true } } as const;

interface ReadRequest {
  readonly id: unknown;
  readonly selection: Selection;
  readonly info: GraphQLResolveInfo;
}

/** Reads a record that is not too large for the answer; the texts of its items are counted before they are read. */
async function readBounded<Output extends object>(
  { operation: context, bounds }: GraphQLContext,
  operation: OperationOf<Output>,
  { id, selection, info }: ReadRequest,
  wrap: (record: Output) => object = (record) => record,
): Promise<Result<Output>> {
  if (bounds.isFull) return TOO_LARGE;
  const counted = await asResult(() => areNestedTextsTooLong(context.db, operation.name, parseId(id), selection));
  if (counted.failure) return counted;
  const result = await run(operation, context, { id, selection: counted.value ? ID : selection });
  return result.failure || (!counted.value && bounds.add(info, result.value, wrap(result.value))) ? result : TOO_LARGE;
}

export type Payload<Output> =
  | { readonly success: true; readonly errors: readonly []; readonly output: Output; readonly record: Result<Output> }
  | { readonly success: false; readonly errors: readonly SpelledError[]; readonly output: null };

const asPayload = (record: object) => ({ product: record, bundle: record });

interface WriteRequest<Output> extends Omit<OperationRequest, 'mutationAlias' | 'selection'> {
  readonly info: GraphQLResolveInfo;
  /** Reads the written record when the document asks for more than its row. */
  readonly reader: OperationOf<Output>;
}

/** Runs a write; validation errors are data of the payload, every other failure is an error of the field. */
export async function write<Output extends { readonly id: number }>(
  context: GraphQLContext,
  operation: OperationOf<Output>,
  { reader, info, ...request }: WriteRequest<Output>,
): Promise<Payload<Output>> {
  const selection = selectionOf(context, info, true);
  return context.bounds.withPermits(ALL_PERMITS, async () => {
    const isReadLater = reachesItems(selection) || context.bounds.isFull;
    const ownSelection = isReadLater ? ID : selection;
    const aliased = context.operation.idempotencyKey !== undefined && { mutationAlias: mutationAlias(info) };
    const result = await run(operation, context.operation, { ...request, ...aliased, selection: ownSelection });
    if (!result.failure) {
      const output = result.value;
      const record = isReadLater
        ? await readBounded(context, reader, { id: output.id, selection, info }, asPayload)
        : context.bounds.add(info, output, asPayload(output))
          ? result
          : TOO_LARGE;
      return { success: true, errors: [], output, record };
    }
    if (result.failure.kind !== 'invalid') throw graphqlError(result.failure);
    return { success: false, errors: spellErrors(result.failure.errors, DOMAIN_SPELLING), output: null };
  });
}

/** The record that a write returns: to show it is a read, which needs its own permission. */
export function writtenRecord<Output>(payload: Payload<Output>, { operation }: GraphQLContext): Output | null {
  if (!payload.success) return null;
  if (!hasPermission(operation.caller, 'READ')) throw graphqlError(forbidden('READ').failure);
  if (payload.record.failure) throw graphqlError(payload.record.failure);
  return payload.record.value;
}

/** The alias of one of several mutations; empty for a single one, which is the same write as on REST. */
function mutationAlias({ schema, fragments, variableValues, parentType, operation, path }: GraphQLResolveInfo): string {
  const fields = collectFields(schema, fragments, variableValues, parentType, operation.selectionSet);
  const mutations = [...fields.values()].filter(([field]) => field?.name.value !== '__typename');
  return mutations.length > 1 ? String(path.key) : '';
}
