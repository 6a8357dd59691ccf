// Responses that are held back on a test deployment, as their requests ask for by `Prefer: wait=N`.
import { setTimeout as delay } from 'node:timers/promises';
import type { Rehearsal } from '../operation/context.ts';
import { Slot, Slots } from './slots.ts';

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
