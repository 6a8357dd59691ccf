// Writes that are sent again (D40): the key of a client, the record of a write, one request of a key at a time.
import { createHash } from 'node:crypto';
import { isDuplicate } from '../database/database-errors.ts';
import type { OperationContext } from './context.ts';
import { invalidField, OperationFailure } from './failure.ts';
import type { Id } from './id.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;

const KEY = new RegExp(`^[!-~]{1,${MAX_KEY_LENGTH}}$`);
/** A string of RFC 9651, as the draft of the IETF writes the key. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;

/** The key in a header; with and without quotes it is the same. @throws {OperationFailure} invalid. */
export function parseKey(header: string): string {
  const key = header.startsWith('"') ? (QUOTED.exec(header)?.[1] ?? '').replaceAll(/\\(.)/g, '$1') : header;
  if (KEY.test(key)) return key;
  const message = `Must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters, with or without quotes`;
  throw invalidField(IDEMPOTENCY_KEY, 'INVALID_FORMAT', message);
}

/** By which a second request with the same idempotency key is known (D40). */
export type RecordOfWrite = Readonly<Record<'operation' | 'keyHash' | 'inputHash', string>>;

/** The column by which a write keeps its record; empty for a request without a key. */
export interface RecordColumn {
  readonly idempotencyRecord?: RecordOfWrite;
}

interface Write {
  readonly operation: string;
  readonly key: string;
  /** The alias of a mutation among others of its request; empty for a single write. */
  readonly mutationAlias: string;
  readonly id: Id | undefined;
  /** The checked fields that were given, without defaults; undefined where their shape is wrong. */
  readonly input: unknown;
}

export const recordOf = ({ operation, key, mutationAlias, id, input }: Write): RecordOfWrite => ({
  operation,
  keyHash: sha256(JSON.stringify([key, mutationAlias])),
  inputHash: hashOf(id, input),
});

export const hashOf = (id: Id | undefined, input: unknown): string =>
  input === undefined ? '' : sha256(canonical({ id, input }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON in which equal values are equal texts: the names of each object are sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** A write that was done, as its record has it. */
type KnownWrite = Omit<RecordOfWrite, 'keyHash'> & { readonly resultId: Id };

interface Work<Output> {
  /** The hash of records that were written before defaults were left out of it; such a record is kept for 24 hours. */
  readonly formerHash: () => string;
  /** Reads the record that an earlier request has written. */
  readonly replay: (resultId: Id) => Promise<Output>;
  /** Writes the row and the record of the write in one statement. */
  readonly write: () => Promise<Output>;
  /** Undoes what `write` did before its statement. */
  readonly giveBack: () => Promise<void>;
}

export interface Once<Output> {
  readonly value: Output;
  readonly isReplay: boolean;
}

/**
 * Runs a write unless there is its record. A second request waits for the first: in this process without a connection
 * and without a slot of its user, on another node in its own statement.
 * @throws {OperationFailure} keyReused: the record is of another write.
 */
export async function once<Output>(
  context: OperationContext,
  record: RecordOfWrite,
  work: Work<Output>,
): Promise<Once<Output>> {
  const { caller, keysUnderWay, slot } = context;
  const write = `${caller.userId} ${record.keyHash}`;
  for (;;) {
    const known = await findRecord(context, record);
    if (known) return { value: await work.replay(resultOf(known, record, work)), isReplay: true };
    const earlier = keysUnderWay.get(write);
    if (!earlier) break;
    await slot.interruptedBy(earlier);
  }
  const ended = Promise.withResolvers<void>();
  keysUnderWay.set(write, ended.promise);
  try {
    return await writeOrReplay(context, record, work);
  } finally {
    keysUnderWay.delete(write);
    ended.resolve();
  }
}

async function writeOrReplay<Output>(
  context: OperationContext,
  record: RecordOfWrite,
  work: Work<Output>,
): Promise<Once<Output>> {
  try {
    return { value: await work.write(), isReplay: false };
  } catch (error) {
    if (!mayBeLate(error)) throw error;
    const known = await findRecord(context, record);
    if (!known) throw error;
    await work.giveBack();
    return { value: await work.replay(resultOf(known, record, work)), isReplay: true };
  }
}

/** Whether another node may have written with the same key since the look-up. */
const mayBeLate = (error: unknown): boolean =>
  isDuplicate(error) || (error instanceof OperationFailure && error.failure.kind !== 'invalid');

async function findRecord(context: OperationContext, { keyHash }: RecordOfWrite): Promise<KnownWrite | undefined> {
  // The column keeps the name that nodes of earlier releases know: they may run beside this one.
  const [row] = await context.records.read(
    'SELECT operation, input_hash, product_id FROM idempotency_records WHERE user_id = $1 AND key_hash = $2',
    [context.caller.userId, keyHash],
  );
  const [operation, inputHash, resultId] = (row ?? []) as [string, string, Id];
  return row && { operation, inputHash, resultId };
}

/** The id of the result. @throws {OperationFailure} keyReused: it is the record of another write. */
function resultOf(known: KnownWrite, record: RecordOfWrite, { formerHash }: Pick<Work<unknown>, 'formerHash'>): Id {
  const isSame =
    known.operation === record.operation && (known.inputHash === record.inputHash || known.inputHash === formerHash());
  if (!isSame) throw new OperationFailure({ kind: 'keyReused' });
  return known.resultId;
}
