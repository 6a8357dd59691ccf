// The preferences of a request on a test deployment (D47): the failure that it rehearses, and how long its answer is held back.
import { setTimeout as delay } from 'node:timers/promises';
import { preferences } from '../http/preferences.ts';
import type { Rehearsal } from '../operation/context.ts';
import { REHEARSED_STATUSES } from '../operation/rehearsal.ts';
import type { Exchange } from './exchange.ts';

const MAX_WAIT_SECONDS = 30;

/** Answers that are held back at the same time, each in memory; the wait of a further one is not applied. */
const MAX_HELD = 100;

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

/**
 * Holds an answer to a valid token back, and returns for how many milliseconds. The user has no slot meanwhile. The wait ends
 * when the client goes away, and when the process stops. `extend` keeps the connection open for so long.
 */
export function createHold(stopping: AbortSignal | undefined) {
  let held = 0;
  return async (
    { rehearsal, admission }: Exchange,
    signal: AbortSignal,
    extend?: (milliseconds: number) => void,
  ): Promise<number> => {
    if (!rehearsal?.waitSeconds || held >= MAX_HELD) return 0;
    if (!admission?.caller && rehearsal.applied.size === 0) return 0;
    const startedAt = performance.now();
    rehearsal.applied.add(`wait=${rehearsal.waitSeconds}`);
    const milliseconds = rehearsal.waitSeconds * 1000;
    extend?.(milliseconds);
    held += 1;
    const ends = AbortSignal.any([signal, ...(stopping ? [stopping] : [])]);
    await delay(milliseconds, undefined, { signal: ends }).catch(() => {});
    held -= 1;
    return performance.now() - startedAt;
  };
}
