// The one way to run an operation: permission, throttle, body, target, field rules, precondition, work (D9), and once for each key (D40).
import type { z } from 'zod';
import { isUnavailable } from '../database/database-errors.ts';
import { beforeDeadline } from '../database/deadline.ts';
import { tracedOperation } from '../database/request-scope.ts';
import { hasPermission, type OperationContext } from './context.ts';
import {
  conflict,
  FAILURES,
  type Failure,
  type FieldError,
  forbidden,
  invalid,
  notFound,
  OperationFailure,
  unavailable,
} from './failure.ts';
import { check, inFieldOrder } from './field-errors.ts';
import { givenFields, type Unchecked } from './field-types.ts';
import { type Id, parseId } from './id.ts';
import { createRecord, hashInput, type Once, once, parseKey, type RecordColumn } from './idempotency.ts';
import type { AnyOperation, OperationOf, Revisions, Selection } from './operation.ts';
import { rehearse } from './rehearsal.ts';
import { repeatedFields } from './repeated-fields.ts';

export interface OperationRequest {
  /** The id as the client spelled it; anything but a plain decimal names nothing (D10). */
  readonly id?: unknown;
  /** Reads the body, an object; called only after permission and throttle, may fail as an operation does. */
  readonly body?: () => unknown;
  readonly selection?: Selection;
  /** The alias of a mutation among others of its request, which have the same idempotency key. */
  readonly mutationAlias?: string;
  /** Reads the precondition of the client (D41), any revision if undefined; may fail as an operation does. */
  readonly ifRevision?: () => Revisions | undefined;
}

export type Result<Output> =
  | { readonly value: Output; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined };

/** Runs an operation under all rules; throws faults that are not failures. */
export async function run<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Result<Output>> {
  const { value: done, failure } = await tracedOperation(
    operation.name,
    () => asResult(() => perform(operation, context, request)),
    ({ failure }) => failure && FAILURES[failure.kind].code,
  );
  context.outcomes.push({ operation: operation.name, failure, ...(done?.isReplay && { isReplay: true }) });
  return failure ? { failure } : { value: done.value };
}

async function perform<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  request: OperationRequest,
): Promise<Once<Output>> {
  rehearse(operation, context);
  const { caller, idempotencyKey } = context;
  if (!hasPermission(caller, operation.permission)) throw forbidden(operation.permission);
  if (operation.replay && idempotencyKey !== undefined) {
    return performOnce(operation, operation.replay, context, request, parseKey(idempotencyKey));
  }
  await takePoint(operation, context);
  return { value: await finish(operation, context, await prepare(operation, context, request)), isReplay: false };
}

/** Checks the input before the throttle, unlike a request without a key: a replay takes no point (D40). */
async function performOnce<Output>(
  operation: OperationOf<Output>,
  replay: NonNullable<OperationOf<Output>['replay']>,
  context: OperationContext,
  request: OperationRequest,
  key: string,
): Promise<Once<Output>> {
  const prepared = await prepare(operation, context, request).catch(async (error: unknown) => {
    // A refused body takes a point (D31).
    if (error instanceof OperationFailure) await takePoint(operation, context);
    throw error;
  });
  const { id, given, data, selection } = prepared;
  const record = createRecord({
    operation: operation.name,
    key,
    mutationAlias: request.mutationAlias ?? '',
    id,
    // What a first request could repeat may be stored no more.
    input: data ?? given,
  });
  return once(context, record, {
    formerHash: () => hashInput(id, data && { ...operation.defaults, ...operation.derived?.(data), ...data }),
    replay: (resultId) => replay(context, resultId, selection),
    write: async () => {
      await takePoint(operation, context);
      return finish(operation, context, prepared, { idempotencyRecord: record });
    },
    giveBack: async () => {
      if (operation.throttled) await context.throttle.giveBack(context.caller.userId, context.noteBudget);
    },
  });
}

async function takePoint(
  { throttled }: AnyOperation,
  { throttle, caller, noteBudget }: OperationContext,
): Promise<void> {
  if (throttled) await throttle.consume(caller.userId, noteBudget);
}

