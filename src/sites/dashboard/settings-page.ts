// The page of the API settings: the tokens of the user, with a filter and in pages from 20 tokens on.
import { html } from 'hono/html';
import { readTokenPage, type TokenFilter, type TokenPage } from '../../accounts/token-list.ts';
import { EXPIRY_WARNING_DAYS } from '../../accounts/token-state.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readTotals } from '../../usage/reads.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { plural } from './format.ts';
import { page } from './layout.ts';
import { hasFilterForm, pageLinks, parseTokenFilter, tokenFilterForm } from './token-filter.ts';
import { permissionNames } from './token-fragments.ts';
import { type TokenTable, tokenTable } from './token-table.ts';

export const settingsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const [user, now] = [c.get('user'), c.get('now')];
    await deps.usage.flush();
    const { filter, faults } = parseTokenFilter(c.req.query());
    const [list, lastDay, lastMonth] = await Promise.all([
      readTokenPage(deps.db, user.id, filter, now),
      readTotals(deps.db, user.id, '24h', now),
      readTotals(deps.db, user.id, '30d', now),
    ]);
    const { all, usable, expiring } = list.counts;
    const isJustRevoked = c.req.query('revoked') !== undefined;
    const table = { versions: deps.versions, tokens: list.tokens, now, lastDay, lastMonth };
    const content = html`<div class="head">
<div><h1>API settings</h1>
<p class="muted">${usable > 0 && html`${plural(usable, 'usable token')}, each with your permissions: `}${usable === 0 && 'Your permissions: '}${permissionNames(user.permissions)}.</p></div>
${usable > 0 && html`<a class="button" href="${DASHBOARD_PATHS.newToken}">Create token</a>`}
</div>
${isJustRevoked && html`<p class="note" role="status">The token is revoked. The next request with it is answered 401.</p>`}
${expiring > 0 && expiringNote(expiring)}
${usable === 0 && emptyState(all > 0)}
${hasFilterForm(list, filter, faults) && tokenFilterForm(filter, list)}
${faults.length > 0 ? html`<p class="note error" role="alert">${faults.join(' ')}</p>` : tokens(table, filter, list)}`;
    return c.html(page(user, 'API settings', { title: 'API settings', content }), faults.length > 0 ? 400 : 200);
  };

const expiringNote = (count: number) =>
  html`<p class="note warning"><a href="${DASHBOARD_PATHS.settings}?state=expiring">${plural(count, 'token')}</a> ${count === 1 ? 'expires' : 'expire'} within ${EXPIRY_WARNING_DAYS} days.</p>`;

function tokens(table: TokenTable, filter: TokenFilter, list: TokenPage) {
  if (list.tokens.length > 0) return html`${tokenTable(table)}${pageLinks(filter, list)}`;
  return list.counts.all > 0 && html`<p class="card empty-line">No token matches.</p>`;
}

const emptyState = (hadTokens: boolean) => html`<div class="card empty">
<h2>${hadTokens ? 'No usable token' : 'No token yet'}</h2>
<p>A token lets your software call the API as you, over REST and GraphQL. Its value is shown once, when you create it.</p>
<a class="button" href="${DASHBOARD_PATHS.newToken}">Create ${hadTokens ? 'a' : 'your first'} token</a>
</div>`;
