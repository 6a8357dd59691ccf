// The only way from a resolver into an operation and back.
import type { GraphQLResolveInfo } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { hasPermission } from '../operation/context.ts';
import type { Id } from '../operation/id.ts';
import type { OperationOf, Written } from '../operation/operation.ts';
import { failureOf, forbidden } from '../operation/operation-failure.ts';
import { type OperationRequest, run } from '../operation/run.ts';
import { DOMAIN_SPELLING, type SpelledError, spellErrors } from '../operation/spelling.ts';
import type { ProductRow } from '../products/product-rows.ts';
import { owns } from '../products/read-product.ts';
import type { GraphQLContext } from './builder.ts';
import { ALL_PERMITS } from './limits/answer-bounds.ts';
import { TOO_LARGE } from './referred-products.ts';
import { rowShapeOf } from './selection.ts';

/** The record, unless it is too large for the response. @throws {OperationFailure} answerTooLarge. */
function bounded<Row extends object | null>(
  { bounds }: GraphQLContext,
  info: GraphQLResolveInfo,
  row: Row,
): Row {
  if (row && !bounds.add(info, row)) throw TOO_LARGE;
  return row;
}

/** Runs a read. @throws {OperationFailure} */
export async function read<Output extends object>(
  context: GraphQLContext,
  operation: OperationOf<Output>,
  id: unknown,
  info: GraphQLResolveInfo,
): Promise<Output> {
  const { bounds } = context;
  const shape = rowShapeOf(context, info);
  const record = await bounds.withPermits(1, async () => {
    if (bounds.isFull) throw TOO_LARGE;
    return run(operation, context.operation, { id, shape });
  });
  return bounded(context, info, record);
}

/** Reads the product that a record refers to; null unless the caller owns it. */
async function readReferred(
  context: GraphQLContext,
  id: Id,
  info: GraphQLResolveInfo,
): Promise<ProductRow | null> {
  const found = await context.loadReferred(id, rowShapeOf(context, info));
  const product = bounded(context, info, found);
  return product && owns(context.operation.caller, product) ? product : null;
}

interface Referring {
  readonly id: Id;
  /** Absent unless it came with the record. */
  readonly product?: Pick<ProductRow, 'ownerId'> | undefined;
}

/** The product that a record refers to; null unless the caller owns it. */
export function productOf(
  context: GraphQLContext,
  { id, product }: Referring,
  info: GraphQLResolveInfo,
): object | null | Promise<object | null> {
  if (!product) return readReferred(context, id, info);
  return owns(context.operation.caller, product) ? product : null;
}

export type Payload =
  | { readonly success: true; readonly errors: readonly []; readonly id: Id }
  | { readonly success: false; readonly errors: readonly SpelledError[]; readonly id: null };

interface WriteRequest extends Omit<OperationRequest, 'mutationAlias' | 'shape'> {
  readonly info: GraphQLResolveInfo;
}

/** Runs a write. Validation errors are data of the payload. @throws {OperationFailure} any other failure */
export async function write(
  { bounds, operation: context }: GraphQLContext,
  operation: OperationOf<Written>,
  { info, ...request }: WriteRequest,
): Promise<Payload> {
  const aliased = context.idempotencyKey !== undefined && {
    mutationAlias: mutationAlias(info),
  };
  try {
    const { id } = await bounds.withPermits(ALL_PERMITS, () =>
      run(operation, context, { ...request, ...aliased }),
    );
    return { success: true, errors: [], id };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'invalid') throw error;
    return { success: false, errors: spellErrors(failure.errors, DOMAIN_SPELLING), id: null };
  }
}

/** The current state of a written record. Returning it is a read and needs its own permission. */
export async function readWritten(
  context: GraphQLContext,
  { id }: Payload,
  info: GraphQLResolveInfo,
): Promise<ProductRow | null> {
  if (id === null) return null;
  if (!hasPermission(context.operation.caller, 'READ')) throw forbidden('READ');
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
