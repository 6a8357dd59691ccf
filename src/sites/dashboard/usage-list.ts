// The tokens of a user with their calls in a period: filtered and sorted, for the page of usage and its CSV file.
import { tokensMatching } from '../../accounts/token-list.ts';
import { stateOf } from '../../accounts/token-state.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import { readTotals, type Totals } from '../../usage/reads.ts';
import type { PageContext } from './context.ts';
import { parseQuery } from './list-query.ts';
import { orderRule, TOKEN_RULES } from './token-filter.ts';
import { parsePeriod } from './usage-figure.ts';

/** The first one is that of a list without an order. */
export const USAGE_ORDERS = {
  calls: 'Most calls',
  refused: 'Most refused',
  throttled: 'Most throttled',
  name: 'Name',
} as const;

const RULES = { ...TOKEN_RULES, sort: orderRule(Object.keys(USAGE_ORDERS) as (keyof typeof USAGE_ORDERS)[]) };

export interface UsedToken {
  readonly token: TokenRow;
  readonly totals: Totals;
}

/** Tokens that are usable, or were used in the period. */
export async function readUsedTokens(c: PageContext) {
  const { db } = c.env;
  const [{ id: userId }, now] = [c.get('user'), c.get('now')];
  const period = parsePeriod(c.req.query('period'));
  const { values: filter, faults } = parseQuery(c.req.query(), RULES);
  const [all, matching, totals] = await Promise.all([
    listTokens(db, userId, tokensMatching({}, now)),
    listTokens(db, userId, tokensMatching(filter, now)),
    readTotals(db, userId, period, now),
  ]);
  // A token with a successor is a part of its line.
  const used = (tokens: readonly TokenRow[]): UsedToken[] =>
    tokens
      .filter(({ successor }) => !successor)
      .map((token) => ({ token, totals: totals(token.id) }))
      .filter(({ token, totals: { calls } }) => calls > 0 || stateOf(token, now) === 'usable');
  const { sort = 'calls' } = filter;
  const tokens = used(matching).toSorted((one, other) =>
    sort === 'name' ? one.token.name.localeCompare(other.token.name) : other.totals[sort] - one.totals[sort],
  );
  return { period, filter, faults, tokens, counts: { all: used(all).length, matching: tokens.length } };
}
