// The searches of readers: one in each turn of the event loop, so that requests of the API get in between.
import { OperationFailure, UNAVAILABLE } from '../../../operation/failure.ts';
import { keepUpTo } from '../../../operation/kept-values.ts';
import { inTurns } from '../../../operation/turns.ts';
import { MAX_QUERY_LENGTH } from '../assets/rank-entries.js';

/** Pages of results in memory, of at most 30 kB each. */
const MAX_KEPT = 100;

/** A search takes some milliseconds: so many are done before the client of the last one gives up. */
const MAX_WAITING = 100;

/** The page of a query, made once while it is kept. @throws {OperationFailure} unavailable: too many searches wait. */
export function createSearches(makePage: (query: string) => Promise<string>): (query: string) => Promise<string> {
  const kept = keepUpTo<Promise<string>>(MAX_KEPT);
  const nextTurn = inTurns();
  let waiting = 0;

  async function inTurn(query: string): Promise<string> {
    waiting++;
    await nextTurn();
    waiting--;
    return makePage(query);
  }

  return async (query) => {
    const asked = query.slice(0, MAX_QUERY_LENGTH);
    return kept(asked, () => {
      if (waiting >= MAX_WAITING) throw new OperationFailure(UNAVAILABLE);
      return inTurn(asked);
    });
  };
}
