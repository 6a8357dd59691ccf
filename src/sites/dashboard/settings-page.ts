// The page of the API settings: the tokens of the user, with a filter and in pages from 20 tokens on.
import { html } from 'hono/html';
import { readTokenPage, TOKEN_ORDERS } from '../../accounts/token-list.ts';
import { EXPIRY_WARNING_DAYS } from '../../accounts/token-state.ts';
import { findToken } from '../../accounts/tokens.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readTotals } from '../../usage/reads.ts';
import type { PageHandler, SessionUser } from './context.ts';
import { firstSteps } from './first-steps.ts';
import { plural } from './format.ts';
import { respondPage } from './layout.ts';
import { faultNote, pageLinks, parseQuery } from './list-query.ts';
import { orderRule, TOKEN_RULES, tokenFilterForm } from './token-filter.ts';
import { permissionNames } from './token-fragments.ts';
import { tokenTable } from './token-table.ts';

const RULES = { ...TOKEN_RULES, sort: orderRule(TOKEN_ORDERS) };
const ORDERS = {
  newest: 'Newest',
  used: 'Last used',
  expires: 'Next to expire',
  name: 'Name',
} as const satisfies Record<(typeof TOKEN_ORDERS)[number], string>;

export const settingsPage: PageHandler = async (c) => {
  const { db } = c.env;
  const [user, now] = [c.get('user'), c.get('now')];
  const { values: filter, faults } = parseQuery(c.req.query(), RULES);
  const revokedId = parseId(c.req.query('revoked'));
  const [revoked, list, lastDay, lastMonth] = await Promise.all([
    revokedId ? findToken(db, user.id, revokedId) : null,
    readTokenPage(db, user.id, filter, now),
    readTotals(db, user.id, '24h', now),
    readTotals(db, user.id, '30d', now),
  ]);
  const { tokens, counts } = list;
  const isFaulty = faults.length > 0;
  const found =
    tokens.length > 0
      ? html`${tokenTable(c, tokens, [lastDay, lastMonth])}${pageLinks(DASHBOARD_PATHS.settings, list, filter)}`
      : counts.all > 0 && html`<p>No token matches.</p>`;
  return respondPage(c, {
    title: 'API settings',
    section: 'API settings',
    status: isFaulty ? 400 : 200,
    content: html`${heading(user, counts.usable)}
${revoked?.revokedAt && html`<p class="note" role="status">The token “<bdi>${revoked.name}</bdi>” is revoked. The next request with it is answered 401.</p>`}
${counts.expiring > 0 && expiringNote(counts.expiring)}
${counts.usable > 0 ? await firstSteps(c) : emptyState(counts.all > 0)}
${tokenFilterForm({ path: DASHBOARD_PATHS.settings, filter, counts, orders: ORDERS, versions: c.env.versions })}
${isFaulty ? faultNote(faults) : found}`,
  });
};

const heading = ({ permissions }: SessionUser, usable: number) => html`<div class="head">
<div><h1>API settings</h1>
<p class="muted">${usable > 0 ? `${plural(usable, 'usable token')}${usable > 1 ? ', each' : ''} with your permissions: ` : 'Your permissions: '}${permissionNames(permissions)}.</p></div>
${usable > 0 && html`<a class="button" href="${DASHBOARD_PATHS.newToken}">Create token</a>`}
</div>`;

const expiringNote = (count: number) =>
  html`<p class="note warning"><a href="${DASHBOARD_PATHS.settings}?state=expiring">${plural(count, 'token')}</a> ${count === 1 ? 'expires' : 'expire'} within ${EXPIRY_WARNING_DAYS} days.</p>`;

const emptyState = (hadTokens: boolean) => html`
<p>${hadTokens ? 'No usable token' : 'No token yet'}: your software needs one to call the API as you, over REST and GraphQL.</p>
<p><a class="button" href="${DASHBOARD_PATHS.newToken}">Create ${hadTokens ? 'a' : 'your first'} token</a></p>`;
