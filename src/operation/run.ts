// The only way to run an operation: permission, body, target, input, rate limit, precondition, rules, work; once per
// key.
import { beforeDeadline, tracedOperation } from '../request-scope.ts';
import { inFieldOrder } from './check.ts';
import { hasPermission, type OperationContext } from './context.ts';
import { FAILURES } from './failures.ts';
import type { FieldError } from './field-error.ts';
import type { Unchecked } from './field-types.ts';
import { parseId } from './id.ts';
import { createRecord, type Once, once, parseKey, type RecordColumn } from './idempotency.ts';
import { checkInput, givenFields } from './input.ts';
import type { AnyOperation, OperationOf, Revisions, RowShape } from './operation.ts';
import {
  conflict,
  failureOf,
  forbidden,
  invalid,
  notFound,
  OperationFailure,
} from './operation-failure.ts';
import { rehearse } from './rehearsal.ts';
import type { BudgetState } from './throttle.ts';

export interface OperationRequest {
  /** The ID as the client wrote it; anything but a plain decimal is not found. */
  readonly id?: unknown;
  /** Reads the body, an object, after the permission check; may throw an `OperationFailure`. */
  readonly body?: () => unknown;
  /** What a read needs of the record; absent: everything. */
  readonly shape?: RowShape;
  /** The alias of a mutation among others of its request, which share an idempotency key. */
  readonly mutationAlias?: string;
  /** Reads the client's precondition, undefined for any revision; may throw an `OperationFailure`. */
  readonly ifRevision?: () => Revisions | undefined;
}

/** Runs an operation with all its checks, until the request's deadline. @throws {OperationFailure} */
export async function run<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Output> {
  const { name } = operation;
  const work = () => beforeDeadline(perform(operation, context, request));
  try {
    const { value, isReplay } = await tracedOperation(name, work, codeOf);
    context.ranOperations.push({ operation: name, isReplay });
    return value;
  } catch (error) {
    const failure = failureOf(error);
    if (failure) context.ranOperations.push({ operation: name, failure });
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  const failure = failureOf(error);
  return failure && FAILURES[failure.kind].code;
}

/** Validates the input before the rate limit, so that a replay doesn't count; rejected bodies do. */
async function perform<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Once<Output>> {
  rehearse(operation, context);
  const { caller, idempotencyKey } = context;
  if (!hasPermission(caller, operation.permission)) throw forbidden(operation.permission);
  const { replay } = operation;
  const key = replay && idempotencyKey !== undefined ? parseKey(idempotencyKey) : undefined;
  const prepared = await prepare(operation, context, request).catch(
    async (error: unknown) => {
      if (error instanceof OperationFailure) await takePoint(operation, context);
      throw error;
    },
  );
  let taken: BudgetState | undefined;
  async function write(column: RecordColumn = {}) {
    taken = await takePoint(operation, context);
    return finish(operation, context, prepared, column);
  }
  if (!replay || key === undefined) return { value: await write(), isReplay: false };
  const { id, given, data } = prepared;
  // The stored values that a first request repeated may have changed since.
  const input = data ?? given;
  const { mutationAlias } = request;
  const record = createRecord({ operation: operation.name, key, mutationAlias, id, input });
  return once(context, record, {
    replay: (resultId) => replay(context, resultId),
    write: () => write({ idempotencyRecord: record }),
    async giveBack() {
      const { throttle, noteBudget } = context;
      if (taken) await throttle.giveBack(caller.userId, taken, noteBudget);
    },
  });
}

async function takePoint(
  { throttled }: AnyOperation,
  { throttle, caller, noteBudget }: OperationContext,
) {
  return throttled ? throttle.consume(caller.userId, noteBudget) : undefined;
}

/** Reads the target of a request, and validates its input against the version's shape. */
async function prepare(
  operation: AnyOperation,
  context: OperationContext,
  { id: sent, body, shape: rowShape, ifRevision: condition }: OperationRequest,
) {
  const { find, input, revisionOf } = operation;
  const fields = (await body?.()) as Unchecked;
  const id = find && parseId(sent);
  if (find && id === undefined) throw notFound();
  const target: unknown = find && id && (await find(context, id, rowShape));
  const ifRevision = revisionOf && condition?.();
  const shape = input && context.view.shape(input);
  const given = shape ? givenFields(shape, fields) : {};
  const { data, errors = [] } = shape
    ? await checkInput(operation, context, { shape, given, target })
    : {};
  const filled = context.view.filled(operation, data ?? given, data !== undefined);
  return { id, target, ifRevision, shape, given, data, filled, errors };
}

/**
 * Fails by the precondition, which the write checks again, or with all field errors at once; otherwise does the work.
 */
async function finish<Output>(
  { revisionOf, rules = [], run: work }: OperationOf<Output>,
  context: OperationContext,
  { shape, data, filled, target, errors, ifRevision }: Awaited<ReturnType<typeof prepare>>,
  record: RecordColumn,
): Promise<Output> {
  const stored = revisionOf?.(target);
  if (stored !== undefined && ifRevision && !ifRevision.includes(stored))
    throw conflict(stored);
  const all: FieldError[] = [...errors];
  for (const rule of rules)
    all.push(...(await rule(context, { given: filled, target, errors: all })));
  if (shape && all.length > 0) throw invalid(inFieldOrder(all, shape));
  return work(context, { target, input: data && filled, record, ifRevision });
}
