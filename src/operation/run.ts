// The only way to run an operation: permission, body, target, input, rate limit, precondition, rules, work; once per
// key.
import { beforeDeadline, tracedOperation } from '../request-scope.ts';
import { check, inFieldOrder, type ReadFields } from './check.ts';
import type { OperationContext } from './context.ts';
import { FAILURES, type Failure } from './failures.ts';
import type { FieldError } from './field-error.ts';
import { parseId } from './id.ts';
import { createRecord, type Once, once, parseKey, type RecordColumn } from './idempotency.ts';
import type { AnyOperation, OperationOf, Revisions } from './operation.ts';
import {
  conflict,
  failureOf,
  forbidden,
  type Given,
  invalid,
  notFound,
  OperationFailure,
  rateLimited,
} from './operation-failure.ts';
import { rehearse } from './rehearsal.ts';
import { withRepeatedFields } from './repeated-fields.ts';
import type { BudgetState, Spending } from './throttle.ts';
import { givenFields } from './version-view.ts';

export interface OperationRequest {
  /** The ID as the client wrote it; anything but a plain decimal is not found. */
  readonly id?: unknown;
  /** Absent for an operation without a body. */
  readonly body?: Given<ReadFields> | undefined;
  /** What a read needs of the record; absent: everything. */
  readonly selection?: unknown;
  /** The client's precondition; undefined for any revision. */
  readonly ifRevision?: Given<Revisions | undefined>;
  /** The header, not yet validated. */
  readonly idempotencyKey?: string | undefined;
  /** The alias of a mutation among others of its request, which share an idempotency key. */
  readonly mutationAlias?: string;
  /** The status of the failure that the client rehearses. */
  readonly rehearsedStatus?: number | undefined;
}

/** How an operation ended. */
export interface RanOperation {
  /** Absent for a failure outside operations. */
  readonly operation?: string;
  readonly failure?: Failure | undefined;
  /** Whether it replays the result of an earlier request with this idempotency key. */
  readonly isReplay?: boolean;
  /** Whether the client asked for the failure. */
  readonly isRehearsed?: boolean;
  /** The create budget after it. */
  readonly budget?: BudgetState | undefined;
}

export interface Succeeded<Output> extends RanOperation {
  readonly failure?: undefined;
  readonly output: Output;
}

export interface FailedOperation extends RanOperation {
  readonly failure: Failure;
}

export type Ran<Output> = Succeeded<Output> | FailedOperation;

/** Runs an operation with all its checks, until the request's deadline. Throws unexpected errors only. */
export async function run<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Ran<Output>> {
  const { name } = operation;
  const spending: Spending = {};
  try {
    const work = () => beforeDeadline(perform(operation, context, request, spending));
    const done = await tracedOperation(name, work, codeOf);
    return { operation: name, ...done, budget: spending.budget };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const isRehearsed = request.rehearsedStatus !== undefined;
    return { operation: name, failure, isRehearsed, budget: spending.budget };
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
  spending: Spending,
): Promise<Once<Output>> {
  const { idempotencyKey, mutationAlias, rehearsedStatus } = request;
  if (rehearsedStatus !== undefined) rehearse(rehearsedStatus, operation, context, spending);
  const { caller, throttle } = context;
  const { permission, replay } = operation;
  if (!caller.permissions.includes(permission)) throw forbidden(permission);
  const key = replay && idempotencyKey !== undefined ? parseKey(idempotencyKey) : undefined;
  const prepared = await prepare(operation, context, request).catch(
    async (error: unknown) => {
      if (isRejection(error)) await takePoint(operation, context, spending);
      throw error;
    },
  );
  async function write(column: RecordColumn = {}) {
    await takePoint(operation, context, spending);
    return finish(operation, context, prepared, column);
  }
  if (!replay || key === undefined) return { output: await write(), isReplay: false };
  const { id, given, readErrors, data } = prepared;
  // The stored values that a first request repeated may have changed since.
  const input = readErrors.length > 0 ? { given, readErrors } : (data ?? given);
  const record = createRecord({ operation: operation.name, key, mutationAlias, id, input });
  return once(context, record, {
    replay: (resultId) => replay(context, resultId),
    write: () => write({ idempotencyRecord: record }),
    async giveBack() {
      const taken = spending.budget;
      if (taken) spending.budget = await throttle.giveBack(caller.userId, taken);
    },
  });
}

/** Whether a request failed by what its client sent: neither was the node busy nor did the upload end early (D31). */
function isRejection(error: unknown): boolean {
  if (!(error instanceof OperationFailure)) return false;
  const { failure } = error;
  if (failure.kind === 'invalid') return !failure.isIncomplete;
  return failure.kind !== 'unavailable' && failure.kind !== 'tooSlow';
}

async function takePoint(
  { throttled }: AnyOperation,
  { throttle, caller }: OperationContext,
  spending: Spending,
): Promise<void> {
  if (!throttled) return;
  spending.budget = await throttle.take(caller.userId);
  const { retryAfterSeconds } = spending.budget;
  if (retryAfterSeconds !== undefined) throw rateLimited(retryAfterSeconds);
}

/**
 * Reads the target of a request, and validates its input against the version's shape: as `given`, the `data` unless it
 * has errors, and `filled` with defaults.
 */
async function prepare(
  operation: AnyOperation,
  context: OperationContext,
  request: OperationRequest,
) {
  const { find, revisionOf, stored } = operation;
  const { body = { fields: {}, errors: [] } } = request;
  if (body instanceof OperationFailure) throw body;
  const id = find && parseId(request.id);
  if (find && id === undefined) throw notFound();
  const target: unknown = find && id && (await find(context, id, request.selection));
  const ifRevision = revisionOf && request.ifRevision;
  if (ifRevision instanceof OperationFailure) throw ifRevision;
  const input = context.view.inputOf(operation);
  const { errors: readErrors } = body;
  if (!input)
    return {
      id,
      target,
      ifRevision,
      readErrors,
      given: {},
      data: {},
      filled: {},
      errors: [],
    };
  const given = givenFields(input.shape, body.fields);
  const first = check(input.shape, given, readErrors);
  const mayRepeat = stored && (first.errors.length > 0 || input.standIns.length > 0);
  const { data, errors, unchanged } = mayRepeat
    ? await withRepeatedFields(context, input, {
        given,
        known: readErrors,
        first,
        stored,
        target,
      })
    : { ...first, unchanged: undefined };
  const filled = { ...input.filled(data ?? given, data !== undefined), ...unchanged };
  return { id, target, ifRevision, given, readErrors, data, filled, errors };
}

/**
 * Fails by the precondition, which the write checks again, or with all field errors at once; otherwise does the work.
 */
async function finish<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  { data, filled, target, errors, ifRevision }: Awaited<ReturnType<typeof prepare>>,
  record: RecordColumn,
): Promise<Output> {
  const { revisionOf, rules = [], execute } = operation;
  const stored = revisionOf?.(target);
  if (stored !== undefined && ifRevision && !ifRevision.includes(stored))
    throw conflict(stored);
  const all: FieldError[] = [...errors];
  for (const rule of rules)
    all.push(...(await rule(context, { given: filled, target, errors: all })));
  const input = context.view.inputOf(operation);
  if (input && all.length > 0) throw invalid(inFieldOrder(all, input.shape));
  return execute
    ? execute(context, { target, input: data && filled, record, ifRevision })
    : (target as Output);
}
