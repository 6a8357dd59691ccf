// The only way from a resolver into an operation and back.
import type { GraphQLResolveInfo } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { Unchecked } from '../operation/field-types.ts';
import type { Id } from '../operation/id.ts';
import type { OperationOf, Written } from '../operation/operation.ts';
import { forbidden, OperationFailure } from '../operation/operation-failure.ts';
import { type OperationRequest, run } from '../operation/run.ts';
import { type SpelledError, spellErrors } from '../operation/spelling.ts';
import type { ProductRow } from '../products/product-rows.ts';
import { owns } from '../products/read-product.ts';
import type { GraphQLContext } from './builder.ts';
import { ALL_PERMITS } from './limits/response-bounds.ts';
import { TOO_LARGE } from './referred-products.ts';
import { selectionOf } from './selection.ts';

/** The record, unless it is too large for the response. @throws {OperationFailure} responseTooLarge. */
function bounded<Row extends object | null>(
  { bounds }: GraphQLContext,
  info: GraphQLResolveInfo,
  row: Row,
): Row {
  if (row && !bounds.add(info, row)) throw TOO_LARGE;
  return row;
}

/** Runs an operation and notes how it ended. */
async function runNoted<Output>(
  { operation: context, ran }: GraphQLContext,
  operation: OperationOf<Output>,
  request: OperationRequest,
) {
  const one = await run(operation, context, request);
  ran.push(one);
  return one;
}

/** Runs a read. @throws {OperationFailure} */
export async function read<Output extends object>(
  context: GraphQLContext,
  operation: OperationOf<Output>,
  id: unknown,
  info: GraphQLResolveInfo,
): Promise<Output> {
  const { bounds } = context;
  const selection = selectionOf(context, info);
  const ran = await bounds.withPermits(1, async () => {
    if (bounds.isFull) throw TOO_LARGE;
    return runNoted(context, operation, { id, selection });
  });
  if (ran.failure) throw new OperationFailure(ran.failure);
  return bounded(context, info, ran.output);
}

/** Reads the product that a record refers to; null unless the caller owns it. */
async function readReferred(context: GraphQLContext, id: Id, info: GraphQLResolveInfo) {
  const found = await context.loadReferred(id, selectionOf(context, info));
  const product = bounded(context, info, found);
  return product && owns(context.operation.caller, product) ? product : null;
}

interface Referring {
  readonly id: Id;
  /** With the columns that the document selects; absent unless it came with the record. */
  readonly product?: Pick<ProductRow, 'id' | 'ownerId' | 'type'> | undefined;
}

/** The product that a record refers to; null unless the caller owns it. */
export function productOf(
  context: GraphQLContext,
  { id, product }: Referring,
  info: GraphQLResolveInfo,
) {
  if (!product) return readReferred(context, id, info);
  return owns(context.operation.caller, product) ? product : null;
}

export interface Payload {
  readonly success: boolean;
  readonly errors: readonly SpelledError[];
  /** Null unless the write was done. */
  readonly id: Id | null;
}

interface WriteRequest extends Pick<OperationRequest, 'id' | 'ifRevision'> {
  readonly fields: Unchecked;
  readonly info: GraphQLResolveInfo;
}

/** Runs a write. Validation errors are data of the payload. @throws {OperationFailure} any other failure */
export async function write(
  context: GraphQLContext,
  operation: OperationOf<Written>,
  { info, fields, ...request }: WriteRequest,
): Promise<Payload> {
  const { bounds, idempotencyKey } = context;
  const keyed = idempotencyKey !== undefined && {
    idempotencyKey,
    mutationAlias: mutationAlias(info),
  };
  const ran = await bounds.withPermits(ALL_PERMITS, () =>
    runNoted(context, operation, { ...request, ...keyed, body: { fields, errors: [] } }),
  );
  const { failure } = ran;
  if (!failure) return { success: true, errors: [], id: ran.output.id };
  if (failure.kind !== 'invalid') throw new OperationFailure(failure);
  return { success: false, errors: spellErrors(failure.errors), id: null };
}

/** The current state of a written record. Returning it is a read and needs its own permission. */
export async function readWritten(
  context: GraphQLContext,
  { id }: Payload,
  info: GraphQLResolveInfo,
) {
  if (id === null) return null;
  if (!context.operation.caller.permissions.includes('READ')) throw forbidden('READ');
  return readReferred(context, id, info);
}

/** The alias of one of several mutations; empty for a single one, which is the same write as on REST. */
function mutationAlias(info: GraphQLResolveInfo): string {
  const { schema, fragments, variableValues, parentType, operation, path } = info;
  const { selectionSet } = operation;
  const fields = collectFields(schema, fragments, variableValues, parentType, selectionSet);
  const mutations = [...fields.values()].filter(
    ([field]) => field?.name.value !== '__typename',
  );
  return mutations.length > 1 ? String(path.key) : '';
}
