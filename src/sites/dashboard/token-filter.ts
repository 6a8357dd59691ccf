// The filter of the list of tokens: its query parameters and its form.
import { html } from 'hono/html';
import { z } from 'zod';
import { TOKENS_PER_PAGE, type TokenFilter, type TokenPage } from '../../accounts/token-list.ts';
import { TOKEN_NAME_MAX_LENGTH } from '../../accounts/token-rules.ts';
import { EXPIRY_WARNING_DAYS, TOKEN_STATES } from '../../accounts/token-state.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { plural } from './format.ts';
import { options, PAGE, parseQuery } from './list-query.ts';

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

const RULES = {
  name: [NAME.transform(storable), `A name has at most ${TOKEN_NAME_MAX_LENGTH} characters.`],
  state: [z.enum(STATES), `The state is one of ${STATES.join(', ')}.`],
  page: PAGE,
} as const;

export const parseTokenFilter = (query: Readonly<Record<string, string>>) => parseQuery(query, RULES);

const isFiltered = ({ name, state }: TokenFilter) => name !== undefined || state !== undefined;

/** Shown with a full page of tokens, and with every filter. */
export const hasFilterForm = ({ counts }: TokenPage, filter: TokenFilter) =>
  counts.all >= TOKENS_PER_PAGE || isFiltered(filter);

export const tokenFilterForm = (filter: TokenFilter, { counts }: TokenPage) => html`
<form method="get" action="${DASHBOARD_PATHS.settings}" class="filter" role="search" aria-label="Tokens">
<label>Name<input name="name" value="${filter.name ?? ''}" maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off"></label>
<label>State<select name="state">${options(Object.entries(STATE_NAMES), filter.state)}</select></label>
<button type="submit" class="quiet">Filter</button>
${isFiltered(filter) && html`<p class="result" role="status">${plural(counts.matching, 'token')} of ${counts.all}. <a href="${DASHBOARD_PATHS.settings}">All tokens</a></p>`}
</form>`;
