// Retried writes: the client's key, its record, and one request per key at a time.
import { hash } from 'node:crypto';
import type { IdempotencyRecord as StoredRecord } from '../../prisma/generated/client/client.ts';
import { isDuplicate } from '../database/database-errors.ts';
import type { Db } from '../database/db.ts';
import { hasOneOf } from '../database/error-evidence.ts';
import { batched } from '../database/loader.ts';
import { beforeDeadline } from '../request-scope.ts';
import { DAY_SECONDS } from '../time.ts';
import type { OperationContext } from './context.ts';
import type { Id } from './id.ts';
import { failed, invalidField, OperationFailure, rateLimited } from './operation-failure.ts';
import type { Ran, RanOperation } from './ran.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;

const BARE = `[!#-~][!-~]{0,${MAX_KEY_LENGTH - 1}}`;
const IN_QUOTES = String.raw`(?:[!#-\[\]-~]|\\["\\]){1,${MAX_KEY_LENGTH}}`;

/** The pattern of a key in the header. */
export const KEY_PATTERN = `^(?:${BARE}|["]${IN_QUOTES}["])$`;

const IS_KEY = new RegExp(KEY_PATTERN);

/** The key in a header, with or without the quotes of the IETF draft (RFC 9651). @throws {OperationFailure} invalid. */
export function parseKey(header: string): string {
  if (!IS_KEY.test(header)) {
    const message = `Must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters, with or without quotes`;
    throw invalidField(IDEMPOTENCY_KEY, message);
  }
  return header.startsWith('"') ? header.slice(1, -1).replaceAll(/\\(.)/g, '$1') : header;
}

/** The record of a write; a retry has the same key hash. */
export type IdempotencyRecord = Readonly<
  Record<'operation' | 'keyHash' | 'inputHash', string>
>;

/** The column of a row that holds its record; empty for a request without a key. */
export interface RecordColumn {
  readonly idempotencyRecord?: IdempotencyRecord;
}

interface Write {
  readonly operation: string;
  readonly key: string;
  /** The mutation's alias if its request has several; absent for a single write. */
  readonly mutationAlias: string | undefined;
  readonly id: Id | undefined;
  /** The fields as given, without defaults. */
  readonly input: unknown;
}

export const createRecord = ({
  operation,
  key,
  mutationAlias = '',
  id,
  input,
}: Write): IdempotencyRecord => ({
  operation,
  keyHash: sha256(JSON.stringify([key, mutationAlias])),
  inputHash: sha256(canonical({ id, input })),
});

const sha256 = (text: string) => hash('sha256', text, 'hex');

/**
 * JSON with sorted names, so that equal values are equal strings. JSON would make null of an infinite number: it is an
 * object instead, which no valid input has in its place.
 */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) return { number: `${inner}` };
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });

interface KeyedWork<Output> {
  /** The result of the earlier request that wrote this record. */
  readonly replay: (resultId: Id) => Promise<Output>;
  /** Writes the row and its record in one statement; `onError` gets what that throws. */
  readonly write: (onError: (error: unknown) => Promise<never>) => Promise<Ran<Output>>;
}

/**
 * Runs a write that has no record yet. A concurrent retry waits for it: in this process without a connection or a
 * user's slot, on another node within its statement. @throws {OperationFailure} keyReused.
 */
export async function once<Output>(
  context: OperationContext,
  record: IdempotencyRecord,
  { replay, write }: KeyedWork<Output>,
): Promise<Ran<Output>> {
  const { caller, keysInProgress, slot, throttle } = context;
  const replayed = async (known: StoredRecord): Promise<Ran<Output>> => ({
    output: await replay(resultOf(known, record)),
    isReplay: true,
  });
  const name = `${caller.userId} ${record.keyHash}`;
  for (;;) {
    const known = await knownWrite(context, record);
    if (known) return replayed(known);
    const earlier = keysInProgress.get(name);
    if (!earlier) break;
    await slot.awaiting(beforeDeadline(earlier));
  }
  const ended = Promise.withResolvers<void>();
  keysInProgress.set(name, ended.promise);
  try {
    const ran = await write((error) => rethrowKeyError(error, context));
    const known = mayBeLate(ran) ? await knownWrite(context, record) : undefined;
    if (!known && !isOfKeys(ran)) return ran;
    // Even if the key is rejected: another node did the write that was counted.
    const budget =
      ran.budget && (await beforeDeadline(throttle.giveBack(caller.userId, ran.budget)));
    return { ...(known ? await replayed(known).catch(failed) : ran), budget };
  } finally {
    keysInProgress.delete(name);
    ended.resolve();
  }
}

/** Whether another request may have written with this key after the lookup. */
const mayBeLate = ({ failure }: RanOperation) =>
  failure && failure.kind !== 'invalid' && failure.kind !== 'unavailable';

/** Whether a write was rejected for its user's many keys, not by the create rate limit. */
const isOfKeys = ({ failure, budget }: RanOperation) =>
  failure?.kind === 'throttled' && budget?.retryAfterSeconds === undefined;

/** Throws the database's errors of a new key as failures. */
async function rethrowKeyError(error: unknown, context: OperationContext): Promise<never> {
  if (hasOneOf(error, [TOO_MANY_KEYS])) throw await noNewKey(context);
  throw isDuplicate(error) ? new OperationFailure({ kind: 'keyReused' }) : error;
}

/** The record of a write by its user and key; null for a new key. */
const loadWrite = batched(
  'SELECT FROM idempotency_records',
  async (db: Db, keys: readonly Pick<StoredRecord, 'userId' | 'keyHash'>[]) => {
    const rows = await db.reads.idempotencyRecord.findMany({ where: { OR: [...keys] } });
    return keys.map(
      ({ userId, keyHash }) =>
        rows.find((row) => row.userId === userId && row.keyHash === keyHash) ?? null,
    );
  },
);

const knownWrite = (
  { db, caller: { userId } }: OperationContext,
  { keyHash }: IdempotencyRecord,
) => beforeDeadline(loadWrite(db, { userId, keyHash }));

/** Records of writes, and so their keys, are kept for so long. */
export const KEY_DAYS = 1;

/** New keys per user in 24 hours, because each keeps a row for a day. A trigger on products enforces it. */
export const MAX_NEW_KEYS = 100_000;
/** The trigger's SQLSTATE. */
const TOO_MANY_KEYS = 'OA429';

async function noNewKey({ db, caller }: OperationContext) {
  const counted = await db.budget.findUnique({
    where: { key: `idempotency-keys:${caller.userId}` },
  });
  const seconds = Math.ceil((Number(counted?.expire ?? 0) - Date.now()) / 1000);
  const retryAfterSeconds = Math.min(KEY_DAYS * DAY_SECONDS, Math.max(1, seconds));
  return rateLimited(retryAfterSeconds);
}

/** The result ID of the same write. @throws {OperationFailure} keyReused. */
function resultOf(known: StoredRecord, { operation, inputHash }: IdempotencyRecord): Id {
  if (known.operation === operation && known.inputHash === inputHash) return known.resultId;
  throw new OperationFailure({ kind: 'keyReused' });
}
