// What an operation is, and the one way to run one: permission, throttle, input, target, field rules, run (D9).
import type { z } from 'zod';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { type Failure, forbidden, notFound, OperationFailure, UNAVAILABLE_RETRY_SECONDS } from './failure.ts';
import { type Id, parseId } from './id.ts';
import type { Throttle } from './throttle.ts';

/** Who calls: the user behind a valid API token, with the permissions that the user has now (D5). */
export interface Caller {
  readonly userId: number;
  readonly tokenId: number;
  readonly permissions: readonly Permission[];
}

/** Tells which image URLs can be reached (D29): one answer per URL, in order. Never throws. */
export interface ImageProbe {
  reachable(urls: readonly string[], userId: number): Promise<boolean[]>;
}

/** What operations work with, the same for every request. */
export interface Services {
  readonly db: PrismaClient;
  readonly throttle: Throttle;
  readonly imageProbe: ImageProbe;
}

/** One operation that a request ran and how it ended; the log and the usage counters read it. */
export interface Outcome {
  readonly operation: string;
  readonly failure: Failure | undefined;
}

export interface OperationContext extends Services {
  readonly caller: Caller;
  readonly outcomes: Outcome[];
}

/** The fields that a surface wants of the result: a Prisma selection. */
export interface Selection {
  // biome-ignore lint/suspicious/noExplicitAny: Prisma's selections have no common type; each operation narrows its own
  readonly select?: any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly include?: any;
}

export interface Operation<Target = unknown, Input = unknown, Output = unknown> {
  /** The verb and noun that name it everywhere: `createProduct`. */
  readonly name: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly throttled: boolean;
  /** The failures it can end in beside those that any request can. */
  readonly failures: readonly Failure['kind'][];
  /** The shape of its body in the newest version; absent where it takes none. */
  readonly input?: z.ZodObject;
  /** Reads what the id names, or fails: not found, forbidden. Absent where the operation takes no id. */
  readonly find?: (context: OperationContext, id: Id, selection: Selection) => Promise<Target>;
  /** Applies the field rules to an unchecked body, or fails with all field errors at once. */
  readonly validate?: (context: OperationContext, body: unknown, target: Target) => Promise<Input>;
  readonly run: (
    context: OperationContext,
    request: { readonly target: Target; readonly input: Input; readonly selection: Selection },
  ) => Promise<Output>;
}

export interface OperationRequest {
  /** The id as the client spelled it; anything but a plain decimal names nothing (D10). */
  readonly id?: unknown;
  /** Reads the body; called only after permission and throttle, may fail as an operation does. */
  readonly body?: () => unknown;
  readonly selection?: Selection;
}

export type Result<Output> =
  | { readonly value: Output; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined };

/** Runs an operation under every rule there is; a fault that is no failure is thrown. */
export async function run<Target, Input, Output>(
  operation: Operation<Target, Input, Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Result<Output>> {
  return settle(operation, context, async () => {
    const { target, input } = await admit(operation, context, request);
    return operation.run(context, { target, input, selection: request.selection ?? {} });
  });
}

/** Runs every check of an operation and stops before it does anything; for a request that cannot be executed. */
export async function dryRun<Target, Input, Output>(
  operation: Operation<Target, Input, Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Result<void>> {
  return settle(operation, context, async () => {
    await admit(operation, context, request);
  });
}

async function admit<Target, Input, Output>(
  operation: Operation<Target, Input, Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<{ target: Target; input: Input }> {
  if (!context.caller.permissions.includes(operation.permission)) throw forbidden();
  if (operation.throttled) await context.throttle.consume(context.caller.userId);
  const body = await request.body?.();
  const target = operation.find && (await operation.find(context, idOf(request), request.selection ?? {}));
  const input = operation.validate && (await operation.validate(context, body, target as Target));
  return { target: target as Target, input: input as Input };
}

function idOf({ id }: OperationRequest): Id {
  const parsed = parseId(id);
  if (parsed === undefined) throw notFound();
  return parsed;
}

async function settle<Output>(
  operation: Pick<Operation, 'name'>,
  context: OperationContext,
  work: () => Promise<Output>,
): Promise<Result<Output>> {
  const result = await caught(work);
  context.outcomes.push({ operation: operation.name, failure: result.failure });
  return result;
}

/** Turns failures that were thrown into values; lets every other fault through. */
export async function caught<Output>(work: () => Promise<Output>): Promise<Result<Output>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof OperationFailure) return { failure: error.failure };
    if (isUnavailable(error)) {
      return { failure: { kind: 'unavailable', retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS } };
    }
    throw error;
  }
}

/** A selection that also holds the columns which the operation itself needs. */
export function selecting(selection: Selection, columns: Readonly<Record<string, true>>): Selection {
  return selection.select ? { ...selection, select: { ...selection.select, ...columns } } : selection;
}
