// The page of one token: its properties, its usage, its last refused requests.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { REFUSED_KEPT } from '../../usage/housekeeping.ts';
import { readRefusedRequests, readSeries } from '../../usage/reads.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { dayElement } from './format.ts';
import { page } from './layout.ts';
import { refusedRequestTable } from './refused-request-table.ts';
import {
  environmentBadge,
  expiry,
  expiryWarning,
  lastUse,
  maskedValue,
  permissionNames,
  stateBadge,
  urlWarning,
  versionWithStage,
} from './token-fragments.ts';
import { parsePeriod, usageFigure } from './usage-figure.ts';

export const tokenPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const [user, token, now] = [c.get('user'), c.get('token'), c.get('now')];
    const period = parsePeriod(c.req.query('period'));
    const owned = { userId: user.id, tokenId: token.id };
    const [series, requests] = await Promise.all([
      readSeries(deps.db, owned, period, now),
      readRefusedRequests(deps.db, { ...owned, limit: REFUSED_KEPT }),
    ]);
    const content = html`<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<div class="head">
<h1><bdi>${token.name}</bdi> ${stateBadge(token, now)}</h1>
${actions(token, now)}
</div>
<div class="card">${expiryWarning(token, now)}${urlWarning(token, now)}
<dl class="facts">
<div><dt>Value</dt><dd>${maskedValue(token)} ${environmentBadge(token)}</dd></div>
<div><dt>Version</dt><dd>${versionWithStage(deps.versions, token.version)}</dd></div>
<div><dt>Permissions</dt><dd>${permissionNames(user.permissions)}</dd></div>
<div><dt>Created</dt><dd>${dayElement(token.createdAt)}</dd></div>
<div><dt>Expires, UTC</dt><dd>${expiry(token)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token, now)}</dd></div>
${token.revokedAt && html`<div><dt>Revoked</dt><dd>${dayElement(token.revokedAt)}</dd></div>`}
${token.predecessor && html`<div><dt>Replaces</dt><dd>${tokenLink(token.predecessor)}</dd></div>`}
${token.successor && html`<div><dt>Replaced by</dt><dd>${tokenLink(token.successor)}</dd></div>`}
</dl></div>
${usageFigure({ heading: 'Usage', path: DASHBOARD_PATHS.token(token.id), period, series })}
<section aria-labelledby="requests"><h2 id="requests">Recent refused requests</h2>
${refusedRequestTable(requests, { withToken: false })}</section>`;
    return c.html(page(user, 'API settings', { title: token.name, content }));
  };

const tokenLink = (token: NonNullable<TokenRow['successor']>) =>
  html`<a href="${DASHBOARD_PATHS.token(token.id)}">${maskedValue(token)}</a>`;

function actions(token: TokenRow, now: Date) {
  const { id, revokedAt, successor } = token;
  return html`<div class="buttons"><a class="button quiet" href="${DASHBOARD_PATHS.renameToken(id)}">Rename</a>
${!revokedAt && !successor && html`<a class="button quiet" href="${DASHBOARD_PATHS.rollToken(id)}">Roll</a>`}
${stateOf(token, now) === 'usable' && html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(id)}">Revoke</a>`}</div>`;
}
