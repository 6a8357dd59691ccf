// The one way from a resolver into an operation, and from its result to what the resolver answers.
import { type Operation, type OperationRequest, run } from '../operation/operation.ts';
import type { GraphQLContext } from './builder.ts';
import { fieldError, type ValidationError, validationErrors } from './failures.ts';

/** Runs a read; every failure is an error of the field. */
export async function read<Target, Input, Output>(
  { operation: context }: GraphQLContext,
  operation: Operation<Target, Input, Output>,
  request: OperationRequest,
): Promise<Output> {
  const result = await run(operation, context, request);
  if (result.failure) throw fieldError(result.failure);
  return result.value;
}

export type Payload<Output> =
  | { readonly success: true; readonly errors: readonly []; readonly output: Output }
  | { readonly success: false; readonly errors: readonly ValidationError[]; readonly output: null };

/** Runs a write; what is wrong with its input is data of the payload, every other failure an error of the field (D35). */
export async function write<Target, Input, Output>(
  { operation: context }: GraphQLContext,
  operation: Operation<Target, Input, Output>,
  request: OperationRequest,
): Promise<Payload<Output>> {
  const result = await run(operation, context, request);
  if (!result.failure) return { success: true, errors: [], output: result.value };
  if (result.failure.kind !== 'invalid') throw fieldError(result.failure);
  return { success: false, errors: validationErrors(result.failure.errors), output: null };
}
