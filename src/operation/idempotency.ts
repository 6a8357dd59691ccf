// Writes that are sent again: the key of a client, its record, one request of a key at a time.
import { createHash } from 'node:crypto';
import type { IdempotencyRecord as StoredRecord } from '../../prisma/generated/client/client.ts';
import { hasOneOf, isDuplicate } from '../database/database-errors.ts';
import type { OperationContext } from './context.ts';
import { invalidField, OperationFailure } from './failure.ts';
import type { Id } from './id.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;

/** Each character of a quoted key may have a backslash before it. */
export const MAX_KEY_HEADER_LENGTH = 2 * MAX_KEY_LENGTH + 2;

const BARE = `[!#-~][!-~]{0,${MAX_KEY_LENGTH - 1}}`;
const IN_QUOTES = String.raw`(?:[!#-\[\]-~]|\\["\\]){1,${MAX_KEY_LENGTH}}`;

/** A key as a header has it. */
export const KEY_PATTERN = `^(?:${BARE}|["]${IN_QUOTES}["])$`;

const KEY = new RegExp(`^[!-~]{1,${MAX_KEY_LENGTH}}$`);
/** A string of RFC 9651, as the draft of the IETF writes the key. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;

/** The key in a header, with or without quotes. @throws {OperationFailure} invalid. */
export function parseKey(header: string): string {
  const key = header.startsWith('"') ? (QUOTED.exec(header)?.[1] ?? '').replaceAll(/\\(.)/g, '$1') : header;
  if (KEY.test(key)) return key;
  const message = `Must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters, with or without quotes`;
  throw invalidField(IDEMPOTENCY_KEY, 'INVALID_FORMAT', message);
}

/** The record of a write; a second request has the same hash of its key. */
export type IdempotencyRecord = Readonly<Record<'operation' | 'keyHash' | 'inputHash', string>>;

/** The column of a row that has its record; empty for a request without a key. */
export interface RecordColumn {
  readonly idempotencyRecord?: IdempotencyRecord;
}

interface Write {
  readonly operation: string;
  readonly key: string;
  /** The alias of a mutation among others of its request; absent for a single write. */
  readonly mutationAlias: string | undefined;
  readonly id: Id | undefined;
  /** The fields that were given, without defaults. */
  readonly input: unknown;
}

export const createRecord = ({ operation, key, mutationAlias = '', id, input }: Write): IdempotencyRecord => ({
  operation,
  keyHash: sha256(JSON.stringify([key, mutationAlias])),
  inputHash: sha256(canonical({ id, input })),
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON with sorted names, so that equal values are equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

export interface Once<Output> {
  readonly value: Output;
  readonly isReplay: boolean;
}

interface Work<Output> {
  /** The result of an earlier request that has written this record. */
  readonly replay: (resultId: Id) => Promise<Output>;
  /** Writes the row and the record of the write in one statement. */
  readonly write: () => Promise<Output>;
  /** Returns the point of a create that `write` took. */
  readonly giveBack: () => Promise<void>;
}

/**
 * Runs a write that has no record yet. A second request waits for the first: in this process without a connection and a
 * slot of its user, on another node in its statement. @throws {OperationFailure} keyReused.
 */
export async function once<Output>(
  context: OperationContext,
  record: IdempotencyRecord,
  { replay, write, giveBack }: Work<Output>,
): Promise<Once<Output>> {
  const { caller, keysUnderWay, slot } = context;
  const name = `${caller.userId} ${record.keyHash}`;
  for (;;) {
    const known = await knownWrite(context, record);
    if (known) return { value: await replay(resultOf(known, record)), isReplay: true };
    const earlier = keysUnderWay.get(name);
    if (!earlier) break;
    await slot.interruptedBy(earlier);
  }
  const ended = Promise.withResolvers<void>();
  keysUnderWay.set(name, ended.promise);
  try {
    return { value: await write(), isReplay: false };
  } catch (error) {
    if (hasTooManyKeys(error)) {
      await giveBack();
      throw await noNewKey(context);
    }
    const known = mayBeLate(error) ? await knownWrite(context, record) : undefined;
    if (!known) throw error;
    // Before the key is refused, too: another node did the write that took its point.
    await giveBack();
    return { value: await replay(resultOf(known, record)), isReplay: true };
  } finally {
    keysUnderWay.delete(name);
    ended.resolve();
  }
}

/** Whether another request may have written with the same key after the look-up. */
const mayBeLate = (error: unknown): boolean =>
  isDuplicate(error) || (error instanceof OperationFailure && error.failure.kind !== 'invalid');

/** Null for a new key. */
const knownWrite = ({ db, caller: { userId } }: OperationContext, { keyHash }: IdempotencyRecord) =>
  db.reads.idempotencyRecord.findUnique({ where: { userId_keyHash: { userId, keyHash } } });

/** The new keys of a user in 24 hours: each leaves a row for a day. A trigger of products counts and refuses them. */
export const MAX_NEW_KEYS = 100_000;
/** SQLSTATE of the refusal. */
const TOO_MANY_KEYS = 'OA429';

const hasTooManyKeys = (error: unknown): boolean => hasOneOf(error, [TOO_MANY_KEYS]);

async function noNewKey({ db, caller }: OperationContext): Promise<OperationFailure> {
  const counted = await db.budget.findUnique({ where: { key: `idempotency-keys:${caller.userId}` } });
  const seconds = Math.ceil((Number(counted?.expire ?? 0) - Date.now()) / 1000);
  return new OperationFailure({ kind: 'throttled', retryAfterSeconds: Math.max(1, seconds) });
}

/** The id of the result of the same write. @throws {OperationFailure} keyReused. */
function resultOf(known: StoredRecord, { operation, inputHash }: IdempotencyRecord): Id {
  if (known.operation === operation && known.inputHash === inputHash) return known.resultId;
  throw new OperationFailure({ kind: 'keyReused' });
}
