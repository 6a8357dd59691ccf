// The filter of the activity: its query parameters and its form.
import { html } from 'hono/html';
import { z } from 'zod';
import { ACTIONS, actionName } from '../../accounts/security-events.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { day } from './format.ts';
import { type Choice, ID, options, parseQuery } from './list-query.ts';

/** An input for dates sends years of any length. */
const DAY = z.iso
  .date()
  .regex(/^20/)
  .transform((text) => new Date(text));
const dayRule = (which: string) => [DAY, `The ${which} day is a date, such as 2026-01-31.`] as const;

const ROW = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);

const FILTER = {
  action: [z.enum(ACTIONS), 'The action is one of those of the filter.'],
  token: [ID, 'The token is the number of one of your tokens.'],
  from: dayRule('first'),
  to: dayRule('last'),
} as const;

const PLACE = {
  before: [ROW, 'The page is none of this list.'],
  after: [ROW, 'The page is none of this list.'],
} as const;

/** The filter of a query, its place in the list, and the faults of its parameters in words. */
export function parseActivityQuery(query: Readonly<Record<string, string>>) {
  const { values: filter, faults } = parseQuery(query, FILTER);
  const { values: place, faults: others } = parseQuery(query, PLACE);
  const isReversed = filter.from && filter.to && filter.from > filter.to;
  return {
    filter,
    place,
    faults: [...faults, ...others, ...(isReversed ? ['The last day is before the first.'] : [])],
  };
}

type Filter = ReturnType<typeof parseActivityQuery>['filter'];

export const isFiltered = (filter: Filter) => Object.keys(filter).length > 0;

/** The parameters of a filter, for links. */
export const queryOf = ({ from, to, ...others }: Filter) => ({
  ...others,
  from: from && day(from),
  to: to && day(to),
});

/** The choice of tokens has those that are given, and the chosen one. */
export function activityFilterForm(filter: Filter, tokens: readonly TokenRow[]) {
  const named = tokens.map(({ id, name, lastFour }): Choice => [id, `${name} (…${lastFour})`]);
  const { action, token, from, to } = queryOf(filter);
  return html`<form method="get" action="${DASHBOARD_PATHS.activity}" class="filter" role="search" aria-label="Activity">
<label>Action<select name="action">${options(
    ACTIONS.map((one): Choice => [one, actionName(one)]),
    action,
  )}</select></label>
<label>Token<select name="token">${options(named, token?.toString())}</select></label>
<label>First day, UTC<input type="date" name="from" value="${from ?? ''}"></label>
<label>Last day, UTC<input type="date" name="to" value="${to ?? ''}"></label>
<button type="submit" class="quiet">Show</button>
${isFiltered(filter) && html`<p class="result"><a href="${DASHBOARD_PATHS.activity}">All activity</a></p>`}
</form>`;
}
