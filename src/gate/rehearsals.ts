// The preferences of a request on a test deployment (Prefer, RFC 7240): the failure that it rehearses, and the wait of its response.
import { setTimeout as delay } from 'node:timers/promises';
import { Slot, Slots } from '../fairness/slots.ts';
import type { Rehearsal } from '../operation/context.ts';
import { REHEARSED_STATUSES } from '../operation/rehearsal.ts';

const MAX_WAIT_SECONDS = 30;

/** Undefined for a request without a preference that the service knows; other values are ignored. */
export function readRehearsal({ headers }: Request): Rehearsal | undefined {
  if (!headers.has('prefer')) return undefined;
  const given = preferences(headers);
  const integer = (name: string) => (/^\d{1,3}$/.test(given.get(name) ?? '') ? Number(given.get(name)) : 0);
  const [code, wait] = [integer('code'), integer('wait')];
  const isKnown = REHEARSED_STATUSES.includes(code);
  const waitSeconds = wait >= 1 && wait <= MAX_WAIT_SECONDS ? wait : undefined;
  return isKnown || waitSeconds ? { code: isKnown ? code : undefined, waitSeconds, applied: new Set() } : undefined;
}

/** In characters; a longer header has no preferences: it is for the short ones that the service knows. */
const MAX_LENGTH = 500;

/** A preference with its value, and its parameters, which are left out; reading ends at the first fault of the list. */
const PREFERENCE = /[\s,]*([^\s=;,"]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?[^,"]*(?:"[^"]*"[^,"]*)*(?:,|$)/gy;

/** The first preference of each name; names are in lower case, and one without a value has the empty one. */
export function preferences(headers: Headers): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const header = headers.get('prefer') ?? '';
  if (header.length > MAX_LENGTH) return found;
  for (const [, name = '', quoted, plain = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? plain);
  }
  return found;
}

/** Responses that are held back at the same time, each in memory; the wait of a further one is not applied. */
const HELD = { perUser: 16, inAll: 1_000 };

/** Bytes of the longest body and of the longest response that are held. */
const MAX_HELD_BYTES = 16 * 1024;

/**
 * Holds a response to a valid token back, and returns for how many milliseconds. The user has no slot meanwhile. The wait ends
 * when the client goes away, and when the process stops. `extend` keeps the connection open for so long.
 */
export function createHold(stopping: AbortSignal | undefined) {
  const slots = new Slots(HELD);
  return async (
    rehearsal: Rehearsal | undefined,
    request: Request,
    response: Response,
    extend?: (milliseconds: number) => void,
  ): Promise<number> => {
    const { waitSeconds, userId } = rehearsal ?? {};
    if (!rehearsal || !waitSeconds || userId === undefined || isLong(request) || isLong(response)) return 0;
    const slot = new Slot(slots, { userId });
    if (!slot.tryTake()) return 0;
    const startedAt = performance.now();
    rehearsal.applied.add(`wait=${waitSeconds}`);
    const milliseconds = waitSeconds * 1000;
    extend?.(milliseconds);
    const ends = AbortSignal.any([request.signal, ...(stopping ? [stopping] : [])]);
    await delay(milliseconds, undefined, { signal: ends }).catch(() => {});
    slot.end();
    return performance.now() - startedAt;
  };
}

/** Whether a body is long, or may be: its length is not known. */
const isLong = ({ headers, body }: Request | Response): boolean =>
  body !== null && !(Number(headers.get('content-length') ?? Number.NaN) <= MAX_HELD_BYTES);
