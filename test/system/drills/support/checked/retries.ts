// What the writes of one person share: they are sent again with their key until they are answered.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Asked, World } from './caller.ts';
import type { Received } from './judge.ts';

const PATIENCE_MILLISECONDS = 90_000;
const RETRY_MILLISECONDS = 300;
const ABORTED_SHARE = 0.05;
const ABORTED_WITHIN_MILLISECONDS = 25;

export interface Write {
  /** Without a key a second request could be a second write, so there is none. */
  readonly key: string | undefined;
  send(): Promise<Asked>;
  isDone(): boolean;
}

/** The last answer. */
export async function untilSettled({ tally, random, isOver }: World, { key, send, isDone }: Write): Promise<Asked> {
  const start = performance.now();
  for (;;) {
    const asked = await send();
    if (isDone() || key === undefined || typeof asked.verdict === 'object') return asked;
    if (asked.verdict === 'throttled' && isOver()) return asked;
    if (performance.now() - start > PATIENCE_MILLISECONDS) {
      tally.note({ what: 'retries', start, milliseconds: 0, verdict: { wrong: `no answer to the key ${key}` } });
      return asked;
    }
    await delay(retryAfter(asked) * 1_000 || random.below(RETRY_MILLISECONDS));
  }
}

const retryAfter = ({ got, verdict }: Asked): number =>
  verdict === 'throttled' && typeof got === 'object' ? Number(got.headers['retry-after']) : 0;

/** The milliseconds after which a request is aborted; undefined for most. */
export const aborting = ({ random }: World): number | undefined =>
  random.chance(ABORTED_SHARE) ? random.below(ABORTED_WITHIN_MILLISECONDS) : undefined;

/** Whether an answer says that the write was done, even if the rest of the answer could not be read. */
export function isSuccess({ status, text }: Received): boolean {
  if (status >= 400) return false;
  const { success, data }: { success?: boolean; data?: Record<string, { success?: boolean } | null> | null } =
    JSON.parse(text);
  return success === true || Object.values(data ?? {}).some((payload) => payload?.success === true);
}

/** The hash under which the record of a single write with this key is kept (D40). */
export const hashOf = (key: string) =>
  createHash('sha256')
    .update(JSON.stringify([key, '']))
    .digest('hex');

interface Times {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
}

/** Of the one stored product that the condition names. @throws there is none, or several. */
export async function timesOf({ sql }: World, condition: string, values: readonly unknown[]) {
  const columns = 'id, created_at, updated_at, revision';
  const rows = await sql.ask<Times>(`SELECT ${columns} FROM products WHERE ${condition}`, values);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} products are stored`);
  const { id, revision, created_at, updated_at } = row;
  return { id, revision, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
