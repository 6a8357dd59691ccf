// The filter and the order of a list of tokens: their query parameters and their form.
import { html } from 'hono/html';
import { z } from 'zod';
import { TOKENS_PER_PAGE, type TokenFilter } from '../../accounts/token-list.ts';
import { TOKEN_NAME_MAX_LENGTH } from '../../accounts/token-rules.ts';
import { EXPIRY_WARNING_DAYS, TOKEN_STATES } from '../../accounts/token-state.ts';
import type { Versions } from '../../operation/versions.ts';
import { plural } from './format.ts';
import { options, PAGE } from './list-query.ts';

const STATE_NAMES = {
  usable: 'Usable',
  expired: 'Expired',
  revoked: 'Revoked',
  expiring: `Expires within ${EXPIRY_WARNING_DAYS} days`,
};
const STATES = [...TOKEN_STATES, 'expiring'] as const;

/** PostgreSQL refuses NUL and unpaired surrogates. */
const NAME = z.string().refine((name) => [...name].length <= TOKEN_NAME_MAX_LENGTH);
const storable = (name: string) => name.toWellFormed().replaceAll('\0', '');

/** The parameters of each list of tokens. */
export const TOKEN_RULES = {
  name: [NAME.transform(storable), `A name has at most ${TOKEN_NAME_MAX_LENGTH} characters.`],
  state: [z.enum(STATES), `The state is one of ${STATES.join(', ')}.`],
  version: [z.iso.date(), 'The version is a date, such as 2025-08-16.'],
  page: PAGE,
} as const;

/** The rule of an order; without one a list has the order of the first name. */
export const orderRule = <Name extends string>(names: readonly Name[]) =>
  [z.enum(names), `The order is one of ${names.join(', ')}.`] as const;

interface FilterForm {
  /** The path of the page. */
  readonly path: string;
  readonly filter: TokenFilter & { readonly sort?: string };
  /** The number of tokens without a filter, and with it. */
  readonly counts: { readonly all: number; readonly matching: number };
  /** The orders with their names; the first one is that of a list without one. */
  readonly orders: Readonly<Record<string, string>>;
  readonly versions: Versions;
  /** Other parameters of the page. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** Shown with a full page of tokens, and with every filter. */
export function tokenFilterForm({ path, filter, counts, orders, versions, kept = {} }: FilterForm) {
  const { name, state, version, sort } = filter;
  const isFiltered = Boolean(name || state || version);
  if (counts.all < TOKENS_PER_PAGE && !isFiltered) return '';
  const [[, first], ...others] = Object.entries(orders) as [[string, string], ...[string, string][]];
  const dates = versions.list().map(({ date }): [string] => [date]);
  return html`
<form method="get" action="${path}" class="filter" role="search" aria-label="Tokens">
${Object.entries(kept).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<label>Name<input name="name" value="${name ?? ''}" maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off"></label>
<label>State<select name="state">${options(Object.entries(STATE_NAMES), state)}</select></label>
${(dates.length > 1 || version) && html`<label>Version<select name="version">${options(dates, version)}</select></label>`}
<label>Order<select name="sort">${options(others, sort, first)}</select></label>
<button type="submit" class="quiet">Show</button>
${isFiltered && html`<p class="result" role="status">${plural(counts.matching, 'token')} of ${counts.all}. <a href="${path}">All tokens</a></p>`}
</form>`;
}
