// The filter of the list of tokens: its query parameters, its form, and the links to the other pages of the list.
import { html } from 'hono/html';
import { TOKENS_PER_PAGE, type TokenFilter, type TokenPage } from '../../accounts/token-list.ts';
import { TOKEN_NAME_MAX_LENGTH } from '../../accounts/token-rules.ts';
import { EXPIRY_WARNING_DAYS, TOKEN_STATES } from '../../accounts/token-state.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { plural } from './format.ts';
import { option, selectOptions } from './options.ts';

const STATES = [...TOKEN_STATES, 'expiring'] as const;
const STATE_NAMES = {
  usable: 'Usable',
  expired: 'Expired',
  revoked: 'Revoked',
  expiring: `Expires within ${EXPIRY_WARNING_DAYS} days`,
};

/** The filter of a query, and the faults of its parameters in words. */
export function parseTokenFilter(query: Readonly<Record<string, string>>): { filter: TokenFilter; faults: string[] } {
  const faults: string[] = [];
  const name = (query.name ?? '').trim().toWellFormed().replaceAll('\0', '');
  if ([...name].length > TOKEN_NAME_MAX_LENGTH) faults.push(`A name has at most ${TOKEN_NAME_MAX_LENGTH} characters.`);
  const state = STATES.find((known) => known === query.state);
  if (query.state && !state) faults.push(`The state is one of ${STATES.join(', ')}.`);
  const page = parseId(query.page ?? '1');
  if (page === undefined) faults.push('The page is a whole number from 1 on.');
  const cut = [...name].slice(0, TOKEN_NAME_MAX_LENGTH).join('');
  return { filter: { name: cut, state, page: page ?? 1 }, faults };
}

const isFiltered = ({ name, state }: TokenFilter) => name !== '' || state !== undefined;

/** Shown with a full page of tokens, and with every filter. */
export const hasFilterForm = ({ counts }: TokenPage, filter: TokenFilter, faults: readonly string[]) =>
  counts.all >= TOKENS_PER_PAGE || isFiltered(filter) || faults.length > 0;

export const tokenFilterForm = (filter: TokenFilter, { counts }: TokenPage) => html`
<form method="get" action="${DASHBOARD_PATHS.settings}" class="filter" role="search" aria-label="Tokens">
<label>Name<input name="name" value="${filter.name}" maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off"></label>
<label>State<select name="state">${option('', 'Any', filter.state ?? '')}${selectOptions(STATES, STATE_NAMES, filter.state ?? '')}</select></label>
<button type="submit" class="quiet">Filter</button>
${isFiltered(filter) && html`<p class="result" role="status">${plural(counts.matching, 'token')} of ${counts.all}. <a href="${DASHBOARD_PATHS.settings}">All tokens</a></p>`}
</form>`;

function linkTo({ name, state }: TokenFilter, page: number): string {
  const query = new URLSearchParams({
    ...(name && { name }),
    ...(state && { state }),
    ...(page > 1 && { page: `${page}` }),
  });
  return query.size > 0 ? `${DASHBOARD_PATHS.settings}?${query}` : DASHBOARD_PATHS.settings;
}

export const pageLinks = (filter: TokenFilter, { page, pages }: TokenPage) =>
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages of tokens">
${page > 1 && html`<a class="button quiet" rel="prev" href="${linkTo(filter, page - 1)}">Previous</a>`}
<span class="muted">Page ${page} of ${pages}</span>
${page < pages && html`<a class="button quiet" rel="next" href="${linkTo(filter, page + 1)}">Next</a>`}
</nav>`;
