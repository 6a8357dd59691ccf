// The searches of readers: one at a time, and requests of the API get as much time in between.
import { boundedWork } from '../../../operation/bounded-work.ts';
import { keepUpTo } from '../../../operation/kept-values.ts';
import { LONG_BYTES } from '../../../operation/user-slots.ts';
import { MAX_QUERY_LENGTH } from '../assets/rank-entries.js';

/** Pages of results in memory, of at most 30 kB each. */
const MAX_KEPT = 100;

/** A search takes some milliseconds of the event loop. */
const BOUNDS = { atOnce: 1, mostWaiting: 100, bytes: LONG_BYTES, cause: 'searches' } as const;

/** The page of a query, made once while it is kept. @throws {OperationFailure} unavailable: too many searches wait. */
export function createSearches(makePage: (query: string) => Promise<string>): (query: string) => Promise<string> {
  const kept = keepUpTo<string>(MAX_KEPT);
  const underWay = new Map<string, Promise<string>>();
  const inBounds = boundedWork(BOUNDS);
  return async (query) => {
    const asked = query.slice(0, MAX_QUERY_LENGTH);
    const known = kept(asked) ?? underWay.get(asked);
    if (known !== undefined) return known;
    const page = inBounds(() => makePage(asked)).finally(() => underWay.delete(asked));
    underWay.set(asked, page);
    return kept(asked, await page);
  };
}
