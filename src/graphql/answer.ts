// The one way from a resolver into an operation, and from its result to the answer of the resolver.
import type { GraphQLResolveInfo } from 'graphql';
import { type Failure, forbidden } from '../operation/failure.ts';
import { DOMAIN_SPELLING, type SpelledError, spellErrors } from '../operation/field-errors.ts';
import { type OperationOf, permits } from '../operation/operation.ts';
import { type OperationRequest, run } from '../operation/run.ts';
import type { GraphQLContext } from './builder.ts';
import { fieldError } from './failures.ts';
import { placeOf } from './idempotency-key.ts';

/** Runs a read; every failure is an error of the field. */
export async function read<Output>(
  { operation: context }: GraphQLContext,
  operation: OperationOf<Output>,
  request: OperationRequest,
): Promise<Output> {
  const result = await run(operation, context, request);
  if (result.failure) throw fieldError(result.failure);
  return result.value;
}

export type Payload<Output> =
  | { readonly success: true; readonly errors: readonly []; readonly output: Output }
  | { readonly success: false; readonly errors: readonly SpelledError[]; readonly output: null };

/** Runs a write; validation errors are data of the payload, every other failure is an error of the field (D35). */
export async function write<Output>(
  { operation: context }: GraphQLContext,
  operation: OperationOf<Output>,
  info: GraphQLResolveInfo,
  request: Omit<OperationRequest, 'place'>,
): Promise<Payload<Output>> {
  const place = context.idempotencyKey === undefined ? '' : placeOf(info);
  const result = await run(operation, context, { ...request, place });
  if (!result.failure) return { success: true, errors: [], output: result.value };
  if (result.failure.kind !== 'invalid') throw fieldError(result.failure);
  return { success: false, errors: spellErrors(result.failure.errors, DOMAIN_SPELLING), output: null };
}

const FORBIDDEN: Failure = forbidden().failure;

/** The record that a write returns: to show it is a read, which needs its own permission (D5). */
export function written<Output>({ output }: Payload<Output>, { operation }: GraphQLContext): Output | null {
  if (output !== null && !permits(operation.caller, 'READ')) throw fieldError(FORBIDDEN);
  return output;
}
