// The only way to run an operation: permission, body, target, input, rate limit, precondition, rules, work; once per
// key.
import { beforeDeadline, tracedOperation } from '../request-scope.ts';
import { check, inFieldOrder, type ReadFields } from './check.ts';
import type { OperationContext } from './context.ts';
import { FAILURES, type Failure } from './failures.ts';
import type { FieldError, FieldPath } from './field-error.ts';
import type { Unchecked } from './field-types.ts';
import { parseId } from './id.ts';
import { createRecord, once, parseKey, type RecordColumn } from './idempotency.ts';
import type { AnyOperation, OperationOf, Revisions } from './operation.ts';
import {
  conflict,
  type Failed,
  failed,
  forbidden,
  invalid,
  notFound,
} from './operation-failure.ts';
import type { Ran, RanOperation } from './ran.ts';
import { rehearse } from './rehearsal.ts';
import { withRepeatedFields } from './repeated-fields.ts';
import { givenFields } from './version-view.ts';

export interface OperationRequest {
  /** The ID as the client wrote it; anything but a plain decimal is not found. */
  readonly id?: unknown;
  /** Absent for an operation without a body. */
  readonly body?: ReadFields | Failed | undefined;
  /** What a read needs of the record; absent: everything. */
  readonly selection?: unknown;
  /** The client's precondition; undefined for any revision. */
  readonly ifRevision?: Revisions | Failed | undefined;
  /** The header, not yet validated. */
  readonly idempotencyKey?: string | undefined;
  /** The alias of a mutation among others of its request, which share an idempotency key. */
  readonly mutationAlias?: string;
}

/** Runs an operation with all its checks, until the request's deadline. Throws unexpected errors only. */
export async function run<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Ran<Output>> {
  const { name } = operation;
  const work = () => perform(operation, context, request).catch(failed);
  return { operation: name, ...(await tracedOperation(name, work, failureCode)) };
}

const failureCode = ({ failure }: RanOperation) => failure && FAILURES[failure.kind].code;

/**
 * Validates the input before the rate limit, so that a replay doesn't count; rejected bodies do. Each step ends at the
 * deadline, so that the result of a step before it, such as the budget, isn't lost.
 */
async function perform<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Ran<Output>> {
  const { idempotencyKey, mutationAlias } = request;
  const rehearsed = context.rehearsedStatus && rehearse(operation, context);
  if (rehearsed) return rehearsed;
  const { permission, replay } = operation;
  if (!context.caller.permissions.includes(permission)) throw forbidden(permission);
  const key = replay && idempotencyKey !== undefined ? parseKey(idempotencyKey) : undefined;
  const counted = (work: () => Promise<Ran<Output>>) => withPoint(operation, context, work);
  const preparing = prepare(operation, context, request);
  const prepared = await beforeDeadline(preparing).catch(failed);
  if ('failure' in prepared)
    return isRejection(prepared.failure) ? counted(async () => prepared) : prepared;
  const write = (column: RecordColumn) => finish(operation, context, prepared, column);
  if (!replay || key === undefined) return counted(() => write({}));
  const { id, given, readErrors, data } = prepared;
  // The stored values that a first request repeated may have changed since.
  const undecoded = readErrors.filter(({ value }) => !value || isUndecoded(given, value));
  const input = undecoded.length > 0 ? { given, readErrors: undecoded } : (data ?? given);
  const record = createRecord({ operation: operation.name, key, mutationAlias, id, input });
  return once(context, record, {
    replay: (resultId) => beforeDeadline(replay(context, resultId)),
    write: (onError) => counted(() => write({ idempotencyRecord: record }).catch(onError)),
  });
}

/** Whether a value that an API could not read has no value in the domain either, such as one that is stored. */
const isUndecoded = (given: Unchecked, path: FieldPath) =>
  path.reduce<unknown>((inner, segment) => Object(inner)[segment], given) === undefined;

/** Whether a request failed by what its client sent: neither was the node busy nor did the upload end early (D31). */
function isRejection(failure: Failure): boolean {
  if (failure.kind === 'invalid') return !failure.isIncomplete;
  return failure.kind !== 'unavailable' && failure.kind !== 'tooSlow';
}

/** Does work that counts toward the rate limit if its operation does, unless the budget is used up. */
async function withPoint<Output>(
  { throttled }: AnyOperation,
  { throttle, caller }: OperationContext,
  work: () => Promise<Ran<Output>>,
): Promise<Ran<Output>> {
  const budget = throttled ? await beforeDeadline(throttle.take(caller.userId)) : undefined;
  const retryAfterSeconds = budget?.retryAfterSeconds;
  if (retryAfterSeconds !== undefined)
    return { failure: { kind: 'throttled', retryAfterSeconds }, budget };
  return { ...(await beforeDeadline(work()).catch(failed)), budget };
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
  if ('failure' in body) return body;
  const id = find && parseId(request.id);
  if (find && id === undefined) throw notFound();
  const target: unknown = find && id && (await find(context, id, request.selection));
  const ifRevision = revisionOf && request.ifRevision;
  if (ifRevision && 'failure' in ifRevision) return ifRevision;
  const input = context.view.inputOf(operation);
  const { errors: readErrors } = body;
  const found = { id, target, ifRevision, readErrors };
  if (!input) return { ...found, given: {}, data: {}, filled: {}, errors: [] };
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
  return { ...found, given, data, filled, errors };
}

type Prepared = Exclude<Awaited<ReturnType<typeof prepare>>, Failed>;

/**
 * Fails by the precondition, which the write checks again, or with all field errors at once; otherwise does the work.
 */
async function finish<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  { data, filled, target, errors, ifRevision }: Prepared,
  record: RecordColumn,
): Promise<Ran<Output>> {
  const { revisionOf, rules = [], execute } = operation;
  const stored = revisionOf?.(target);
  if (stored !== undefined && ifRevision && !ifRevision.includes(stored))
    throw conflict(stored);
  const all: FieldError[] = [...errors];
  for (const rule of rules)
    all.push(...(await rule.check(context, { given: filled, target, errors: all })));
  const input = context.view.inputOf(operation);
  if (input && all.length > 0) throw invalid(inFieldOrder(all, input.shape));
  const output = execute
    ? await execute(context, { target, input: data && filled, record, ifRevision })
    : (target as Output);
  return { output };
}
