// The one way from a resolver into an operation, and from its result to the answer of the resolver.
import type { GraphQLResolveInfo } from 'graphql';
import { answerTooLarge } from '../operation/answer-size.ts';
import { permits } from '../operation/context.ts';
import { forbidden } from '../operation/failure.ts';
import { DOMAIN_SPELLING, type SpelledError, spellErrors } from '../operation/field-errors.ts';
import { parseId } from '../operation/id.ts';
import type { OperationOf, Selection } from '../operation/operation.ts';
import { asResult, type OperationRequest, type Result, run } from '../operation/run.ts';
import type { GraphQLContext } from './builder.ts';
import { fieldError } from './failures.ts';
import { placeOf } from './idempotency-key.ts';
import { ALL_PLACES } from './limits/answer-bounds.ts';
import { areNestedTextsTooLong, type LinesOwner, reachesLines } from './limits/nested-texts.ts';

/** The operation that reads a record, and the kind of its lines. */
interface Reader<Output> {
  readonly operation: OperationOf<Output>;
  readonly lines: LinesOwner;
}

interface ReadRequest {
  readonly id: unknown;
  readonly selection: Selection;
  readonly info: GraphQLResolveInfo;
}

/** Runs a read; every failure is an error of the field. */
export async function read<Output extends object>(
  context: GraphQLContext,
  reader: Reader<Output>,
  request: ReadRequest,
): Promise<Output> {
  const places = reachesLines(request.selection) ? ALL_PLACES : 1;
  const result = await context.bounds.inTurn(places, () => readWithin(context, reader, request));
  if (result.failure) throw fieldError(result.failure);
  return result.value;
}

const TOO_LARGE = { failure: answerTooLarge().failure };
const ID = { select: { id: true } } as const;

/** Reads a record that is not too large for the answer; the texts of its lines are counted before they are read. */
async function readWithin<Output extends object>(
  { operation: context, bounds }: GraphQLContext,
  { operation, lines }: Reader<Output>,
  { id, selection, info }: ReadRequest,
  wrap: (record: Output) => object = (record) => record,
): Promise<Result<Output>> {
  if (bounds.isFull) return TOO_LARGE;
  const counted = await asResult(() => areNestedTextsTooLong(context.records, lines, parseId(id), selection));
  if (counted.failure) return counted;
  const result = await run(operation, context, { id, selection: counted.value ? ID : selection });
  return result.failure || (!counted.value && bounds.add(info, result.value, wrap(result.value))) ? result : TOO_LARGE;
}

export type Payload<Output> =
  | { readonly success: true; readonly errors: readonly []; readonly output: Output; readonly record: Result<Output> }
  | { readonly success: false; readonly errors: readonly SpelledError[]; readonly output: null };

/** The record as the fields of payloads name it. */
const payloadOf = (record: object) => ({ product: record, bundle: record });

interface WriteRequest<Output> extends Omit<OperationRequest, 'place'> {
  readonly selection: Selection;
  readonly info: GraphQLResolveInfo;
  /** Reads the written record where that is more than the row itself. */
  readonly reader: Reader<Output>;
}

/** Runs a write; validation errors are data of the payload, every other failure is an error of the field (D35). */
export async function write<Output extends { readonly id: number }>(
  context: GraphQLContext,
  operation: OperationOf<Output>,
  { reader, selection, info, ...request }: WriteRequest<Output>,
): Promise<Payload<Output>> {
  const place = context.operation.idempotencyKey === undefined ? '' : placeOf(info);
  return context.bounds.inTurn(ALL_PLACES, async () => {
    const isReadLater = reachesLines(selection) || context.bounds.isFull;
    const result = await run(operation, context.operation, {
      ...request,
      place,
      selection: isReadLater ? ID : selection,
    });
    if (!result.failure) {
      const output = result.value;
      const record = isReadLater
        ? await readWithin(context, reader, { id: output.id, selection, info }, payloadOf)
        : context.bounds.add(info, output, payloadOf(output))
          ? result
          : TOO_LARGE;
      return { success: true, errors: [], output, record };
    }
    if (result.failure.kind !== 'invalid') throw fieldError(result.failure);
    return { success: false, errors: spellErrors(result.failure.errors, DOMAIN_SPELLING), output: null };
  });
}

/** The record that a write returns: to show it is a read, which needs its own permission (D5). */
export function written<Output>(payload: Payload<Output>, { operation }: GraphQLContext): Output | null {
  if (!payload.success) return null;
  if (!permits(operation.caller, 'READ')) throw fieldError(forbidden().failure);
  if (payload.record.failure) throw fieldError(payload.record.failure);
  return payload.record.value;
}
