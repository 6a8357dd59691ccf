// The one way to run an operation: permission, throttle, body, target, precondition, field rules, work (D9).
import type { z } from 'zod';
import { isUnavailable } from '../database/database-errors.ts';
import { conflict, type Failure, forbidden, invalid, notFound, OperationFailure, UNAVAILABLE } from './failure.ts';
import { check, inFieldOrder } from './field-errors.ts';
import { type Id, parseId } from './id.ts';
import {
  type AnyOperation,
  type OperationContext,
  type OperationOf,
  permits,
  type Revisions,
  type Selection,
  type Unchecked,
} from './operation.ts';

export interface OperationRequest {
  /** The id as the client spelled it; anything but a plain decimal names nothing (D10). */
  readonly id?: unknown;
  /** Reads the body, an object; called only after permission and throttle, may fail as an operation does. */
  readonly body?: () => unknown;
  readonly selection?: Selection;
  /** The precondition of the client (D41); absent: any revision. */
  readonly ifRevision?: Revisions | undefined;
}

export type Result<Output> =
  | { readonly value: Output; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined };

/** Runs an operation under every rule there is; a fault that is no failure is thrown. */
export async function run<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Result<Output>> {
  const result = await asResult(() => perform(operation, context, request));
  context.outcomes.push({ operation: operation.name, failure: result.failure });
  return result;
}

async function perform<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  { id, body, selection = {}, ifRevision }: OperationRequest,
): Promise<Output> {
  if (!permits(context.caller, operation.permission)) throw forbidden();
  if (operation.throttled) await context.throttle.consume(context.caller.userId);
  const given = (await body?.()) as Unchecked;
  const target = operation.find && (await operation.find(context, idFrom(id), selection));
  checkRevision(operation, target, ifRevision);
  const input = operation.input && (await validInput(operation, operation.input, context, given, target));
  return operation.run(context, { target, input, selection, ifRevision });
}

function idFrom(value: unknown): Id {
  const id = parseId(value);
  if (id === undefined) throw notFound();
  return id;
}

/** Spares the field rules their work; the write itself decides again (D41). */
function checkRevision({ revisionOf }: AnyOperation, target: unknown, ifRevision?: Revisions): void {
  const stored = revisionOf?.(target);
  if (stored !== undefined && ifRevision && !ifRevision.includes(stored)) throw conflict(stored);
}

/** The input of an operation in its shape and within its rules; fails with the errors of all fields at once (D18). */
async function validInput(
  { normalise, defaults, rules = [] }: AnyOperation,
  shape: z.ZodObject,
  context: OperationContext,
  body: Unchecked,
  target: unknown,
): Promise<unknown> {
  const given: Unchecked = { ...defaults, ...(normalise ? normalise(body) : body) };
  const { data, errors } = check(shape, given);
  const all = [...errors];
  for (const rule of rules) all.push(...(await rule(context, { given, target, errors: all })));
  if (all.length > 0) throw invalid(inFieldOrder(all, shape));
  return data;
}

/** Turns a failure that was thrown into a value; every other fault is thrown on. */
export async function asResult<Output>(work: () => Promise<Output>): Promise<Result<Output>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof OperationFailure) return { failure: error.failure };
    if (isUnavailable(error)) return { failure: UNAVAILABLE };
    throw error;
  }
}