/** A request with its target, and its input checked against its shape. */
interface Prepared {
  readonly id: Id | undefined;
  readonly selection: Selection;
  readonly target: unknown;
  /** The shape of the input in the version of the request. */
  readonly shape: z.ZodObject | undefined;
  /** The fields for the rules, with the values of absent ones. */
  readonly filled: Unchecked;
  /** The fields that were given, unchecked. */
  readonly given: Unchecked;
  /** The checked fields that were given; undefined if their shape is wrong. */
  readonly data: Unchecked | undefined;
  /** The same with the values of absent fields. */
  readonly input: unknown;
  readonly errors: readonly FieldError[];
  readonly ifRevision: Revisions | undefined;
}

async function prepare(
  operation: AnyOperation,
  context: OperationContext,
  { id: sent, body, selection = {}, ifRevision: condition }: OperationRequest,
): Promise<Prepared> {
  const { find, input, revisionOf } = operation;
  const fields = (await body?.()) as Unchecked;
  const id = find && requireId(sent);
  const target = find && id && (await find(context, id, selection));
  const ifRevision = revisionOf && condition?.();
  const shape = input && context.view.shape(input);
  const common = { id, selection, target, shape, ifRevision };
  if (!shape) return { ...common, given: {}, filled: {}, data: undefined, input: undefined, errors: [] };
  const given = givenFields(shape, fields);
  const { data, errors } = await checkInput(operation, context, { shape, given, target });
  const filled = context.view.filled(operation, data ?? given, data !== undefined);
  return { ...common, given, filled, data, input: data && filled, errors };
}

/** Checks fields against their shape; those that equal what is stored need not fit it (D15). */
async function checkInput(
  operation: AnyOperation,
  context: OperationContext,
  { shape, given, target }: { readonly shape: z.ZodObject; readonly given: Unchecked; readonly target: unknown },
): Promise<ReturnType<typeof check<z.ZodObject>>> {
  const first = check(shape, given);
  const refused = new Set(first.errors.map(({ path }) => String(path[0])));
  const names = Object.keys(shape.shape).filter((name) => refused.has(name));
  if (!operation.stored || names.length === 0) return first;
  const stored = await operation.stored(context, target, names);
  const kept = repeatedFields(shape, given, stored, names);
  const { data, errors } = check(
    shape,
    Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(kept, name))),
  );
  return data ? { data: { ...data, ...kept }, errors: [] } : { data, errors };
}

function requireId(value: unknown): Id {
  const id = parseId(value);
  if (id === undefined) throw notFound();
  return id;
}

/** Fails before the field rules run; the write checks the revision again (D41). */
function checkRevision({ revisionOf }: AnyOperation, target: unknown, ifRevision?: Revisions): void {
  const stored = revisionOf?.(target);
  if (stored !== undefined && ifRevision && !ifRevision.includes(stored)) throw conflict(stored);
}

/** Runs the rules, then the work; fails with the errors of all fields at once (D18). */
async function finish<Output>(
  operation: OperationOf<Output>,
  context: OperationContext,
  { shape, filled, target, input, errors, selection, ifRevision }: Prepared,
  record: RecordColumn = {},
): Promise<Output> {
  const { rules = [], run: work } = operation;
  checkRevision(operation, target, ifRevision);
  const all = [...errors];
  for (const rule of rules) all.push(...(await rule(context, { given: filled, target, errors: all })));
  if (shape && all.length > 0) throw invalid(inFieldOrder(all, shape));
  return work(context, { target, input, selection, record, ifRevision });
}

/** A thrown failure, or the end of the request's time, as a value; throws other faults. */
export async function asResult<Output>(work: () => Promise<Output>): Promise<Result<Output>> {
  try {
    return { value: await beforeDeadline(work()) };
  } catch (error) {
    if (error instanceof OperationFailure) return { failure: error.failure };
    if (isUnavailable(error)) return { failure: unavailable(error) };
    throw error;
  }
}
