// The preferences of a request on a test deployment (Prefer, RFC 7240): the failure it rehearses and how long to delay
// the response.
import { setTimeout as delay } from 'node:timers/promises';
import { Slot, Slots } from '../fairness/slots.ts';
import { REHEARSED_STATUSES, type Rehearsal } from '../operation/rehearsal.ts';
import type { Done } from './seen-request.ts';

export const MAX_WAIT_SECONDS = 30;

/** Undefined if no preference is known; unknown ones are ignored. */
export function readRehearsal({ headers }: Request): Rehearsal | undefined {
  const given = preferences(headers);
  const integer = (name: string) =>
    /^\d{1,3}$/.test(given.get(name) ?? '') ? Number(given.get(name)) : 0;
  const [code, wait] = [integer('code'), integer('wait')];
  const status = REHEARSED_STATUSES.includes(code) ? code : undefined;
  const waitSeconds = wait >= 1 && wait <= MAX_WAIT_SECONDS ? wait : undefined;
  return status || waitSeconds ? { status, waitSeconds } : undefined;
}

/** In characters. A longer header is ignored: the known preferences are short. */
const MAX_PREFER_LENGTH = 500;

/** A preference with its value; parameters are skipped. Parsing stops at the first syntax error of the list. */
const PREFERENCE =
  /[\s,]*([^\s=;,"]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?[^,"]*(?:"[^"]*"[^,"]*)*(?:,|$)/gy;

/** The first preference of each name, in lower case; without a value, it is empty. */
export function preferences(headers: Headers): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const header = headers.get('prefer') ?? '';
  if (header.length > MAX_PREFER_LENGTH) return found;
  for (const [, name = '', quoted, plain = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? plain);
  }
  return found;
}

/** Responses that may be delayed at the same time, because each stays in memory; further ones are sent at once. */
export const DELAYED = { perUser: 16, inAll: 1_000 };

/** The longest body and the longest response that may be delayed, in bytes. */
export const MAX_DELAYED_BYTES = 16 * 1024;

/**
 * Delays the response to a valid token, says in it what was applied, and returns by how many milliseconds it was
 * delayed. The user holds no slot meanwhile. The delay ends early when the client disconnects or the process stops.
 */
export function createRehearse(stopping: AbortSignal | undefined) {
  const slots = new Slots(DELAYED);

  /** Undefined without a delay. */
  async function wait(seconds: number, userId: number, { signal }: Request) {
    const slot = new Slot(slots, { userId });
    if (!slot.tryTake()) return undefined;
    const startedAt = performance.now();
    const ends = AbortSignal.any([signal, ...(stopping ? [stopping] : [])]);
    await delay(seconds * 1000, undefined, { signal: ends }).catch(() => {});
    slot.end();
    return performance.now() - startedAt;
  }

  return async (
    { status, waitSeconds }: Rehearsal,
    request: Request,
    { response, ran, userId }: Done,
  ): Promise<number> => {
    const applied = ran.some(({ isRehearsed }) => isRehearsed) ? [`code=${status}`] : [];
    const isShort = !isLong(request) && !isLong(response);
    const waited =
      waitSeconds && userId !== undefined && isShort
        ? await wait(waitSeconds, userId, request)
        : undefined;
    if (waited !== undefined) applied.push(`wait=${waitSeconds}`);
    if (applied.length > 0) response.headers.set('Preference-Applied', applied.join(', '));
    return waited ?? 0;
  };
}

/** Whether a body is long, or its length is unknown. */
const isLong = ({ headers, body }: Request | Response) =>
  body !== null &&
  !(Number(headers.get('content-length') ?? Number.NaN) <= MAX_DELAYED_BYTES);
