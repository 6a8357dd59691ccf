// The only way from a resolver into an operation and back.
import type { GraphQLResolveInfo } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { hasPermission } from '../operation/context.ts';
import { forbidden } from '../operation/failure.ts';
import type { Id } from '../operation/id.ts';
import type { OperationOf, RowShape, Written } from '../operation/operation.ts';
import { asResult, type OperationRequest, type Result, run } from '../operation/run.ts';
import { DOMAIN_SPELLING, type SpelledError, spellErrors } from '../operation/spelling.ts';
import { loadProduct, type ProductRow } from '../products/product-rows.ts';
import { owns } from '../products/read-product.ts';
import type { GraphQLContext } from './builder.ts';
import { graphqlError } from './failures.ts';
import { ALL_PERMITS } from './limits/answer-bounds.ts';
import { rowShapeOf } from './selection.ts';

const TOO_LARGE = { kind: 'answerTooLarge' } as const;

/** Loads a record that the document selects, unless it is too large for the response. */
async function loadBounded<Row extends object | null>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  load: (shape: RowShape) => Promise<Result<Row>>,
): Promise<Row> {
  const { bounds } = context;
  const shape = rowShapeOf(context, info);
  const result = await bounds.withPermits(1, async () =>
    bounds.isFull ? { failure: TOO_LARGE } : load(shape),
  );
  if (result.failure) throw graphqlError(result.failure);
  const row = result.value;
  if (row && !bounds.add(info, row)) throw graphqlError(TOO_LARGE);
  return row;
}

/** Runs a read; every failure becomes an error of the field. */
export const read = <Output extends object>(
  context: GraphQLContext,
  operation: OperationOf<Output>,
  id: unknown,
  info: GraphQLResolveInfo,
): Promise<Output> =>
  loadBounded(context, info, (shape) => run(operation, context.operation, { id, shape }));

/** Reads the product that a record refers to; null unless the caller owns it. All of a request are read together. */
export async function readReferred(
  context: GraphQLContext,
  id: Id,
  info: GraphQLResolveInfo,
): Promise<ProductRow | null> {
  const { db, caller, outcomes } = context.operation;
  const product = await loadBounded(context, info, async (shape) => {
    const result = await asResult(() => loadProduct(db, id, shape));
    if (result.failure) outcomes.push({ operation: 'readProduct', failure: result.failure });
    return result;
  });
  return product && owns(caller, product) ? product : null;
}

export type Payload =
  | { readonly success: true; readonly errors: readonly []; readonly id: Id }
  | { readonly success: false; readonly errors: readonly SpelledError[]; readonly id: null };

interface WriteRequest extends Omit<OperationRequest, 'mutationAlias' | 'shape'> {
  readonly info: GraphQLResolveInfo;
}

/** Runs a write. Validation errors are data of the payload; every other failure becomes an error of the field. */
export async function write(
  { bounds, operation: context }: GraphQLContext,
  operation: OperationOf<Written>,
  { info, ...request }: WriteRequest,
): Promise<Payload> {
  const aliased = context.idempotencyKey !== undefined && { mutationAlias: mutationAlias(info) };
  const result = await bounds.withPermits(ALL_PERMITS, () =>
    run(operation, context, { ...request, ...aliased }),
  );
  if (!result.failure) return { success: true, errors: [], id: result.value.id };
  if (result.failure.kind !== 'invalid') throw graphqlError(result.failure);
  return { success: false, errors: spellErrors(result.failure.errors, DOMAIN_SPELLING), id: null };
}

/** The current state of a written record. Returning it is a read and needs its own permission. */
export async function readWritten(
  context: GraphQLContext,
  { id }: Payload,
  info: GraphQLResolveInfo,
): Promise<ProductRow | null> {
  if (id === null) return null;
  if (!hasPermission(context.operation.caller, 'READ'))
    throw graphqlError(forbidden('READ').failure);
  return readReferred(context, id, info);
}

/** The alias of one of several mutations; empty for a single one, which is the same write as on REST. */
function mutationAlias({
  schema,
  fragments,
  variableValues,
  parentType,
  operation,
  path,
}: GraphQLResolveInfo): string {
  const fields = collectFields(
    schema,
    fragments,
    variableValues,
    parentType,
    operation.selectionSet,
  );
  const mutations = [...fields.values()].filter(([field]) => field?.name.value !== '__typename');
  return mutations.length > 1 ? String(path.key) : '';
}
